/** Unit data for the venue overview, in one statement each. */
import { sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';

export interface UnitActivity {
  id: string;
  unit_number: number;
  unit_name: string | null;
  category: string;
  last_sold_at: Date | null;
  /** Latest date of a sale that is dated ahead. */
  dated_ahead: Date | null;
  /** Impossible date that the unit sent with its last sale. */
  impossible_date: Date | null;
  /** That nothing was charged for the last sale. */
  is_last_free: boolean;
}

/**
 * Lists the units of a venue, oldest first, with their last sale.
 * @param present sales dated later than this are dated ahead
 */
export async function listUnitActivity(
  db: Db,
  venueId: string,
  present: Date,
): Promise<UnitActivity[]> {
  const { rows } = await sql<UnitActivity>`
    select unit.id, unit.unit_number, unit.name as unit_name, unit.category, last.sold_at as last_sold_at,
      ahead.sold_at as dated_ahead, last.impossible_date, coalesce(last.price_cents = 0, false) as is_last_free
    from units as unit
    left join lateral (
      select sold_at, impossible_date, price_cents from orders
      where venue_id = ${venueId} and unit_id = unit.id and sold_at <= ${present}
      order by sold_at desc limit 1
    ) as last on true
    left join (
      select unit_id, max(sold_at) as sold_at from orders
      where venue_id = ${venueId} and sold_at > ${present}
      group by unit_id
    ) as ahead on ahead.unit_id = unit.id
    where unit.venue_id = ${venueId} and unit.deleted_at is null
    order by unit.created_at, unit.id
  `.execute(db);
  return rows;
}

/** Lists the units of a venue that have an active key. */
export async function listUnitsWithKey(db: Db, venueId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('unit_keys')
    .select('unit_id')
    .distinct()
    .where('venue_id', '=', venueId)
    .where('revoked_at', 'is', null)
    .execute();
  return new Set(rows.map(({ unit_id }) => unit_id));
}

/** Counts the open refused sales of each unit of a venue that has any. */
export async function countOpenRefusedSales(db: Db, venueId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('refused_sales')
    .select('unit_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('venue_id', '=', venueId)
    .where('state', '=', 'open')
    .groupBy('unit_id')
    .execute();
  return new Map(rows.map(({ unit_id, count }) => [unit_id, count]));
}

/** Reads what the units of a venue have: bottles, drinks, a card reader and contacts. */
export async function readSetUp(
  db: Db,
  venueId: string,
): Promise<Record<'bottles' | 'drinks' | 'reader' | 'contacts', boolean>> {
  const units = db
    .selectFrom('units')
    .where('units.venue_id', '=', venueId)
    .where('units.deleted_at', 'is', null);
  const bottles = units
    .innerJoin('unit_inventory as entry', 'entry.unit_id', 'units.id')
    .where('entry.venue_id', '=', venueId)
    .where('entry.active', '=', true);
  const drinks = units
    .innerJoin('drinks', 'drinks.unit_id', 'units.id')
    .where('drinks.venue_id', '=', venueId)
    .where('drinks.deleted_at', 'is', null);
  const reader = units.where((unit) =>
    unit.or([unit('stripe_reader_id', '<>', ''), unit('pax_shift4_reader_id', '<>', '')]),
  );
  const contacts = units.where(sql<boolean>`cardinality(contacts) > 0`);
  return db
    .selectNoFrom((set) => [
      set.exists(bottles.select('units.id')).as('bottles'),
      set.exists(drinks.select('units.id')).as('drinks'),
      set.exists(reader.select('units.id')).as('reader'),
      set.exists(contacts.select('units.id')).as('contacts'),
    ])
    .$narrowType<Record<'bottles' | 'drinks' | 'reader' | 'contacts', boolean>>()
    .executeTakeFirstOrThrow();
}

/** Counts the ingredients with a position whose level is unknown, of each unit that has any. */
export async function countUnknownLevels(
  db: Db,
  venueId: string,
): Promise<{ id: string; unit_number: number; count: number }[]> {
  const { rows } = await sql<{ id: string; unit_number: number; count: number }>`
    select unit.id, unit.unit_number, count(*)::int as count
    from units as unit
    join unit_inventory as entry on entry.venue_id = ${venueId} and entry.unit_id = unit.id
    where unit.venue_id = ${venueId} and unit.deleted_at is null and entry.active and not entry.level_known
      and exists (
        select from unit_positions as place
        where place.venue_id = ${venueId} and place.unit_id = unit.id
          and place.ingredient_id = entry.ingredient_id
      )
    group by unit.id, unit.unit_number
  `.execute(db);
  return rows;
}

/** Counts the report mails of an account that are paused because its address was refused. */
export async function countRefusedMails(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('report_subscriptions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('paused', '=', true)
    .where('refusal', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

interface FoundDifferences {
  verified_at: Date;
  differences: number;
  sentences: string[];
}

/** What differed when the venue was compared last; null where everything agreed, or it was not compared yet. */
export async function findDifferences(db: Db, venueId: string): Promise<FoundDifferences | null> {
  const { rows } = await sql<FoundDifferences>`
    select verified_at, differences, sentences from venue_verifications
    where venue_id = ${venueId} and differences > 0
  `.execute(db);
  return rows[0] ?? null;
}
