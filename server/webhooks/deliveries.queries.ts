/** Deliveries of webhooks. Run without a tenant, each with the webhook as a condition. */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { WebhookDeliveriesTable } from '../../db/tables/webhooks.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';

export type DeliveryRow = Selectable<WebhookDeliveriesTable>;

/** Newest first. */
export function listDeliveries(
  db: Db,
  webhookId: string,
  { before, size }: { before: string | undefined; size: number },
): Promise<DeliveryRow[]> {
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(size)
    .execute();
}

const rowsAtOnce = 200;

/**
 * Adds deliveries.
 * @param again whether those of events that the webhook has already are sent again
 */
export async function insertDeliveries(
  db: Tx,
  rows: readonly Insertable<WebhookDeliveriesTable>[],
  again: boolean,
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await db
      .insertInto('webhook_deliveries')
      .values(rows.slice(start, start + rowsAtOnce))
      .onConflict((conflict) => {
        const same = conflict.constraint('webhook_deliveries_event');
        return again
          ? same.doUpdateSet((row) => ({
              body: row.ref('excluded.body'),
              state: 'waiting',
              attempts: 0,
              first_at: row.ref('excluded.first_at'),
              next_at: row.ref('excluded.next_at'),
            }))
          : same.doNothing();
      })
      .execute();
}

/** Sends a delivery again. Returns false where the webhook has none with this id. */
export async function sendAgain(db: Db, webhookId: string, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', attempts: 0, first_at: at, next_at: at })
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Claims the deliveries that are longest due, for an attempt that counts as lost at a time. Of several processes, one gets
 * each.
 * @param ofEach most of each webhook, by its id
 */
export async function claimDeliveries(
  db: Db,
  { ofEach, most }: { ofEach: ReadonlyMap<string, number>; most: number },
  { now, lostAt }: { now: Date; lostAt: Date },
): Promise<DeliveryRow[]> {
  if (ofEach.size === 0 || most <= 0) return [];
  const { rows } = await sql<DeliveryRow>`
    with due as materialized (
      select claimed.webhook_id, claimed.id
      from unnest(${[...ofEach.keys()]}::uuid[], ${[...ofEach.values()]}::int[]) as free (webhook_id, most)
      cross join lateral (
        select waiting.webhook_id, waiting.id, waiting.next_at from webhook_deliveries as waiting
        where waiting.webhook_id = free.webhook_id and waiting.state = 'waiting' and waiting.next_at <= ${now}
        order by waiting.next_at, waiting.id limit free.most
        for update skip locked
      ) as claimed
      order by claimed.next_at, claimed.id limit ${most}
    )
    update webhook_deliveries as delivery
    set attempts = delivery.attempts + 1, attempted_at = ${now}, next_at = ${lostAt}
    from due where delivery.webhook_id = due.webhook_id and delivery.id = due.id
    returning delivery.*
  `.execute(db);
  return rows;
}

/** The end of an attempt. */
export type Attempted = Pick<
  DeliveryRow,
  | 'webhook_id'
  | 'id'
  | 'state'
  | 'attempts'
  | 'next_at'
  | 'status'
  | 'response'
  | 'duration_ms'
  | 'error'
>;

/** Stores ends of attempts, except of deliveries that are to be sent again meanwhile. */
export async function storeAttempts(db: Db, attempts: readonly Attempted[]): Promise<void> {
  if (attempts.length === 0) return;
  await sql`
    update webhook_deliveries as delivery
    set state = ended.state, next_at = ended.next_at, status = ended.status, response = ended.response,
      duration_ms = ended.duration_ms, error = ended.error
    from jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb) as ended (
      webhook_id uuid, id uuid, state text, attempts int, next_at timestamptz, status smallint, response text,
      duration_ms int, error text
    )
    where delivery.webhook_id = ended.webhook_id and delivery.id = ended.id and delivery.attempts = ended.attempts
  `.execute(db);
}

export async function deleteDeliveriesBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('created_at', '<', before).execute();
}
