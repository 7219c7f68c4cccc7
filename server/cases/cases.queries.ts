/** Pages of cases, with their groups; the ledger of cases; and refund policies. */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { refundedGlasses } from '../../db/rebuild-rollups.ts';
import type { RefundPoliciesTable } from '../../db/tables/orders.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { Resolution } from '../../rules/cases/cases.ts';
import type { LedgerPart } from '../../rules/cases/ledger-parts.ts';
import type { Scope } from '../../rules/permissions.ts';
import type { TimeRange } from '../../rules/reports/rollup-cover.ts';
import type { CaseRow } from '../orders/pour-cases.queries.ts';
import { ofUnit, type SalesScope } from '../reports/sales-sums.queries.ts';
import { shardCondition, venueScope } from '../venues/venues.queries.ts';

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
    .where(shardCondition('pour_cases.venue_id'))
    .where(venueScope(scope))
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

/** Returns the cases of these orders of the venue, in no particular order. */
export async function listCasesOfOrders(
  db: Db,
  venueId: string,
  orderIds: readonly string[],
): Promise<NamedCase[]> {
  const rows = await named(db)
    .where('pour_cases.venue_id', '=', venueId)
    .where(sql<boolean>`pour_cases.order_id = any(${[...orderIds]}::uuid[])`)
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
  /** Of the times of their sales. */
  range: TimeRange | null;
  /** Those that a figure of the ledger is the sum of, whatever their state. */
  part?: LedgerPart | undefined;
}

/** Refunded of what is owed; the rest of a case is what its state says. */
const returnedCents = sql`least(owed_cents, refunded_cents)`;

const isUnsettled = sql`state <> 'resolved'`;

/** Cases whose rest is in a figure of the ledger. */
const restOf = {
  remade: sql`resolution = 'remade'`,
  owed: isUnsettled,
  kept: sql`resolution in ('meter', 'kept', 'declined')`,
} as const;

const centsOf = (part: LedgerPart): RawBuilder<unknown> => {
  if (part === 'charged') return sql`owed_cents`;
  return part === 'returned' ? returnedCents : sql`owed_cents - ${returnedCents}`;
};

const isInPart = (part: LedgerPart): RawBuilder<unknown> =>
  part === 'charged' || part === 'returned'
    ? sql`${centsOf(part)} > 0`
    : sql`${restOf[part]} and ${centsOf(part)} > 0`;

const selectedBy = ({
  venueId,
  state,
  unitId,
  cause,
  range,
  part,
}: CaseFilter): RawBuilder<boolean> => sql`
  venue_id = ${venueId}
  and ${part === undefined ? (state === 'open' ? isUnsettled : sql`state = 'resolved'`) : isInPart(part)}
  and ${ofUnit('unit_id', { venueId, unitId })}
  and ${cause === undefined ? sql`true` : sql`cause = ${cause}`}
  and ${range === null ? sql`true` : sql`sold_at >= ${new Date(range.startMs)} and sold_at < ${new Date(range.endMs)}`}`;

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

/** How many cases the filter selects, and what they add up to in the figure of the ledger. */
export async function sumPart(
  db: Db,
  filter: CaseFilter,
  part: LedgerPart,
): Promise<{ cases: number; cents: number }> {
  const { rows } = await sql<{ cases: number; cents: number }>`
    select count(*) as cases, coalesce(sum(${centsOf(part)}), 0)::bigint as cents
    from pour_cases where ${selectedBy({ ...filter, part })}
  `.execute(db);
  return rows[0] ?? { cases: 0, cents: 0 };
}

/** A group of cases that are open or that are settled, with its unit, ingredient and newest case. */
export interface CaseGroupRow extends Omit<GroupSums, 'cases'> {
  unit_id: string;
  unit_number: number;
  unit_name: string | null;
  cause: CaseRow['cause'];
  position: number | null;
  ingredient: string | null;
  case_id: string;
  /** Of those that are settled. */
  resolutions: Resolution[];
}

