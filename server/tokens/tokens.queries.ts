/** Access tokens of programs. Run without a tenant, each with the owner or the token as a condition. */
import type { Insertable, Selectable } from 'kysely';
import type { ApiTokensTable } from '../../db/tables/accounts.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';

export type TokenRow = Selectable<ApiTokensTable>;

export interface TokenOfProgram extends TokenRow {
  owner_email: string;
}

/** Returns the token of this hash, unless it was revoked, has expired or its owner is locked. */
export async function findTokenByHash(
  db: Db,
  hash: Buffer,
  now: Date,
): Promise<TokenOfProgram | null> {
  const found = await db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.owner_id')
    .selectAll('api_tokens')
    .select('users.email as owner_email')
    .where('api_tokens.token_hash', '=', hash)
    .where('api_tokens.revoked_at', 'is', null)
    .where('api_tokens.expires_at', '>', now)
    .where('users.locked_at', 'is', null)
    .executeTakeFirst();
  return found ?? null;
}

const minuteMs = 60_000;

/** Stores when the token was last used, to the minute. */
export async function touchToken(
  db: Db,
  { id, last_used_at: last }: TokenRow,
  now: Date,
): Promise<void> {
  // A time in the future was stored by a clock that was ahead.
  if (last && Math.abs(now.getTime() - last.getTime()) < minuteMs) return;
  await db.updateTable('api_tokens').set({ last_used_at: now }).where('id', '=', id).execute();
}

/** Tokens of the owner that work, newest first. */
export function listTokens(db: Db, ownerId: string, now: Date): Promise<TokenRow[]> {
  return db
    .selectFrom('api_tokens')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function insertToken(db: Tx, token: Insertable<ApiTokensTable>): Promise<void> {
  await db.insertInto('api_tokens').values(token).execute();
}

/** Revokes a token of the owner and returns its name; null where none of it works. */
export async function revokeToken(
  db: Tx,
  ownerId: string,
  id: string,
  now: Date,
): Promise<string | null> {
  const revoked = await db
    .updateTable('api_tokens')
    .set({ revoked_at: now })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
  return revoked?.name ?? null;
}
