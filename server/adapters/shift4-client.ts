/** Client of Shift4's Payment Platform: built from its documentation, not certified. */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../db/tables/tables.ts';
import { decryptSecret, ProviderError } from './provider-errors.ts';
import { encrypt, placeInVenue, type SecretsKey } from '../shared/encryption.ts';

// An access token is tied to this name and version: changing them requires a new auth token from every venue.
const interfaceHeaders = {
  InterfaceName: 'Barback',
  InterfaceVersion: '1.0',
  CompanyName: 'Barback',
};

export const shift4Response = <R extends z.ZodType>(result: R) =>
  z.object({ result: z.tuple([result], z.unknown()) });

const exchanged = shift4Response(
  z.object({ credential: z.object({ accessToken: z.string().min(1) }) }),
);
const failed = shift4Response(z.object({ error: z.object({ primaryCode: z.number() }) }));

export interface Shift4Request {
  base: string;
  signal: AbortSignal;
  accessToken?: string;
  /** Ten-digit invoice of the transaction, if the request concerns one. */
  invoice?: string;
}

/** Throws ProviderError for any response other than a success of this shape. */
export async function requestShift4<T extends z.ZodType>(
  { base, signal, accessToken, invoice }: Shift4Request,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  shape: T,
  body?: object,
): Promise<z.output<T>> {
  const response = await fetch(`${base}/${path}`, {
    method,
    signal,
    redirect: 'error',
    headers: {
      ...interfaceHeaders,
      ...(accessToken === undefined ? {} : { AccessToken: accessToken }),
      ...(invoice === undefined ? {} : { Invoice: invoice }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const reported: unknown = await response.json().catch(() => null);
  const parsed = shape.safeParse(reported);
  if (response.ok && parsed.success) return parsed.data;
  const { status } = response;
  const code = failed.safeParse(reported).data?.result[0].error.primaryCode;
  throw new ProviderError(
    `${path} answered ${String(status)}${code === undefined ? '' : `, error ${String(code)}`}`,
    { status, code },
  );
}

/** Exchanges a venue's credentials for an access token; Shift4 issues it only once. */
export async function exchangeAuthToken(
  call: Shift4Request,
  credential: { clientGuid: string; authToken: string },
): Promise<string> {
  const body = { dateTime: shift4Time(), credential };
  const { result } = await requestShift4(call, 'POST', 'credentials/accesstoken', exchanged, body);
  return result[0].credential.accessToken;
}

/** Uses a numeric offset: Shift4 refuses Z. */
export const shift4Time = (): string => new Date().toISOString().replace('Z', '+00:00');

/** Access token of a venue; concurrent requests in this process share one exchange. */
export type Shift4AccessTokens = (credentials: Credentials) => Promise<string>;

interface Credentials {
  venueId: string;
  clientGuid: string;
  authTokenSealed: Buffer;
}

/** Encrypted value of a venue: an auth token may be claimed by a process until a time of the clock of the database. */
type Stored = { accessToken: string } | { authToken: string; claimedUntilMs: number };

const mark = 'access token ';
const claim = 'exchanged until ';
// Longer than the response timeout: losing the response would spend the auth token for nothing.
const exchangeWithinMs = 30_000;
/** Longer than an exchange takes: when it ends, its holder has died. */
const claimMs = exchangeWithinMs + 10_000;
const pollMs = 100;

/**
 * An auth token can be exchanged once, for an access token that does not expire. The access token therefore replaces
 * it in the database, also encrypted, for all processes.
 */
export function shift4AccessTokens(
  db: Db,
  secretsKey: SecretsKey,
  base: string,
): Shift4AccessTokens {
  const exchanges = new Map<string, Promise<string>>();

  const open = (venueId: string, sealed: Buffer): Stored => {
    const secret = decryptSecret(secretsKey, sealed, placeInVenue(venueId, 'auth_token_sealed'));
    if (secret.startsWith(mark)) return { accessToken: secret.slice(mark.length) };
    const [, untilMs, authToken] = new RegExp(`^${claim}(\\d+) (.*)$`, 's').exec(secret) ?? [];
    return authToken === undefined
      ? { authToken: secret, claimedUntilMs: 0 }
      : { authToken, claimedUntilMs: Number(untilMs) };
  };
  const seal = (venueId: string, secret: string): Buffer =>
    encrypt(secretsKey, secret, placeInVenue(venueId, 'auth_token_sealed'));

  // Claimed first: another process would spend the auth token a second time, in vain. No connection is held meanwhile.
  const exchange = async ({ venueId, clientGuid }: Credentials): Promise<string> => {
    for (;;) {
      const { sealed, nowMs } = await readAuthToken(db, venueId);
      const stored = open(venueId, sealed);
      if ('accessToken' in stored) return stored.accessToken;
      const { authToken, claimedUntilMs } = stored;
      const claimed = seal(venueId, `${claim}${nowMs + claimMs} ${authToken}`);
      if (claimedUntilMs > nowMs || !(await replaceAuthToken(db, venueId, sealed, claimed))) {
        await wait(pollMs);
        continue;
      }
      try {
        const signal = AbortSignal.timeout(exchangeWithinMs);
        const accessToken = await exchangeAuthToken({ base, signal }, { clientGuid, authToken });
        await replaceAuthToken(db, venueId, claimed, seal(venueId, mark + accessToken));
        return accessToken;
      } catch (error) {
        await replaceAuthToken(db, venueId, claimed, sealed).catch(() => undefined);
        throw error;
      }
    }
  };

  return (credentials) => {
    const { venueId, authTokenSealed } = credentials;
    const stored = open(venueId, authTokenSealed);
    if ('accessToken' in stored) return Promise.resolve(stored.accessToken);
    // Several units of a venue are looked up at once; later requests wait for the first.
    const key = `${venueId} ${stored.authToken}`;
    const known = exchanges.get(key);
    if (known) return known;
    const exchanging = exchange(credentials);
    exchanges.set(key, exchanging);
    const forget = (): void => void exchanges.delete(key);
    exchanging.then(forget, forget);
    return exchanging;
  };
}

/** Stored value of a venue, and the time of the database, in whole milliseconds. */
async function readAuthToken(db: Db, venueId: string): Promise<{ sealed: Buffer; nowMs: number }> {
  const found = await db
    .selectFrom('venues')
    .select([
      'auth_token_sealed as sealed',
      sql<number>`ceil(extract(epoch from now()) * 1000)::bigint`.as('nowMs'),
    ])
    .where('id', '=', venueId)
    .executeTakeFirst();
  if (!found?.sealed) throw new ProviderError('the auth token was removed');
  return { sealed: found.sealed, nowMs: found.nowMs };
}

/** Returns false when another value was stored meanwhile, which stays. */
async function replaceAuthToken(
  db: Db,
  venueId: string,
  sealed: Buffer,
  by: Buffer,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('venues')
    .set({ auth_token_sealed: by })
    .where('id', '=', venueId)
    .where('auth_token_sealed', '=', sealed)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
