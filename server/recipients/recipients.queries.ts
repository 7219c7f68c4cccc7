import { type Insertable, type Selectable, sql } from 'kysely';
import type { PushSubscriptionsTable } from '../../db/tables/alerts.ts';
import type { OneTimeTokensTable, RecipientsTable } from '../../db/tables/accounts.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';

export type RecipientRow = Selectable<RecipientsTable>;

/** An address or a number that an account sends messages to. */
export type RecipientKey = Pick<RecipientRow, 'account_id' | 'channel' | 'address'>;

export async function findRecipient(
  db: Db,
  { account_id, channel, address }: RecipientKey,
): Promise<RecipientRow | undefined> {
  const [found] = await listRecipients(db, account_id, channel, [address]);
  return found;
}

export function listRecipients(
  db: Db,
  accountId: string,
  channel: RecipientRow['channel'],
  addresses: readonly string[],
): Promise<RecipientRow[]> {
  if (addresses.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('recipients')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('channel', '=', channel)
    .where('address', 'in', addresses)
    .execute();
}

/** Inserts recipients and returns the new ones; known ones keep their state. */
export async function insertRecipients(
  db: Db,
  recipients: readonly (RecipientKey & Partial<Pick<RecipientRow, 'state' | 'decided_at'>>)[],
): Promise<RecipientKey[]> {
  if (recipients.length === 0) return [];
  return db
    .insertInto('recipients')
    .values([...recipients])
    .onConflict((conflict) => conflict.columns(['account_id', 'channel', 'address']).doNothing())
    .returning(['account_id', 'channel', 'address'])
    .execute();
}

/** Returns the recipient, locked until the transaction ends. */
export function lockRecipient(db: Tx, key: RecipientKey): Promise<RecipientRow | undefined> {
  return db
    .selectFrom('recipients')
    .selectAll()
    .where('account_id', '=', key.account_id)
    .where('channel', '=', key.channel)
    .where('address', '=', key.address)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function updateRecipient(
  db: Db,
  key: RecipientKey,
  changes: Partial<Pick<RecipientRow, 'state' | 'decided_at' | 'requested_at' | 'held_back_at'>>,
): Promise<void> {
  await db
    .updateTable('recipients')
    .set(changes)
    .where('account_id', '=', key.account_id)
    .where('channel', '=', key.channel)
    .where('address', '=', key.address)
    .execute();
}

/** Returns the name of the account of a recipient, and of its venues whose units have the number as a contact. */
export async function findSenders(
  db: Db,
  { account_id, channel, address }: RecipientKey,
): Promise<{ owner: string; venues: string[] }> {
  const { name } = await db
    .selectFrom('users')
    .select('name')
    .where('id', '=', account_id)
    .executeTakeFirstOrThrow();
  if (channel === 'mail') return { owner: name, venues: [] };
  const venues = await db
    .selectFrom('venues')
    .innerJoin('units', 'units.venue_id', 'venues.id')
    .select('venues.name')
    .distinct()
    .where('venues.owner_id', '=', account_id)
    .where('units.deleted_at', 'is', null)
    .where(sql<boolean>`${address} = any(units.contacts)`)
    .orderBy('venues.name')
    .limit(5)
    .execute();
  return { owner: name, venues: venues.map((venue) => venue.name) };
}

export type TokenRow = Selectable<OneTimeTokensTable>;

export async function insertToken(db: Db, token: Insertable<OneTimeTokensTable>): Promise<void> {
  await db.insertInto('one_time_tokens').values(token).execute();
}

export function findToken(
  db: Db,
  hash: Buffer,
  purposes: readonly TokenRow['purpose'][],
): Promise<TokenRow | undefined> {
  return db
    .selectFrom('one_time_tokens')
    .selectAll()
    .where('hash', '=', hash)
    .where('purpose', 'in', purposes)
    .executeTakeFirst();
}

/** Uses up every token that was sent to a recipient for this purpose. */
export async function useTokens(
  db: Tx,
  { account_id, channel, address }: RecipientKey,
  purpose: TokenRow['purpose'],
  at: Date,
): Promise<void> {
  await db
    .updateTable('one_time_tokens')
    .set({ used_at: at })
    .where('account_id', '=', account_id)
    .where('channel', '=', channel)
    .where('address', '=', address)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
}

/** Uses up every token that was sent for an account for this purpose. */
export async function useTokensOfAccount(
  db: Tx,
  accountId: string,
  purpose: TokenRow['purpose'],
  at: Date,
): Promise<void> {
  await db
    .updateTable('one_time_tokens')
    .set({ used_at: at })
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
}

export async function deleteTokensExpiredBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('expires_at', '<', before).execute();
}

// Browsers that get push messages.

export type PushSubscriptionRow = Selectable<PushSubscriptionsTable>;

const live = (db: Db, now: Date) =>
  db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .selectAll('push_subscriptions')
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now);

/** Subscriptions of an account whose sessions go on, the oldest first. */
export const listPushSubscriptions = (
  db: Db,
  userId: string,
  now: Date,
): Promise<PushSubscriptionRow[]> =>
  live(db, now)
    .where('push_subscriptions.user_id', '=', userId)
    .orderBy('push_subscriptions.created_at')
    .orderBy('push_subscriptions.id')
    .execute();

/** The subscription, if its session goes on. */
export const findPushSubscription = (
  db: Db,
  id: string,
  now: Date,
): Promise<PushSubscriptionRow | undefined> =>
  live(db, now).where('push_subscriptions.id', '=', id).executeTakeFirst();

/**
 * Stores a subscription. One with the same endpoint is replaced if it is of the same account or has the same secret,
 * which only its browser knows; null otherwise.
 */
export async function upsertPushSubscription(
  db: Tx,
  row: Insertable<PushSubscriptionsTable>,
): Promise<PushSubscriptionRow | null> {
  const { id: _id, ...values } = row;
  const stored = await db
    .insertInto('push_subscriptions')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('endpoint')
        .doUpdateSet({ ...values, last_used_at: null, failed_at: null })
        .where((stored) =>
          stored.or([
            stored('push_subscriptions.user_id', '=', row.user_id),
            stored('push_subscriptions.auth', '=', row.auth),
          ]),
        ),
    )
    .returningAll()
    .executeTakeFirst();
  return stored ?? null;
}

/** Deletes those of a session but one: a browser has one subscription at a time. */
export async function deleteOthersOfSession(
  db: Tx,
  sessionId: string,
  keptId: string,
): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('session_id', '=', sessionId)
    .where('id', '!=', keptId)
    .execute();
}

/** Returns the number of deleted ones; those of other accounts are not. */
export async function deletePushSubscriptions(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const { numDeletedRows } = await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('id', 'in', [...ids])
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Stores the result of sending: gone when the push service no longer knows the subscription. */
export async function settlePush(
  db: Db,
  id: string,
  outcome: 'taken' | 'failed' | 'gone',
  at: Date,
): Promise<void> {
  if (outcome === 'gone') {
    await db.deleteFrom('push_subscriptions').where('id', '=', id).execute();
    return;
  }
  await db
    .updateTable('push_subscriptions')
    .set(outcome === 'taken' ? { last_used_at: at, failed_at: null } : { failed_at: at })
    .where('id', '=', id)
    .execute();
}
