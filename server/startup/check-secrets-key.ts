import { sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';
import { StartupError } from '../../db/start-error.ts';
import { decrypt } from '../shared/encryption.ts';

/**
 * Throws StartupError when a stored provider credential was encrypted with another key: refunds and card readers would
 * fail one by one.
 */
export async function checkSecretsKey(db: Db, secretsKey: string): Promise<void> {
  const stored = await db
    .selectFrom('venues')
    .select(
      sql<Buffer>`coalesce(private_key_sealed, auth_token_sealed, webhook_secret_sealed)`.as(
        'sealed',
      ),
    )
    .where(sql<boolean>`
      coalesce(private_key_sealed, auth_token_sealed, webhook_secret_sealed) is not null`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (stored === undefined || opens(secretsKey, stored.sealed)) return;
  throw new StartupError(
    'SECRETS_KEY is not the key that encrypted the stored credentials of card providers: start with that key. If it is lost, set SECRETS_KEY_LOST to yes, and enter the credentials of each venue again.',
  );
}

function opens(secretsKey: string, sealed: Buffer): boolean {
  try {
    decrypt(secretsKey, sealed);
    return true;
  } catch {
    return false;
  }
}
