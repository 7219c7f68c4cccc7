import type { ConnectionTarget } from '../../db/pool/connect.ts';
import { withClient } from '../../db/pool/with-client.ts';
import { canDecrypt, placeInVenue, type VenueSecret } from '../../server/shared/encryption.ts';

/** True when this key decrypts the encrypted values in the database, or when there are none. */
export function canDecryptKeys(target: ConnectionTarget, key: string): Promise<boolean> {
  return withClient(target, async (client) => {
    const { rows } = await client.query<{ id: string; column: VenueSecret; sealed: Buffer }>(`
      select id, "column", sealed from venues
      cross join lateral (values
        ('private_key_sealed', private_key_sealed),
        ('auth_token_sealed', auth_token_sealed),
        ('webhook_secret_sealed', webhook_secret_sealed)
      ) as secrets ("column", sealed)
      where sealed is not null
    `);
    return rows.every(({ id, column, sealed }) =>
      canDecrypt(key, sealed, placeInVenue(id, column)),
    );
  });
}
