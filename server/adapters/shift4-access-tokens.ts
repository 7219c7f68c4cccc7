/**
 * An auth token can be exchanged once, for an access token that does not expire. The access token therefore replaces
 * it in the database, also encrypted, for all processes.
 */
import type { Db } from '../../db/tables/tables.ts';
import { encrypt } from '../shared/encryption.ts';
import { decryptSecret } from './decrypt-secret.ts';
import { exchangeAuthToken } from './shift4-client.ts';

/** Access token of a venue; concurrent requests in this process share one exchange. */
export type Shift4AccessTokens = (credentials: Credentials) => Promise<string>;

interface Credentials {
  venueId: string;
  clientGuid: string;
  authTokenSealed: Buffer;
}

const mark = 'access token ';
// Longer than the response timeout: losing the response would spend the auth token for nothing.
const exchangeWithinMs = 30_000;

export function shift4AccessTokens(db: Db, secretsKey: string, base: string): Shift4AccessTokens {
  const exchanges = new Map<string, Promise<string>>();

  const exchange = async (credentials: Credentials, authToken: string): Promise<string> => {
    const { venueId, clientGuid, authTokenSealed } = credentials;
    const signal = AbortSignal.timeout(exchangeWithinMs);
    const accessToken = await exchangeAuthToken({ base, signal }, { clientGuid, authToken });
    await db
      .updateTable('venues')
      .set({ auth_token_sealed: encrypt(secretsKey, mark + accessToken) })
      .where('id', '=', venueId)
      // Skips the update when another auth token was entered meanwhile.
      .where('auth_token_sealed', '=', authTokenSealed)
      .execute();
    return accessToken;
  };

  return (credentials) => {
    const secret = decryptSecret(secretsKey, credentials.authTokenSealed);
    if (secret.startsWith(mark)) return Promise.resolve(secret.slice(mark.length));
    // Several units of a venue are looked up at once; later requests wait for the first.
    const key = credentials.authTokenSealed.toString('base64');
    const known = exchanges.get(key);
    if (known) return known;
    const exchanging = exchange(credentials, secret);
    exchanges.set(key, exchanging);
    exchanging.catch(() => exchanges.delete(key));
    return exchanging;
  };
}
