import { Client } from 'pg';
import { clientConfig, type ConnectionTarget } from '../../db/pool/connect.ts';
import { canDecrypt } from '../../server/shared/encryption.ts';

/** True when this key decrypts the encrypted values in the database, or when there are none. */
export async function canDecryptKeys(target: ConnectionTarget, key: string): Promise<boolean> {
  const client = new Client(clientConfig(target));
  await client.connect();
  try {
    const { rows } = await client.query<{ sealed: Buffer }>(`
      select sealed from venues
      cross join unnest(array[private_key_sealed, auth_token_sealed, webhook_secret_sealed]) as sealed
      where sealed is not null
    `);
    return rows.every(({ sealed }) => canDecrypt(key, sealed));
  } finally {
    await client.end();
  }
}
