import type { Insertable, Selectable } from 'kysely';
import type { CredentialsTable, PasskeyChallengesTable } from '../../db/tables/accounts.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import { hashSecret } from '../shared/ids.ts';

const passkeyColumns = [
  'user_id',
  'id',
  'secret',
  'passkey_id',
  'counter',
  'transports',
  'backed_up',
  'name',
  'created_at',
  'last_used_at',
] as const;

export type PasskeyRow = Pick<Selectable<CredentialsTable>, (typeof passkeyColumns)[number]>;

const passkeysOf = (db: Db, userId: string) =>
  db
    .selectFrom('credentials')
    .select(passkeyColumns)
    .where('user_id', '=', userId)
    .where('kind', '=', 'passkey');

export const listPasskeyRows = (db: Db, userId: string): Promise<PasskeyRow[]> =>
  passkeysOf(db, userId).orderBy('id').execute();

/** @param passkeyId the id that the authenticator chose */
export async function findPasskey(
  db: Db,
  userId: string,
  passkeyId: string,
): Promise<PasskeyRow | null> {
  const found = await passkeysOf(db, userId).where('passkey_id', '=', passkeyId).executeTakeFirst();
  return found ?? null;
}

/** Stores a use of a passkey. Returns false when its counter has not grown; authenticators that do not count send 0. */
export async function updatePasskeyUse(
  db: Db,
  { user_id, id }: PasskeyRow,
  { counter, backedUp, at }: { counter: number; backedUp: boolean; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('credentials')
    .set({ counter, backed_up: backedUp, last_used_at: at })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('counter', counter === 0 ? '=' : '<', counter)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Null when the account has none with this id. Locked until the transaction ends. */
export async function lockPasskey(db: Tx, userId: string, id: string): Promise<PasskeyRow | null> {
  const found = await passkeysOf(db, userId).where('id', '=', id).forUpdate().executeTakeFirst();
  return found ?? null;
}

export async function renamePasskey(
  db: Tx,
  { user_id, id }: Pick<PasskeyRow, 'user_id' | 'id'>,
  name: string,
): Promise<void> {
  await db
    .updateTable('credentials')
    .set({ name })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

/** Returns the name of the passkey; null when the account has none with this id. */
export async function deletePasskey(db: Db, userId: string, id: string): Promise<string | null> {
  const deleted = await db
    .deleteFrom('credentials')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('kind', '=', 'passkey')
    .returning('name')
    .executeTakeFirst();
  return deleted?.name ?? null;
}

export async function insertChallenge(
  db: Db,
  challenge: string,
  row: Omit<Insertable<PasskeyChallengesTable>, 'hash'>,
): Promise<void> {
  await db
    .insertInto('passkey_challenges')
    .values({ ...row, hash: hashSecret(challenge) })
    .execute();
}

/** Uses up a challenge. Returns false when it is unknown, used, expired, or made for something or somebody else. */
export async function spendChallenge(
  db: Db,
  challenge: string,
  {
    purpose,
    userId,
    at,
  }: { purpose: PasskeyChallengesTable['purpose']; userId: string | null; at: Date },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenges')
    .where('hash', '=', hashSecret(challenge))
    .where('purpose', '=', purpose)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteChallengesExpiredBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', before).execute();
}
