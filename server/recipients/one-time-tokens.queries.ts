import type { Insertable, Selectable } from 'kysely';
import type { OneTimeTokensTable } from '../../db/tables/recipients.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { RecipientKey } from './recipients.queries.ts';

export type TokenRow = Selectable<OneTimeTokensTable>;

export async function insertToken(db: Db, token: Insertable<OneTimeTokensTable>): Promise<void> {
  await db.insertInto('one_time_tokens').values(token).execute();
}

export function findToken(
  db: Db,
  hash: Buffer,
  purpose: TokenRow['purpose'],
): Promise<TokenRow | undefined> {
  return db
    .selectFrom('one_time_tokens')
    .selectAll()
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
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
