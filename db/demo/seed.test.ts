import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { database, withTestDatabase } from '../testing/with-database.ts';
import { type DemoPicture, seedPictures } from './pictures.ts';
import { seedDemo } from './seed.ts';

withTestDatabase();
beforeAll(async () => {
  await seedDemo(database.connection.db, { now: () => new Date('2026-03-01T12:00:00Z') });
}, 120_000);

test("counts an ingredient's servings sold from its drinks, a double twice", async () => {
  const { rows } = await sql<{ total: number; sold: number; nothing: number }>`
    select
      (select sum(servings_sold) from unit_inventory) as total,
      (
        select sum(success_quantity * (1 + is_double::int) * cardinality(ingredient_ids)) from ordered_drinks
      ) as sold,
      (select count(*) from unit_inventory where servings_sold = 0) as nothing
  `.execute(database.connection.db);
  expect(rows[0]?.total).toBeGreaterThan(1000);
  expect(rows[0]?.total).toBe(rows[0]?.sold);
  expect(rows[0]?.nothing).toBeLessThan(20);
});

test('follows the rule that a base on a classic carousel is liquor', async () => {
  const { rows } = await sql`
    select ingredient.name from ingredients as ingredient
    join unit_inventory as entry on entry.ingredient_id = ingredient.id
    join units as unit on unit.id = entry.unit_id
    where unit.category = 'ROTENDER_CLASSIC' and ingredient.source = 'carousel'
      and not 'mixer' = any(ingredient.base_or_mixer) and ingredient.category <> 'Liquor'
  `.execute(database.connection.db);
  expect(rows).toEqual([]);
});

test('records the failure of every drink that was not poured completely', async () => {
  const { rows } = await sql<{ failed: number; explained: number; wholeOnes: number }>`
    select
      count(*) filter (where drink.success_quantity < drink.quantity) as failed,
      count(*) filter (where drink.success_quantity < drink.quantity and pour.outcomes <> '{poured}') as explained,
      count(*) filter (where drink.success_quantity = drink.quantity and pour.outcomes = '{poured}') as "wholeOnes"
    from ordered_drinks as drink
    left join (
      select venue_id, order_id, drink_index, array_agg(distinct outcome) as outcomes
      from pours group by venue_id, order_id, drink_index
    ) as pour using (venue_id, order_id, drink_index)
  `.execute(database.connection.db);
  const { failed = 0, explained = 0, wholeOnes = 0 } = rows[0] ?? {};
  expect(failed).toBeGreaterThan(100);
  expect(explained).toBeGreaterThan(0.85 * failed);
  expect(wholeOnes).toBeGreaterThan(100);
});

test('has a case for every failed drink, and only those of the last two days open', async () => {
  const { rows } = await sql<{ failed: number; cases: number; open: number; earliest: Date }>`
    select
      (select count(*) from ordered_drinks where success_quantity < quantity) as failed,
      count(*) as cases,
      count(*) filter (where state = 'open') as open,
      min(sold_at) filter (where state = 'open') as earliest
    from pour_cases
  `.execute(database.connection.db);
  const { failed, cases, open = 0, earliest = new Date(0) } = rows[0] ?? {};
  expect(cases).toBe(failed);
  expect(open).toBeGreaterThan(5);
  expect(earliest.getTime()).toBeGreaterThanOrEqual(Date.parse('2026-02-27T12:00:00Z'));
  const { rows: groups } = await sql<{ cases: number }>`
    select count(*) as cases from pour_cases where state = 'open' and cause = 'blocked' group by group_id
  `.execute(database.connection.db);
  expect(Math.max(...groups.map((group) => group.cases))).toBeGreaterThan(2);
});

test('knows what every ingredient costs, from its first sale on', async () => {
  const { rows } = await sql<{ name: string }>`
    select name from ingredients as ingredient
    where not exists (
      select from ingredient_costs as cost
      where cost.venue_id = ingredient.venue_id and cost.ingredient_id = ingredient.id
        and cost.from_at <= (select min(sold_at) from orders where orders.venue_id = ingredient.venue_id)
    )
  `.execute(database.connection.db);
  expect(rows).toEqual([]);
});

