/** What the ingredients of the demo cost and weigh, who delivers them, and what was delivered. */
import { type Insertable, sql } from 'kysely';
import { v7 } from 'uuid';
import { groupBy } from '../../lib/lists.ts';
import { deliveredMl } from '../../rules/stock/deliveries.ts';
import type { Tables, Tx } from '../tables/tables.ts';
import { insertRows } from './insert-rows.ts';

interface Supplied {
  /** Cents of a bottle, a bag of the soda gun or a keg. */
  cents: number;
  /** Typical grams of an empty bottle of a litre, and grams per millilitre; left out of what is not weighed. */
  tare?: number;
  density?: number;
}

interface Supplier {
  deliveryDays: number;
  leadDays: number;
  /** Bottles in a delivery, of each ingredient. */
  bottles: number;
  supplies: Readonly<Record<string, Supplied>>;
}

const suppliers: Readonly<Record<string, Supplier>> = {
  'Empire Spirits': {
    deliveryDays: 7,
    leadDays: 2,
    bottles: 2,
    supplies: {
      "Tito's Vodka": { cents: 24_50, tare: 545, density: 0.948 },
      Beefeater: { cents: 27_90, tare: 500, density: 0.942 },
      'Bacardí Carta Blanca': { cents: 19_90, tare: 475, density: 0.948 },
      'Patrón Silver': { cents: 52_90, tare: 760, density: 0.948 },
      "Maker's Mark": { cents: 36_50, tare: 620, density: 0.94 },
      Cointreau: { cents: 38_90, tare: 640, density: 1.04 },
      'Martini Rosso': { cents: 12_90, tare: 520, density: 1.05 },
      Campari: { cents: 31_90, tare: 560, density: 1.06 },
      Aperol: { cents: 26_90, tare: 520, density: 1.07 },
      Midori: { cents: 29_90, tare: 610, density: 1.09 },
    },
  },
  'Hudson Wine': {
    deliveryDays: 14,
    leadDays: 3,
    bottles: 3,
    supplies: { Prosecco: { cents: 14_90 } },
  },
  'Green Market': {
    deliveryDays: 7,
    leadDays: 1,
    bottles: 2,
    supplies: {
      'Lime Juice': { cents: 6_90, tare: 42, density: 1.03 },
      'Espresso Martini Mix': { cents: 18_90, tare: 450, density: 1.08 },
    },
  },
  'City Beverages': {
    deliveryDays: 14,
    leadDays: 2,
    bottles: 1,
    supplies: {
      Cola: { cents: 59_00 },
      Tonic: { cents: 61_00 },
      Soda: { cents: 24_00 },
      Cranberry: { cents: 66_00 },
    },
  },
  'Harbour Brewing': {
    deliveryDays: 7,
    leadDays: 2,
    bottles: 1,
    supplies: { 'Harbour Lager': { cents: 145_00 }, '+1 Pale Ale': { cents: 179_00 } },
  },
};

const supplied = Object.entries(suppliers).flatMap(([supplier, { supplies }]) =>
  Object.entries(supplies).map(([name, of]) => ({ name, supplier, ...of })),
);

/** Inserts what each ingredient has cost since its venue was made, what it weighs, its suppliers and their deliveries. */
export async function insertSupplies(db: Tx, now: Date): Promise<void> {
  await sql`
    insert into ingredient_costs (venue_id, ingredient_id, from_at, cents, per_ml, supplier)
    select ingredient.venue_id, ingredient.id, venue.created_at, cost.cents, ingredient.size_ml, cost.supplier
    from ingredients as ingredient
    join venues as venue on venue.id = ingredient.venue_id
    join unnest(
      ${supplied.map(({ name }) => name)}::text[], ${supplied.map(({ cents }) => cents)}::bigint[],
      ${supplied.map(({ supplier }) => supplier)}::text[]
    ) as cost (name, cents, supplier) on cost.name = ingredient.name
  `.execute(db);
  for (const { name, tare, density } of supplied)
    if (tare !== undefined && density !== undefined)
      await db
        .updateTable('ingredients')
        .set({ tare_weight_g: tare, density })
        .where('name', '=', name)
        .execute();
  await insertDeliveries(db, now);
}

