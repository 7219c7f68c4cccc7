/**
 * An auth token can be exchanged once, for an access token that does not expire. The access token therefore replaces
 * it in the database, also encrypted, for all processes.
 */
import type { Db } from '../../db/tables/tables.ts';
import { inTurn } from '../shared/advisory-lock.queries.ts';
import { encrypt, placeInVenue, type SecretsKey } from '../shared/encryption.ts';
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
const placeOf = (venueId: string) => placeInVenue(venueId, 'auth_token_sealed');
// Longer than the response timeout: losing the response would spend the auth token for nothing.
const exchangeWithinMs = 30_000;

export function shift4AccessTokens(
  db: Db,
  secretsKey: SecretsKey,
  base: string,
): Shift4AccessTokens {
  const exchanges = new Map<string, Promise<string>>();

  // The lock is held during the request: another process would spend the auth token a second time, in vain.
  const exchange = ({ venueId, clientGuid, authTokenSealed }: Credentials): Promise<string> =>
    inTurn(db, `shift4 access token ${venueId}`, async (turn) => {
      const stored = await turn
        .selectFrom('venues')
        .select('auth_token_sealed')
        .where('id', '=', venueId)
        .executeTakeFirst();
      const current = stored?.auth_token_sealed ?? authTokenSealed;
      const place = placeOf(venueId);
      const secret = decryptSecret(secretsKey, current, place);
      if (secret.startsWith(mark)) return secret.slice(mark.length);
      const signal = AbortSignal.timeout(exchangeWithinMs);
      const credential = { clientGuid, authToken: secret };
      const accessToken = await exchangeAuthToken({ base, signal }, credential);
      await turn
        .updateTable('venues')
        .set({ auth_token_sealed: encrypt(secretsKey, mark + accessToken, place) })
        .where('id', '=', venueId)
        // Skips the update when another auth token was entered meanwhile.
        .where('auth_token_sealed', '=', current)
        .execute();
      return accessToken;
    });

  return (credentials) => {
    const place = placeOf(credentials.venueId);
    const secret = decryptSecret(secretsKey, credentials.authTokenSealed, place);
    if (secret.startsWith(mark)) return Promise.resolve(secret.slice(mark.length));
    // Several units of a venue are looked up at once; later requests wait for the first.
    const key = credentials.authTokenSealed.toString('base64');
    const known = exchanges.get(key);
    if (known) return known;
    const exchanging = exchange(credentials);
    exchanges.set(key, exchanging);
    exchanging.catch(() => exchanges.delete(key));
    return exchanging;
  };
}
