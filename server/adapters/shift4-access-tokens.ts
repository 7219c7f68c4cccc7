/**
 * An auth token is good for one exchange, and the access token that it is exchanged for does not
 * expire. So the access token takes its place in the database, sealed like it, for every process.
 */
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';
import { encrypt } from '../shared/encryption.ts';
import { decryptSecret } from './decrypt-secret.ts';
import { exchangeAuthToken } from './shift4-client.ts';

/** The access token of a venue; the same one for everybody in this process who needs it at once. */
export type Shift4AccessTokens = (credentials: Credentials) => Promise<string>;

interface Credentials {
  venueId: string;
  clientGuid: string;
  authTokenSealed: Buffer;
}

const mark = 'access token ';
// Longer than a screen waits: an answer that nobody hears would leave the auth token spent for nothing.
const exchangeWithinMs = 30_000;

export function shift4AccessTokens(
  db: Kysely<Tables>,
  secretsKey: string,
  base: string,
): Shift4AccessTokens {
  const exchanges = new Map<string, Promise<string>>();

  const exchange = async (credentials: Credentials, authToken: string): Promise<string> => {
    const { venueId, clientGuid, authTokenSealed } = credentials;
    const signal = AbortSignal.timeout(exchangeWithinMs);
    const accessToken = await exchangeAuthToken({ base, signal }, { clientGuid, authToken });
    await db
      .updateTable('venues')
      .set({ auth_token_sealed: encrypt(secretsKey, mark + accessToken) })
      .where('id', '=', venueId)
      // Unless another auth token was entered meanwhile.
      .where('auth_token_sealed', '=', authTokenSealed)
      .execute();
    return accessToken;
  };

  return (credentials) => {
    const secret = decryptSecret(secretsKey, credentials.authTokenSealed);
    if (secret.startsWith(mark)) return Promise.resolve(secret.slice(mark.length));
    // Several units of a venue are looked up at once; whoever comes second waits for the first.
    const key = credentials.authTokenSealed.toString('base64');
    const known = exchanges.get(key);
    if (known) return known;
    const exchanging = exchange(credentials, secret);
    exchanges.set(key, exchanging);
    exchanging.catch(() => exchanges.delete(key));
    return exchanging;
  };
}
