import { type Insertable, type Selectable, sql } from 'kysely';
import type { CredentialsTable, PasskeyChallengesTable } from '../../../db/tables/accounts.ts';
import type { Db, Tx } from '../../../db/tables/tables.ts';
import { hashSecret } from '../../shared/ids.ts';

export type CredentialRow = Selectable<CredentialsTable>;

export async function insertCredentials(
  db: Tx,
  credentials: readonly Insertable<CredentialsTable>[],
): Promise<void> {
  await db
    .insertInto('credentials')
    .values([...credentials])
    .execute();
}

/** The secret of the authenticator app; one that is not confirmed yet has no `confirmed_at`. */
export async function findTotp(db: Db, userId: string): Promise<CredentialRow | null> {
  const found = await db
    .selectFrom('credentials')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', 'totp')
    .executeTakeFirst();
  return found ?? null;
}

/** True when the account has a confirmed authenticator app or a passkey. */
export const hasSecondFactor = async (db: Db, userId: string): Promise<boolean> =>
  (await listSecondFactors(db, [userId])).has(userId);

/** Those of one or more accounts that have a second factor. */
export async function listSecondFactors(
  db: Db,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('credentials')
    .select('user_id')
    .distinct()
    .where('user_id', 'in', userIds)
    .where((is) =>
      is.or([
        is('kind', '=', 'passkey'),
        is.and([is('kind', '=', 'totp'), is('confirmed_at', 'is not', null)]),
      ]),
    )
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

/** Confirms the secret with its first code. Returns false when it is confirmed already. */
export async function updateConfirmed(
  db: Tx,
  { user_id, id }: CredentialRow,
  { step, at }: { step: number; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('credentials')
    .set({ confirmed_at: at, last_step: step })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Uses up the codes of a step and of those before it. Returns false when they are used up already. */
export async function spendStep(
  db: Db,
  { user_id, id }: CredentialRow,
  step: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('credentials')
    .set({ last_step: step })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(last_step, -1) < ${step}`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Uses up a recovery code. Returns false when there is none with this hash. */
export async function spendRecoveryCode(
  db: Db,
  userId: string,
  hash: Buffer,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('credentials')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('kind', '=', 'recovery')
    .where('secret', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('credentials')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('kind', '=', 'recovery')
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes credentials of an account, of some kinds. Returns their number. */
export async function deleteCredentials(
  db: Tx,
  userId: string,
  kinds: readonly CredentialRow['kind'][],
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('credentials')
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

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
