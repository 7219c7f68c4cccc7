import { type Selectable, sql } from 'kysely';
import type { RefundPoliciesTable } from '../../db/tables/cases.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { Stretch } from '../../rules/reports/rollup-cover.ts';

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
  { startMs, endMs }: Stretch,
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
