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
 * Cents of the automatic refunds of a venue that were requested in this time, without those that failed. A case that was
 * settled by a person after its automatic refund had failed is not among them.
 */
export async function sumAutomaticRefunds(
  db: Db,
  venueId: string,
  { startMs, endMs }: Stretch,
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(greatest(owed_cents, refunded_cents)), 0)::bigint as cents from pour_cases
    where venue_id = ${venueId} and automatic_at >= ${new Date(startMs)} and automatic_at < ${new Date(endMs)}
      and settled_by is null and (state = 'refunding' or resolution = 'refunded')
  `.execute(db);
  return rows[0]?.cents ?? 0;
}
