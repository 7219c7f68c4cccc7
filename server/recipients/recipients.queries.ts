import { type Selectable, sql } from 'kysely';
import type { RecipientsTable } from '../../db/tables/recipients.ts';
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
