import type { Reads } from '../../db/pool/reads.ts';
import { nothingOnHand } from '../../rules/stock/on-hand.ts';
import { bottlesToOrder } from '../../rules/stock/stock-orders.ts';
import { type CostedIngredient, listCosts } from '../loss/costs.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { onHandIn, readStock } from '../stock-counts/read-stock.ts';
import type { VenueRow } from '../venues/venues.queries.ts';
import { proposePars } from './propose-pars.ts';
import { listSupplies, type SupplyRow, sumOutstanding } from './stock-orders.queries.ts';
import { listSuppliers, type SupplierRow } from './suppliers.queries.ts';

type Deps = Pick<AppDeps, 'db' | 'now' | 'flags'>;

/** Supplier, bottle and case of an ingredient: what is set for it, else what its cost says. */
export interface Bought {
  ingredientId: string;
  name: string;
  supplier: SupplierRow | null;
  servingMl: number;
  /** Of a bottle. */
  bottleMl: number;
  /** Bottles in a case. */
  caseSize: number;
  set: SupplyRow | null;
}

/** Returns how each ingredient of a venue is bought, by name. */
export async function readBought(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  venue: Pick<VenueRow, 'id' | 'owner_id'>,
): Promise<Bought[]> {
  const [ingredients, supplies, suppliers] = await Promise.all([
    listCosts(db, venue.id, now()),
    listSupplies(db, venue.id),
    listSuppliers(db, venue.owner_id),
  ]);
  const setOf = new Map(supplies.map((row) => [row.ingredient_id, row]));
  return ingredients.map((one) => boughtAs(one, setOf.get(one.id) ?? null, suppliers));
}

function boughtAs(
  { id, name, size_ml, serving_size_ml, cost }: CostedIngredient,
  set: SupplyRow | null,
  suppliers: readonly SupplierRow[],
): Bought {
  const ofCost = cost?.supplier.toLowerCase() ?? '';
  const supplier =
    suppliers.find((one) => one.id === set?.supplier_id) ??
    suppliers.find((one) => one.name.toLowerCase() === ofCost) ??
    null;
  return {
    ingredientId: id,
    name,
    supplier,
    servingMl: serving_size_ml,
    bottleMl: set?.bottle_ml ?? size_ml,
    caseSize: set?.case_size ?? cost?.case_size ?? 1,
    set,
  };
}

export interface ToOrder extends Bought {
  /** The one that was typed, else the proposed one; null without either. */
  par: number | null;
  proposed: number | null;
  onHandMl: number;
  levelKnown: boolean;
  orderedMl: number;
  /** Bottles, in whole cases. */
  toOrder: number;
}

/** Reads what is to be ordered of each ingredient of a venue, by supplier and name; those without a supplier last. */
export async function readOrderList(
  deps: Deps & { reads: Reads },
  venue: VenueRow,
  timezone: string,
): Promise<ToOrder[]> {
  const bought = await readBought(deps, venue);
  const [stock, outstanding, pars] = await Promise.all([
    readStock(deps, venue.id),
    sumOutstanding(deps.db, venue.id),
    proposePars(deps, venue.id, timezone, bought),
  ]);
  const onHand = onHandIn(stock);
  const ordered = new Map<string, number>();
  for (const { ingredient_id: id, bottles, bottle_ml } of outstanding)
    ordered.set(id, (ordered.get(id) ?? 0) + bottles * bottle_ml);
  return bought
    .map((one) => {
      const { ml: onHandMl, levelKnown } = onHand.get(one.ingredientId) ?? nothingOnHand;
      const orderedMl = ordered.get(one.ingredientId) ?? 0;
      const proposed = pars.get(one.ingredientId) ?? null;
      const par = one.set?.par ?? proposed;
      const toOrder = par === null ? 0 : bottlesToOrder({ ...one, par, onHandMl, orderedMl });
      return { ...one, par, proposed, onHandMl, levelKnown, orderedMl, toOrder };
    })
    .sort(bySupplier);
}

function bySupplier(one: ToOrder, other: ToOrder): number {
  if (one.supplier === null || other.supplier === null)
    return Number(one.supplier === null) - Number(other.supplier === null);
  return one.supplier.name.localeCompare(other.supplier.name, 'en');
}