interface Stocked {
  venue_id: string;
  owner_id: string;
  ingredient_id: string;
  size_ml: number;
  supplier: string;
}

const dayMs = 86_400_000;
/** Deliveries that the list shows. */
const shownDays = 30;

/** Inserts a storeroom of each venue, into which its suppliers have delivered in the last month. */
async function insertDeliveries(db: Tx, now: Date): Promise<void> {
  const { rows } = await sql<Stocked>`
    select cost.venue_id, venue.owner_id, cost.ingredient_id, cost.per_ml as size_ml, cost.supplier
    from ingredient_costs as cost join venues as venue on venue.id = cost.venue_id
    order by venue.created_at, cost.ingredient_id
  `.execute(db);
  for (const ofOwner of groupBy(rows, ({ owner_id }) => owner_id).values())
    await insertSuppliers(db, ofOwner, now);
  for (const ofVenue of groupBy(rows, ({ venue_id }) => venue_id).values())
    await insertStoreroom(db, ofVenue, now);
}

async function insertSuppliers(db: Tx, stocked: readonly Stocked[], now: Date): Promise<void> {
  const [owner] = stocked;
  if (!owner) return;
  const names = [...new Set(stocked.map(({ supplier }) => supplier))];
  await insertRows(
    db,
    'suppliers',
    names.map((name) => ({
      id: v7(),
      owner_id: owner.owner_id,
      name,
      email: `orders@${name.toLowerCase().replace(' ', '-')}.example`,
      delivery_days: suppliers[name]?.deliveryDays ?? null,
      lead_days: suppliers[name]?.leadDays ?? 0,
      created_at: daysAgo(now, shownDays),
    })),
  );
}

const daysAgo = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs);

async function insertStoreroom(db: Tx, stocked: readonly Stocked[], now: Date): Promise<void> {
  const [venue] = stocked;
  if (!venue) return;
  const { venue_id, owner_id } = venue;
  const store_id = v7();
  const room = { venue_id, id: store_id, name: 'Cellar', created_at: daysAgo(now, shownDays) };
  await insertRows(db, 'stores', [room]);
  const deliveries: Insertable<Tables['deliveries']>[] = [];
  const lines: Insertable<Tables['delivery_lines']>[] = [];
  const movements: Insertable<Tables['stock_movements']>[] = [];
  const levels = new Map<string, number>();
  for (const [supplier, of] of groupBy(stocked, (row) => row.supplier)) {
    const from = suppliers[supplier];
    if (!from) continue;
    const { deliveryDays, leadDays, bottles } = from;
    for (let days = shownDays - leadDays - 1; days > 0; days -= deliveryDays) {
      const at = daysAgo(now, days);
      const newId = () => v7({ msecs: at.getTime() });
      const id = newId();
      const ids = { venue_id, delivery_id: id };
      const received = { received_by: owner_id, undone_at: null, order_id: null };
      deliveries.push({ venue_id, id, key: id, supplier, store_id, at, ...received });
      for (const { ingredient_id, size_ml } of of) {
        const ml = deliveredMl(bottles, size_ml);
        const before = levels.get(ingredient_id) ?? 0;
        levels.set(ingredient_id, before + ml);
        lines.push({
          ...ids,
          ingredient_id,
          bottles,
          bottle_ml: size_ml,
          cents: null,
          cost_from: null,
        });
        movements.push({
          venue_id,
          id: newId(),
          at,
          store_id,
          ingredient_id,
          kind: 'delivered',
          ml,
          level_before_ml: before,
          level_after_ml: before + ml,
          actor_id: owner_id,
          note: '',
        });
      }
    }
  }
  await insertRows(db, 'deliveries', deliveries);
  await insertRows(db, 'delivery_lines', lines);
  await insertRows(db, 'stock_movements', movements);
  const stock = [...levels].map(([ingredient_id, remaining_ml]) => ({
    venue_id,
    store_id,
    ingredient_id,
    remaining_ml,
  }));
  await insertRows(db, 'store_levels', stock);
}
