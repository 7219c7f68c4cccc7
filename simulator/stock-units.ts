/** Stocks empty units through the owner's API, with the same ingredients for all, as in a venue. */
import pLimit from 'p-limit';
import type { EndpointResponse } from '../contract/endpoints.ts';
import { toDollars } from '../lib/money.ts';
import { classicsOf } from '../rules/drinks/classics.ts';
import { drinkPriceCents } from '../rules/drinks/drink-price.ts';
import type { PouredPart, ReportedPart } from '../rules/simulation/pour-outcome.ts';
import type { IngredientCategory } from '../rules/stock/ingredient.ts';
import type { IngredientSource, UnitCategory } from '../rules/stock/positions.ts';
import { deductPours } from '../rules/stock/pour-stock.ts';
import type { Session } from './api.ts';

export type Unit = EndpointResponse<'listUnits'>[number];

/** Concurrency limit; setup is not part of the measurement. */
const atOnce = 8;

/** @param units empty units of either category */
export async function stockUnits(
  session: Session,
  venueId: string,
  units: readonly Unit[],
): Promise<void> {
  const known = await listKnown(session, venueId);
  const limit = pLimit(atOnce);
  for (const category of ['ROTENDER_CLASSIC', 'BEERTENDER'] as const) {
    // The first unit creates the ingredients in the venue; the others reuse them.
    const [first, ...others] = units.filter((unit) => unit.category === category);
    if (first) await stockUnit(session, first, known);
    await Promise.all(others.map((unit) => limit(() => stockUnit(session, unit, known))));
  }
}

/** Ingredient ids of the venue by name and position. */
type Known = Map<string, string>;

const keyOf = ({ name, source }: Pick<ListedIngredient, 'name' | 'source'>) => `${source}: ${name}`;

async function listKnown(session: Session, venueId: string): Promise<Known> {
  const { body } = await session.send('listIngredients', { params: { venueId }, query: {} });
  return new Map(body.map((ingredient) => [keyOf(ingredient), ingredient.id]));
}

async function stockUnit(session: Session, unit: Unit, known: Known): Promise<void> {
  const ids = new Map<string, string>();
  for (const listed of barList(unit.category)) {
    const id = await place(session, unit, listed, known.get(keyOf(listed)));
    known.set(keyOf(listed), id);
    ids.set(listed.name, id);
  }
  for (const { name, priceCents, of } of drinkList(unit.category)) {
    const ingredients = of.flatMap((ingredient) => ids.get(ingredient) ?? []);
    await session.send('createDrink', {
      body: {
        name,
        price: toDollars(priceCents),
        ingredients,
        venueId: unit.venueId,
        unitId: unit._id,
      },
    });
  }
}

async function place(
  session: Session,
  unit: Unit,
  listed: ListedIngredient,
  known: string | undefined,
): Promise<string> {
  const inUnit = {
    unitId: unit._id,
    price: toDollars(listed.priceCents),
    doublePrice: toDollars(listed.doublePriceCents),
    positionInUnit: [...listed.positions],
    // No restock notices, because the simulator refills at once.
    threshold: 0,
  };
  if (known !== undefined) {
    await session.send('updateIngredient', { params: { id: known }, body: inUnit });
    return known;
  }
  const { body } = await session.send('createIngredient', {
    body: {
      ...inUnit,
      name: listed.name,
      venueId: unit.venueId,
      source: listed.source,
      category: listed.category,
      baseOrMixer: [listed.category === 'Liquor' || listed.category === 'Beer' ? 'base' : 'mixer'],
      ...(listed.sizeMl === undefined ? {} : { ingredientSize: listed.sizeMl }),
    },
  });
  return body.id;
}

type Ingredient = EndpointResponse<'listUnitIngredients'>[number];

export interface Bottle {
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
export type PlaceFault = Pick<PouredPart, 'isBlocked' | 'slowness' | 'overPour'>;

/** Contents of a virtual unit: its bottles, bags and kegs, and their actual levels. */
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

  /** Levels of all positions. */
  get bottles(): readonly Bottle[] {
    return this.#bottles;
  }

