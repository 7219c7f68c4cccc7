/** Webhooks of owners. Run without a tenant, each with the owner or the webhook as a condition. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { WebhooksTable } from '../../db/tables/webhooks.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';

export type WebhookRow = Selectable<WebhooksTable>;

/** Newest first. */
export function listWebhooks(db: Db, ownerId: string): Promise<WebhookRow[]> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('id', 'desc')
    .execute();
}

const selectWebhook = (db: Db, ownerId: string, id: string) =>
  db.selectFrom('webhooks').selectAll().where('owner_id', '=', ownerId).where('id', '=', id);

export const findWebhook = (db: Db, ownerId: string, id: string): Promise<WebhookRow | undefined> =>
  selectWebhook(db, ownerId, id).executeTakeFirst();

/** As findWebhook, locked until the transaction ends. */
export const lockWebhook = (db: Tx, ownerId: string, id: string): Promise<WebhookRow | undefined> =>
  selectWebhook(db, ownerId, id).forNoKeyUpdate().executeTakeFirst();

export async function insertWebhook(db: Tx, webhook: Insertable<WebhooksTable>): Promise<void> {
  await db.insertInto('webhooks').values(webhook).execute();
}

export async function updateWebhookRow(
  db: Tx,
  id: string,
  changes: Updateable<WebhooksTable>,
): Promise<void> {
  await db.updateTable('webhooks').set(changes).where('id', '=', id).execute();
}

export async function deleteWebhookRow(db: Tx, id: string): Promise<void> {
  await db.deleteFrom('webhooks').where('id', '=', id).execute();
}

/** Last numbers of the change logs of the units of these venues. */
export const listNumbers = (
  db: Db,
  venueIds: readonly string[],
): Promise<Pick<UnitHead, 'venue_id' | 'unit_id' | 'last_number'>[]> =>
  db
    .selectFrom('unit_state')
    .select(['venue_id', 'unit_id', 'last_number'])
    .where(sql<boolean>`venue_id = any(${[...venueIds]}::uuid[])`)
    .execute();

// What the process that makes deliveries reads.

/** Webhooks that are on. */
export function listOn(db: Db): Promise<WebhookRow[]> {
  return db.selectFrom('webhooks').selectAll().where('state', '=', 'on').orderBy('id').execute();
}

/** A unit with the end of its change log. */
export interface UnitHead {
  owner_id: string;
  venue_id: string;
  unit_id: string;
  unit_number: number;
  last_number: number;
}

export function listHeads(db: Db, ownerIds: readonly string[]): Promise<UnitHead[]> {
  return db
    .selectFrom('unit_state')
    .innerJoin('units', 'units.id', 'unit_state.unit_id')
    .innerJoin('venues', 'venues.id', 'unit_state.venue_id')
    .select([
      'venues.owner_id',
      'unit_state.venue_id',
      'unit_state.unit_id',
      'units.unit_number',
      'unit_state.last_number',
    ])
    .where(sql<boolean>`venues.owner_id = any(${[...ownerIds]}::uuid[])`)
    .execute();
}

/** Locks a webhook until the transaction ends; undefined while another process makes its deliveries. */
export async function lockOn(db: Tx, id: string): Promise<WebhookRow | undefined> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'on')
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** Stores attempts of webhooks: a delivery ends a failure, and a failed attempt begins one. */
export async function storeHealth(
  db: Db,
  at: Date,
  { delivered, failed }: { delivered: readonly string[]; failed: readonly string[] },
): Promise<void> {
  if (delivered.length > 0)
    await db
      .updateTable('webhooks')
      .set({ delivered_at: at, failing_since: null })
      .where('id', 'in', [...delivered])
      .execute();
  if (failed.length > 0)
    await db
      .updateTable('webhooks')
      .set({ failing_since: at })
      .where('id', 'in', [...failed])
      .where('failing_since', 'is', null)
      .execute();
}

/** Turns off a webhook that has failed since this time or earlier. Returns it, or undefined where it is not such a one. */
export async function giveUp(db: Tx, id: string, since: Date): Promise<WebhookRow | undefined> {
  return db
    .updateTable('webhooks')
    .set({ state: 'failed' })
    .where('id', '=', id)
    .where('state', '=', 'on')
    .where('failing_since', '<=', since)
    .returningAll()
    .executeTakeFirst();
}