test('has suppliers whose deliveries add up to what is in the storeroom, and weights of what is counted', async () => {
  const { rows } = await sql<{ name: string; suppliers: number; delivered: number; held: number }>`
    select venue.name,
      (select count(*) from suppliers where suppliers.owner_id = venue.owner_id) as suppliers,
      (select sum(bottles * bottle_ml) from delivery_lines as line where line.venue_id = venue.id)::float as delivered,
      (select sum(remaining_ml) from store_levels as level where level.venue_id = venue.id)::float as held,
      (select sum(ml) from stock_movements as movement where movement.venue_id = venue.id and store_id is not null)::float as moved
    from venues as venue where exists (select from ingredients where ingredients.venue_id = venue.id)
  `.execute(database.connection.db);
  expect(rows.length).toBeGreaterThan(1);
  for (const { name, suppliers, delivered, held, ...more } of rows) {
    expect(suppliers, name).toBeGreaterThan(0);
    expect(delivered, name).toBeGreaterThan(0);
    expect({ held, ...more }, name).toEqual({ held: delivered, moved: delivered });
  }
  const { rows: unweighed } = await sql`
    select name from ingredients
    where category in ('Liquor', 'Syrup/Puree') and source = 'carousel' and (tare_weight_g is null or density is null)
  `.execute(database.connection.db);
  expect(unweighed).toEqual([]);
});

test('includes every failure that a unit can report', async () => {
  const { rows } = await sql<{ outcome: string }>`
    select distinct outcome from pours order by outcome
  `.execute(database.connection.db);
  expect(rows.map(({ outcome }) => outcome)).toEqual([
    'blocked',
    'cancelled',
    'empty',
    'partial',
    'poured',
    'timeout',
  ]);
});

test('gives every ingredient a picture of its own, and none a second', async () => {
  const { db } = database.connection;
  const stored: DemoPicture[] = [];
  const store = (picture: DemoPicture) => Promise.resolve(void stored.push(picture));
  await seedPictures(db, { now: () => new Date(), store });
  const shown = await db.selectFrom('ingredients').select('image_url').execute();
  const files = await db.selectFrom('files').select(['key', 'size_bytes', 'state']).execute();
  expect(shown.map(({ image_url: url }) => url).sort()).toEqual(
    stored.map(({ key }) => key).sort(),
  );
  expect(files).toHaveLength(stored.length);
  expect(files).toEqual(
    expect.arrayContaining(
      stored.map(({ key, content }) => ({ key, size_bytes: content.length, state: 'stored' })),
    ),
  );

  await seedPictures(db, { now: () => new Date(), store });
  expect(stored).toHaveLength(shown.length);
});

test('has a unit that was not in contact for an evening, and its sales of that time came afterwards', async () => {
  const { rows } = await sql<{ sales: number; early: number }>`
    select count(*) as sales, count(*) filter (where received_at < until_at) as early
    from contact_gaps join orders using (venue_id, unit_id)
    where sold_at >= from_at and sold_at < until_at
  `.execute(database.connection.db);
  expect(rows[0]?.sales).toBeGreaterThan(0);
  expect(rows[0]?.early).toBe(0);
});

test('has units that are older than their sales', async () => {
  const { rows } = await sql<{ sales: number }>`
    select count(*) as sales from orders join units on units.id = orders.unit_id
    where orders.sold_at < units.created_at
  `.execute(database.connection.db);
  expect(rows[0]?.sales).toBe(0);
});

test('every unit that sells has a key and a card reader, and the night of a bar is not cut at midnight', async () => {
  const { rows } = await sql<{ units: number; keyed: number; readers: number; cut: number }>`
    select
      (select count(*) from units) as units,
      (select count(distinct unit_id) from unit_keys) as keyed,
      (select count(*) from units where stripe_reader_id <> '') as readers,
      (
        select count(*) from venues
        where name in ('Rooftop Bar', 'Harbour Terrace') and not exists (select from venue_clocks where venue_clocks.venue_id = venues.id)
      ) as cut
  `.execute(database.connection.db);
  const { units = 0, keyed, readers, cut } = rows[0] ?? {};
  expect(units).toBeGreaterThan(2);
  expect([keyed, readers, cut]).toEqual([units, units, 0]);
});

test('shows half a year of sales, of which the first two months are quieter', async () => {
  const { rows } = await sql<{ days: number; quiet: number; busy: number }>`
    select
      count(distinct sold_at::date) as days,
      count(*) filter (where sold_at < '2025-11-01') / 63::float as quiet,
      count(*) filter (where sold_at >= '2025-11-01') / 120::float as busy
    from orders
  `.execute(database.connection.db);
  const { days = 0, quiet = 0, busy = 0 } = rows[0] ?? {};
  expect(days).toBeGreaterThan(180);
  expect(quiet).toBeGreaterThan(0.7 * busy);
  expect(quiet).toBeLessThan(busy);
});
