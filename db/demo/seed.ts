/** Fills an empty database with the demo data. */
import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { seededRandom } from '../../lib/seeded-random.ts';
import { rebuildRollups } from '../rebuild-rollups.ts';
import type { Db, Tx } from '../tables/tables.ts';
import { seedData, type SeedAccount, demoFlags, demoPassword } from './accounts.ts';
import { type DemoSale, salesOf, type SellingUnit } from './history.ts';
import { blockPosition, casesOf, insertCases } from './cases.ts';
import { insertHeartbeat } from './heartbeat.ts';
import { insertContactGap } from './contact-gap.ts';
import { insertRefusedSale } from './refused-sale.ts';
import { insertSeedUnit } from './seed-unit.ts';

const daysOfHistory = 120;

/** True when no account exists. */
export async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;
}

export async function seedDemo(
  db: Db,
  { now }: { now: () => Date },
): Promise<{ accounts: { email: string; password: string; what: string }[] }> {
  const passwordHash = await hash(demoPassword);
  await db.transaction().execute(async (transaction) => {
    const units: SellingUnit[] = [];
    for (const account of seedData)
      units.push(...(await insertAccount(transaction, account, passwordHash, now())));
    await switchFlagsOn(transaction);
    for (const [index, unit] of units.entries()) {
      const random = seededRandom(20_240_301 + index);
      const sales = [...salesOf(unit, now(), daysOfHistory, random)];
      if (index === 0) blockPosition(sales, now());
      await insertSales(transaction, sales);
      await insertCases(transaction, casesOf(sales, now(), random));
    }
    const [first, second] = units;
    if (first) {
      await insertRefusedSale(transaction, first, now());
      await insertHeartbeat(transaction, first, now());
    }
    if (second) await insertContactGap(transaction, second, now());
    await countServings(transaction);
    await rebuildRollups(transaction);
  });
  await sql`analyze`.execute(db);
  return {
    accounts: seedData.flatMap(({ email, what }) =>
      what === undefined ? [] : [{ email, password: demoPassword, what }],
    ),
  };
}

async function switchFlagsOn(db: Tx): Promise<void> {
  for (const { venue, unit, flag } of demoFlags) {
    await sql`
      insert into flag_switches (venue_id, target_id, flag, enabled)
      select venues.id, coalesce(units.id, venues.id), ${flag}, true
      from venues left join units on units.venue_id = venues.id and units.unit_number = ${unit}::int
      where venues.name = ${venue}
    `.execute(db);
  }
}

async function insertAccount(
  db: Tx,
  account: SeedAccount,
  passwordHash: string,
  now: Date,
): Promise<SellingUnit[]> {
  const ownerId = account.id ?? v7();
  await db
    .insertInto('users')
    .values({
      id: ownerId,
      account_type: account.accountType,
      name: account.name,
      first_name: account.firstName ?? null,
      last_name: account.lastName ?? null,
      email: account.email,
      password_hash: passwordHash,
    })
    .execute();
  if (account.staffOf) await insertMembership(db, ownerId, account.staffOf, now);
  const contacts = account.venues.flatMap(({ units }) =>
    units.flatMap((unit) => unit.contacts ?? []),
  );
  const recipients = [
    { channel: 'mail' as const, address: account.email },
    ...[...new Set(contacts)].map((address) => ({ channel: 'sms' as const, address })),
  ];
  await db
    .insertInto('recipients')
    .values(recipients.map((each) => ({ ...each, account_id: ownerId, state: 'confirmed' })))
    .execute();
  const units: SellingUnit[] = [];
  for (const [index, venue] of account.venues.entries()) {
    const venueId = v7();
    const createdAt = new Date(now.getTime() - (daysOfHistory + 30 - index) * 86_400_000);
    await db
      .insertInto('venues')
      .values({
        id: venueId,
        owner_id: ownerId,
        name: venue.name,
        tax_percentage: venue.taxPercentage,
        created_at: createdAt,
      })
      .execute();
    if (venue.clock) {
      await db
        .insertInto('venue_clocks')
        .values({
          venue_id: venueId,
          from_day: createdAt.toISOString().slice(0, 10),
          timezone: venue.clock.timezone,
          starts_minutes: venue.clock.startsMinutes,
          set_at: createdAt,
        })
        .execute();
    }
    const of = { id: venueId, taxPercentage: venue.taxPercentage, createdAt };
    for (const unit of venue.units) units.push(await insertSeedUnit(db, of, unit, now));
  }
  return units;
}

async function insertMembership(
  db: Tx,
  userId: string,
  { owner, role, venue }: NonNullable<SeedAccount['staffOf']>,
  now: Date,
): Promise<void> {
  const { id: ownerId } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', owner)
    .executeTakeFirstOrThrow();
  const venues = await db
    .selectFrom('venues')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('name', '=', venue ?? '')
    .execute();
  await db
    .insertInto('memberships')
    .values({
      owner_id: ownerId,
      user_id: userId,
      role,
      venue_ids: venue === undefined ? null : venues.map(({ id }) => id),
      created_at: now,
    })
    .execute();
}

/** Updates the servings sold per ingredient; a double counts as two. */
async function countServings(db: Tx): Promise<void> {
  await sql`
    update unit_inventory as entry set servings_sold = sold.servings
    from (
      select orders.unit_id, part.ingredient_id,
        sum(drink.success_quantity * case when drink.is_double then 2 else 1 end) as servings
      from orders
      join ordered_drinks as drink on drink.venue_id = orders.venue_id and drink.order_id = orders.id
      cross join unnest(drink.ingredient_ids) as part (ingredient_id)
      group by orders.unit_id, part.ingredient_id
    ) as sold
    where entry.unit_id = sold.unit_id and entry.ingredient_id = sold.ingredient_id
  `.execute(db);
}

const batch = 500;

async function insertSales(db: Tx, sales: readonly DemoSale[]): Promise<void> {
  for (let first = 0; first < sales.length; first += batch) {
    const some = sales.slice(first, first + batch);
    await db
      .insertInto('orders')
      .values(some.map((sale) => sale.order))
      .execute();
    await db
      .insertInto('ordered_drinks')
      .values(some.flatMap((sale) => sale.drinks))
      .execute();
    const pours = some.flatMap((sale) => sale.pours);
    if (pours.length > 0) await db.insertInto('pours').values(pours).execute();
  }
}