/** Those of the groups that have cases in the state, with the sums of these, in any order. */
export async function listGroups(
  db: Db,
  { venueId, state }: { venueId: string; state: 'open' | 'resolved' },
  groupIds: readonly string[],
): Promise<CaseGroupRow[]> {
  if (groupIds.length === 0) return [];
  const inState = state === 'open' ? sql`state <> 'resolved'` : sql`state = 'resolved'`;
  const { rows } = await sql<CaseGroupRow>`
    select grouped.*, units.unit_number, units.name as unit_name, ingredients.name as ingredient
    from (
      select group_id, unit_id, cause, position, ingredient_id, sum(failed_glasses)::int as glasses,
        sum(${stillOwed})::bigint as owed_cents, min(opened_at) as first_at, max(sold_at) as last_at,
        (array_agg(id order by id desc))[1] as case_id,
        array_remove(array_agg(distinct resolution), null) as resolutions
      from pour_cases
      where venue_id = ${venueId} and ${inState} and group_id = any(${[...groupIds]}::uuid[])
      group by group_id, unit_id, cause, position, ingredient_id
    ) as grouped
    join units on units.venue_id = ${venueId} and units.id = grouped.unit_id
    left join ingredients on ingredients.venue_id = ${venueId} and ingredients.id = grouped.ingredient_id
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

/** Sums over cases: charged = returned + remade + open + kept. */
export interface CaseSums {
  cases: number;
  charged_cents: number;
  returned_cents: number;
  remade_cents: number;
  open_cents: number;
  kept_cents: number;
  /** Refunded beyond what was owed. */
  goodwill_cents: number;
  /** All that was refunded of their drinks. */
  refunded_cents: number;
}

const restWhere = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce(sum(owed_cents - ${returnedCents}) filter (where ${condition}), 0)::bigint`;

/** Sums the cases of each range by the time of their sales; a range without any has none. */
export async function sumCases(
  db: Db,
  scope: SalesScope,
  ranges: readonly TimeRange[],
): Promise<(CaseSums & { nth: number })[]> {
  const { rows } = await sql<CaseSums & { nth: number }>`
    select range.nth::int - 1 as nth, count(*) as cases, sum(owed_cents)::bigint as charged_cents,
      sum(${returnedCents})::bigint as returned_cents,
      ${restWhere(restOf.remade)} as remade_cents,
      ${restWhere(restOf.owed)} as open_cents,
      ${restWhere(restOf.kept)} as kept_cents,
      sum(refunded_cents)::bigint as refunded_cents,
      sum(refunded_cents - ${returnedCents})::bigint as goodwill_cents
    from unnest(
      ${ranges.map(({ startMs }) => new Date(startMs))}::timestamptz[],
      ${ranges.map(({ endMs }) => new Date(endMs))}::timestamptz[]
    ) with ordinality as range (starts, ends, nth)
    join pour_cases on pour_cases.venue_id = ${scope.venueId} and ${ofUnit('pour_cases.unit_id', scope)}
      and pour_cases.sold_at >= range.starts and pour_cases.sold_at < range.ends
    group by range.nth order by range.nth
  `.execute(db);
  return rows;
}

/**
 * Cents of the processing fees of the refunded glasses of the drinks of a range that have a case, whole cents each; and
 * what was refunded beyond what was owed where poured glasses are among them.
 */
export async function sumRefundsOfCases(
  db: Db,
  scope: SalesScope,
  { startMs, endMs }: TimeRange,
): Promise<{ fees_cents: number; poured_cents: number }> {
  const { rows } = await sql<{ fees_cents: number; poured_cents: number }>`
    select coalesce(sum(drink.fee_cents * ${refundedGlasses} / drink.quantity), 0)::bigint as fees_cents,
      coalesce(sum(pour_cases.refunded_cents - ${returnedCents})
        filter (where ${refundedGlasses} > pour_cases.failed_glasses), 0)::bigint as poured_cents
    from pour_cases
    join ordered_drinks as drink on drink.venue_id = pour_cases.venue_id
      and drink.order_id = pour_cases.order_id and drink.drink_index = pour_cases.drink_index
    where pour_cases.venue_id = ${scope.venueId} and ${ofUnit('pour_cases.unit_id', scope)}
      and pour_cases.sold_at >= ${new Date(startMs)} and pour_cases.sold_at < ${new Date(endMs)}
      and pour_cases.refunded_cents > 0
  `.execute(db);
  return rows[0] ?? { fees_cents: 0, poured_cents: 0 };
}

type RefundPolicyRow = Selectable<RefundPoliciesTable>;

/** Returns the policy of a venue, locked until the transaction ends, so that its automatic refunds take turns. */
export async function lockRefundPolicy(db: Tx, venueId: string): Promise<RefundPolicyRow | null> {
  const found = await db
    .selectFrom('refund_policies')
    .selectAll()
    .where('venue_id', '=', venueId)
    .forUpdate()
    .executeTakeFirst();
  return found ?? null;
}

export async function upsertRefundPolicy(db: Tx, row: RefundPolicyRow): Promise<void> {
  const { venue_id: _venue, ...values } = row;
  await db
    .insertInto('refund_policies')
    .values(row)
    .onConflict((conflict) => conflict.column('venue_id').doUpdateSet(values))
    .execute();
}

/**
 * Cents of the automatic refunds of a venue that were requested in this time, without those that failed. A refund that a
 * person requested after the automatic one had failed is not among them.
 */
export async function sumAutomaticRefunds(
  db: Db,
  venueId: string,
  { startMs, endMs }: TimeRange,
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(refund.amount_cents), 0)::bigint as cents
    from pour_cases as pour_case
    join refunds as refund on refund.venue_id = pour_case.venue_id
      and refund.order_id = pour_case.order_id and refund.drink_index = pour_case.drink_index
    where pour_case.venue_id = ${venueId} and pour_case.automatic_at >= ${new Date(startMs)}
      and pour_case.automatic_at < ${new Date(endMs)}
      and refund.requested_by is null and refund.state <> 'failed'
  `.execute(db);
  return rows[0]?.cents ?? 0;
}
