import { type RawBuilder, sql } from 'kysely';
import { refundedGlasses } from '../../db/sales-sums.ts';
import type { Db } from '../../db/tables/tables.ts';
import type { Stretch } from '../../rules/reports/rollup-cover.ts';
import { ofUnit, type SalesScope } from '../reports/sales-sums.queries.ts';

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

/** Refunded of what is owed; the rest of a case is what its state says. */
const returnedCents = sql`least(owed_cents, refunded_cents)`;

const restWhere = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce(sum(owed_cents - ${returnedCents}) filter (where ${condition}), 0)::bigint`;

/** Sums the cases of each range by the time of their sales; a range without any has none. */
export async function sumCases(
  db: Db,
  scope: SalesScope,
  ranges: readonly Stretch[],
): Promise<(CaseSums & { nth: number })[]> {
  const { rows } = await sql<CaseSums & { nth: number }>`
    select range.nth::int - 1 as nth, count(*) as cases, sum(owed_cents)::bigint as charged_cents,
      sum(${returnedCents})::bigint as returned_cents,
      ${restWhere(sql`resolution = 'remade'`)} as remade_cents,
      ${restWhere(sql`state <> 'resolved'`)} as open_cents,
      ${restWhere(sql`resolution in ('meter', 'kept', 'declined')`)} as kept_cents,
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

/** Cents of the processing fees of the refunded glasses of the drinks of a range that have a case, whole cents each. */
export async function sumLostFees(
  db: Db,
  scope: SalesScope,
  { startMs, endMs }: Stretch,
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(drink.fee_cents * ${refundedGlasses} / drink.quantity), 0)::bigint as cents
    from pour_cases
    join ordered_drinks as drink on drink.venue_id = pour_cases.venue_id
      and drink.order_id = pour_cases.order_id and drink.drink_index = pour_cases.drink_index
    where pour_cases.venue_id = ${scope.venueId} and ${ofUnit('pour_cases.unit_id', scope)}
      and pour_cases.sold_at >= ${new Date(startMs)} and pour_cases.sold_at < ${new Date(endMs)}
      and pour_cases.refunded_cents > 0
  `.execute(db);
  return rows[0]?.cents ?? 0;
}
