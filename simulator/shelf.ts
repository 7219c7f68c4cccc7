/** Contents of a virtual unit: its bottles, bags and kegs, and their actual levels. */
import type { ResponseOf } from '../contract/endpoint.ts';
import type { Endpoints } from '../contract/endpoints.ts';
import type { PouredPart, ReportedPart } from '../rules/simulation/pour-outcome.ts';
import { deductPours } from '../rules/stock/pour-stock.ts';

type Ingredient = ResponseOf<Endpoints['listUnitIngredients']>[number];

interface Bottle {
  readonly position: number;
  readonly ingredientId: string;
  readonly sizeMl: number;
  readonly remainingMl: number;
}

interface Stocked {
  readonly servingMl: number;
  readonly pouringTimeMs: number | null;
}

/** How a place pours; see PouredPart. */
export type PlaceFault = Pick<PouredPart, 'isBlocked' | 'slowness'>;

export class Shelf {
  readonly #stocked = new Map<string, Stocked>();
  readonly #faults = new Map<number, PlaceFault>();
  #bottles: Bottle[];

  constructor(ingredients: readonly Ingredient[]) {
    for (const { id, servingSize, ingredientPouringTime } of ingredients) {
      this.#stocked.set(id, { servingMl: servingSize, pouringTimeMs: ingredientPouringTime });
    }
    this.#bottles = ingredients.flatMap(({ id, places }) =>
      places.map(({ position, sizeMl, remainingMl }) => ({
        position: Number(position),
        ingredientId: id,
        sizeMl,
        remainingMl,
      })),
    );
  }

  /**
   * An ingredient as it would be poured next: from its first position with enough in it, else from the fullest.
   * @returns null when it is not loaded
   */
  part(ingredientId: string, servings: number): PouredPart | null {
    const stocked = this.#stocked.get(ingredientId);
    const own = this.#bottles.filter((bottle) => bottle.ingredientId === ingredientId);
    if (!stocked || own.length === 0) return null;
    const requestedMl = stocked.servingMl * servings;
    const bottle =
      own.find(({ remainingMl }) => remainingMl >= requestedMl) ??
      own.reduce((fullest, next) => (next.remainingMl > fullest.remainingMl ? next : fullest));
    const fault = this.#faults.get(bottle.position);
    return {
      ingredientId,
      position: bottle.position,
      leftMl: bottle.remainingMl,
      ...stocked,
      ...fault,
    };
  }

  /** Positions with something in them, in their order. */
  get positions(): number[] {
    return this.#bottles.map(({ position }) => position).toSorted((a, b) => a - b);
  }

  setFault(position: number, fault: PlaceFault): void {
    this.#faults.set(position, fault);
  }

  drain(pours: readonly ReportedPart[]): void {
    const drained = new Map(
      deductPours(this.#bottles, pours).map((bottle) => [bottle.position, bottle]),
    );
    this.#bottles = this.#bottles.map((bottle) => drained.get(bottle.position) ?? bottle);
  }

  /** True when less than a serving is left. */
  isShortOf(ingredientId: string): boolean {
    const part = this.part(ingredientId, 1);
    return part !== null && (part.leftMl ?? 0) < part.servingMl;
  }

  refill(ingredientId: string): void {
    this.#bottles = this.#bottles.map((bottle) =>
      bottle.ingredientId === ingredientId ? { ...bottle, remainingMl: bottle.sizeMl } : bottle,
    );
  }
}
