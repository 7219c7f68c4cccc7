/** Client of the public API of a running server, typed by the contract. */
import pLimit from 'p-limit';
import { z } from 'zod';
import type { EndpointName, EndpointResponse } from '../contract/endpoints.ts';
import { isSuperAdminType } from '../rules/permissions.ts';
import { SimulatorError, type SimulatorOptions } from './options.ts';
import { createClient, type Unchanged } from '../client/client.ts';
import { ApiError, networkError } from '../web/api/api-error.ts';
import type { EndpointInput } from '../web/api/endpoint-input.ts';

export interface ApiResponse<Name extends EndpointName> {
  status: number;
  etag: string | null;
  /** Duration in ms. */
  ms: number;
  body: EndpointResponse<Name>;
}

/** Sends a request with an account token, a unit key, or unauthenticated. Throws ApiError for any error response. */
export interface Api {
  send<Name extends EndpointName>(
    name: Name,
    input: EndpointInput<Name>,
    token: string | null,
  ): Promise<ApiResponse<Name>>;
  /** Like `ask`, or Unchanged when the response still has this ETag. */
  retry<Name extends EndpointName>(
    name: Name,
    input: EndpointInput<Name>,
    token: string,
    etag: string | null,
  ): Promise<ApiResponse<Name> | Unchanged>;
}

/** @param atOnce maximum number of concurrent requests; the others are queued */
export function openApi(url: string, atOnce = Number.POSITIVE_INFINITY): Api {
  const limit = pLimit(atOnce);
  const client = createClient({ url });

  const retry = <Name extends EndpointName>(
    name: Name,
    input: EndpointInput<Name>,
    token: string | null,
    etag: string | null,
  ): Promise<ApiResponse<Name> | Unchanged> =>
    limit(async () => {
      const began = performance.now();
      const headers = etag === null ? {} : { 'if-none-match': etag };
      const options = { token, headers, signal: input.signal };
      const response = await client.send(name, input, options);
      if (!('body' in response)) return response;
      const { status, body, headers: received } = response;
      return { status, body, etag: received.get('etag'), ms: performance.now() - began };
    });

  return {
    retry,
    send: async (name, input, token) => {
      const response = await retry(name, input, token, null);
      if (!('body' in response)) throw networkError();
      return response;
    },
  };
}

// Account that runs the simulation: the owner of the venue, or a super admin acting for an owner.

export interface Session {
  readonly ownerId: string;
  readonly isSuperAdmin: boolean;
  /** Sends a request as this account; an expired session is renewed. */
  send<Name extends EndpointName>(
    name: Name,
    input: EndpointInput<Name>,
  ): Promise<ApiResponse<Name>>;
}

type Who = Pick<SimulatorOptions, 'email' | 'password' | 'owner'>;

const claims = z.object({ sub: z.string(), accountType: z.string() });

/** Throws SimulatorError when no account matches. */
export async function login(api: Api, who: Who): Promise<Session> {
  let token = await requestToken(api, who);
  const { sub, accountType } = claimsOf(token);
  const send: Session['send'] = async (name, input) => {
    try {
      return await api.send(name, input, token);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      token = await requestToken(api, who);
      return api.send(name, input, token);
    }
  };
  const isSuperAdmin = isSuperAdminType(accountType);
  if (isSuperAdmin && who.owner === null) {
    throw new SimulatorError(
      `${who.email} is a super admin: name the owner with --owner, by email, name or id.`,
    );
  }
  const ownerId = isSuperAdmin ? await findOwner(send, who.owner ?? '') : sub;
  return { ownerId, isSuperAdmin, send };
}

async function requestToken(api: Api, { email, password }: Who): Promise<string> {
  const { body } = await api.send('login', { body: { email, password } }, null);
  if ('token' in body) return body.token;
  throw new SimulatorError(`${email} signs in with a second factor: name an account without one.`);
}

function claimsOf(token: string): z.output<typeof claims> {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return claims.parse(JSON.parse(payload));
}

const pageSize = 100;

async function findOwner(send: Session['send'], named: string): Promise<string> {
  const requested = named.toLowerCase();
  for (let current = 1; ; current += 1) {
    const { body } = await send('listOwners', {
      query: { pagination: { current, size: pageSize } },
    });
    const found = body.owners.find(({ id, name, email }) =>
      [id, name.toLowerCase(), email.toLowerCase()].includes(requested),
    );
    if (found) return found.id;
    if (current * pageSize >= body.pagination.total) {
      throw new SimulatorError(`--owner is "${named}", but there is no owner of that name.`);
    }
  }
}
