/** Pages of cases, with their groups. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';
import type { Scope } from '../../rules/permissions.ts';
import { ofUnit } from '../reports/sales-sums.queries.ts';
import { amongVenues, venueWithin } from '../venues/venues.queries.ts';
import type { CaseRow } from '../orders/pour-cases.queries.ts';

/** A case with its unit, its owner, and the names of its ingredient and of who settled it. */
export interface NamedCase extends CaseRow {
  owner_id: string;
  unit_number: number;
  unit_name: string | null;
  ingredient: string | null;
  settler: { name: string; first_name: string | null; last_name: string | null } | null;
}

const named = (db: Db) =>
  db
    .selectFrom('pour_cases')
    .innerJoin('venues', 'venues.id', 'pour_cases.venue_id')
    .innerJoin('units', 'units.id', 'pour_cases.unit_id')
    .leftJoin('ingredients', (join) =>
      join
        .onRef('ingredients.venue_id', '=', 'pour_cases.venue_id')
        .onRef('ingredients.id', '=', 'pour_cases.ingredient_id'),
    )
    .leftJoin('users', 'users.id', 'pour_cases.settled_by')
    .selectAll('pour_cases')
    .select(['venues.owner_id', 'units.unit_number', 'units.name as unit_name'])
    .select('ingredients.name as ingredient')
    .select(['users.name as account_name', 'users.first_name', 'users.last_name']);

type NamedRow = Awaited<ReturnType<ReturnType<typeof named>['executeTakeFirstOrThrow']>>;

const withSettler = ({ account_name, first_name, last_name, ...row }: NamedRow): NamedCase => ({
  ...row,
  settler: account_name === null ? null : { name: account_name, first_name, last_name },
});

/** Returns the case, if its venue is in scope. */
export async function findCase(db: Db, id: string, scope: Scope): Promise<NamedCase | null> {
  const found = await named(db)
    .where('pour_cases.id', '=', id)
    .where(amongVenues('pour_cases.venue_id'))
    .where(venueWithin(scope))
    .executeTakeFirst();
  return found ? withSettler(found) : null;
}

/** Returns those of the cases that the venue has, by their groups, newest first. */
export async function listCasesById(
  db: Db,
  venueId: string,
  ids: readonly string[],
): Promise<NamedCase[]> {
  const rows = await named(db)
    .where('pour_cases.venue_id', '=', venueId)
    .where(sql<boolean>`pour_cases.id = any(${[...ids]}::uuid[])`)
    .orderBy('pour_cases.group_id', 'desc')
    .orderBy('pour_cases.id', 'desc')
    .execute();
  return rows.map(withSettler);
}

/** Selects cases of a venue; those whose refund is in progress count as open. */
export interface CaseFilter {
  venueId: string;
  state: 'open' | 'resolved';
  /** Null for all units. */
  unitId: string | null;
  cause: CaseRow['cause'] | undefined;
}

const selectedBy = ({ venueId, state, unitId, cause }: CaseFilter): RawBuilder<boolean> => sql`
  venue_id = ${venueId}
  and ${state === 'open' ? sql`state <> 'resolved'` : sql`state = 'resolved'`}
  and ${ofUnit('unit_id', { venueId, unitId })}
  and ${cause === undefined ? sql`true` : sql`cause = ${cause}`}`;

/** Lists cases by their groups, newest first. */
export async function listCases(
  db: Db,
  filter: CaseFilter,
  { before, size }: { before: Pick<CaseRow, 'group_id' | 'id'> | undefined; size: number },
): Promise<NamedCase[]> {
  // The names in a second statement: one for both might read them for all cases before the page is cut.
  const page = await db
    .selectFrom('pour_cases')
    .select('id')
    .where(selectedBy(filter))
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(group_id, id) < (${before?.group_id}::uuid, ${before?.id}::uuid)`),
    )
    .orderBy('group_id', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .execute();
  const ids = page.map(({ id }) => id);
  return ids.length === 0 ? [] : listCasesById(db, filter.venueId, ids);
}

/** Of a case that is not settled, what is owed less what is refunded. */
const stillOwed = sql`
  case when state = 'resolved' then owed_cents else greatest(0, owed_cents - refunded_cents) end`;

export interface GroupSums {
  group_id: string;
  cases: number;
  glasses: number;
  owed_cents: number;
  first_at: Date;
  last_at: Date;
}

/** Sums of these groups over all cases that the filter selects. */
export async function sumGroups(
  db: Db,
  filter: CaseFilter,
  groupIds: readonly string[],
): Promise<GroupSums[]> {
  const { rows } = await sql<GroupSums>`
    select group_id, count(*) as cases, sum(failed_glasses) as glasses, sum(${stillOwed})::bigint as owed_cents,
      min(sold_at) as first_at, max(sold_at) as last_at
    from pour_cases
    where ${selectedBy(filter)} and group_id = any(${[...groupIds]}::uuid[])
    group by group_id
  `.execute(db);
  return rows;
}

/** Number of open cases of a venue, their glasses, and what is owed for them. */
export async function sumOpenCases(
  db: Db,
  venueId: string,
): Promise<{ open: number; glasses: number; owed_cents: number }> {
  const { rows } = await sql<{ open: number; glasses: number; owed_cents: number }>`
    select count(*) as open, coalesce(sum(failed_glasses), 0) as glasses,
      coalesce(sum(${stillOwed}), 0)::bigint as owed_cents
    from pour_cases where venue_id = ${venueId} and state <> 'resolved'
  `.execute(db);
  const [sums] = rows;
  if (!sums) throw new Error('An aggregate returns a row');
  return sums;
}