  /** Takes from a position what is not poured; returns false where there is less in it. */
  take(position: number, ml: number): boolean {
    const held = this.#bottles.find((bottle) => bottle.position === position);
    if (!held || held.remainingMl < ml) return false;
    this.#setLevel(position, Math.round((held.remainingMl - ml) * 100) / 100);
    return true;
  }

  fill(position: number): void {
    const held = this.#bottles.find((bottle) => bottle.position === position);
    if (held) this.#setLevel(position, held.sizeMl);
  }

  #setLevel(position: number, remainingMl: number): void {
    this.#bottles = this.#bottles.map((bottle) =>
      bottle.position === position ? { ...bottle, remainingMl } : bottle,
    );
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

export interface ListedIngredient {
  readonly name: string;
  readonly priceCents: number;
  readonly doublePriceCents: number;
  readonly source: IngredientSource;
  readonly category: IngredientCategory;
  readonly positions: readonly string[];
  /** Absent for the default size. */
  readonly sizeMl?: number;
}

export interface ListedDrink {
  readonly name: string;
  readonly priceCents: number;
  /** Ingredient names. */
  readonly of: readonly string[];
}

const listed = (
  name: string,
  priceCents: number,
  category: IngredientCategory,
  ...positions: string[]
): ListedIngredient => {
  const source = Number(positions[0]) > 100 ? 'soda gun' : 'carousel';
  const bag = source === 'soda gun' ? { sizeMl: 18_927.05 } : {};
  const doublePriceCents = Math.round(priceCents * 0.035) * 50;
  return { name, priceCents, doublePriceCents, source, category, positions, ...bag };
};

const bar: readonly ListedIngredient[] = [
  listed('Vodka', 700, 'Liquor', '1', '2'),
  listed('London Dry Gin', 750, 'Liquor', '3', '4'),
  listed('White Rum', 700, 'Liquor', '5'),
  listed('Tequila', 900, 'Liquor', '6'),
  listed('Bourbon', 850, 'Liquor', '7'),
  listed('Triple Sec', 350, 'Liquor', '8'),
  listed('Campari', 450, 'Liquor', '9'),
  listed('Sweet Vermouth', 350, 'Liquor', '10'),
  listed('Coffee Liqueur', 450, 'Liquor', '11'),
  listed('Lime Juice', 100, 'Syrup/Puree', '12'),
  listed('Lemon Juice', 100, 'Syrup/Puree', '13'),
  listed('Sugar Syrup', 50, 'Syrup/Puree', '14'),
  listed('Cranberry Juice', 200, 'Syrup/Puree', '15'),
  listed('Orange Juice', 200, 'Syrup/Puree', '16'),
  listed('Cola', 250, 'Syrup/Puree', '101'),
  listed('Soda', 150, 'Syrup/Puree', '102'),
  listed('Ginger Beer', 300, 'Syrup/Puree', '103'),
];

const taps: readonly ListedIngredient[] = [
  listed('House Lager', 700, 'Beer', '1'),
  listed('House Ale', 800, 'Beer', '2'),
];

/** Stock and drinks the simulator loads into an empty unit: a full bar for a classic unit, two taps for a beer unit. */
export const barList = (category: UnitCategory): readonly ListedIngredient[] =>
  category === 'ROTENDER_CLASSIC' ? bar : taps;

/** Classics that can be mixed from the bar list, and a free soda; or a glass of each tap. */
export function drinkList(category: UnitCategory): ListedDrink[] {
  const list = barList(category);
  if (category !== 'ROTENDER_CLASSIC') {
    return list.map(({ name, priceCents }) => ({ name, priceCents, of: [name] }));
  }
  const loaded = list.map((ingredient) => ({ ...ingredient, id: ingredient.name }));
  const classics = classicsOf(loaded, []).map(({ name, ingredients }) => ({
    name,
    priceCents: drinkPriceCents(ingredients),
    of: ingredients.map((ingredient) => ingredient.name),
  }));
  return [...classics, { name: 'Soda on the House', priceCents: 0, of: ['Soda'] }];
}
