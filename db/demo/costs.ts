/** Costs of the ingredients of the demo. */
import { sql } from 'kysely';
import type { Tx } from '../tables/tables.ts';

/** Cents of a bottle, a bag of the soda gun or a keg, by ingredient. */
const suppliers: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'Empire Spirits': {
    "Tito's Vodka": 24_50,
    Beefeater: 27_90,
    'Bacardí Carta Blanca': 19_90,
    'Patrón Silver': 52_90,
    "Maker's Mark": 36_50,
    Cointreau: 38_90,
    'Martini Rosso': 12_90,
    Campari: 31_90,
    Aperol: 26_90,
    Midori: 29_90,
  },
  'Hudson Wine': { Prosecco: 14_90 },
  'Green Market': { 'Lime Juice': 6_90, 'Espresso Martini Mix': 18_90 },
  'City Beverages': { Cola: 59_00, Tonic: 61_00, Soda: 24_00, Cranberry: 66_00 },
  'Harbour Brewing': { 'Harbour Lager': 145_00, '+1 Pale Ale': 179_00 },
};

/** Inserts what each ingredient has cost since its venue was made. */
export async function insertCosts(db: Tx): Promise<void> {
  const rows = Object.entries(suppliers).flatMap(([supplier, costs]) =>
    Object.entries(costs).map(([name, cents]) => ({ name, cents, supplier })),
  );
  await sql`
    insert into ingredient_costs (venue_id, ingredient_id, from_at, cents, per_ml, supplier)
    select ingredient.venue_id, ingredient.id, venue.created_at, cost.cents, ingredient.size_ml, cost.supplier
    from ingredients as ingredient
    join venues as venue on venue.id = ingredient.venue_id
    join unnest(
      ${rows.map(({ name }) => name)}::text[], ${rows.map(({ cents }) => cents)}::bigint[],
      ${rows.map(({ supplier }) => supplier)}::text[]
    ) as cost (name, cents, supplier) on cost.name = ingredient.name
  `.execute(db);
}
