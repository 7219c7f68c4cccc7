/** Client of the public API of a running server, typed by the contract. */
import { fillPath, queryText } from '../web/api/endpoint-input.ts';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { ResponseOf } from '../contract/endpoint.ts';
import { type EndpointName, endpoints, type Endpoints } from '../contract/endpoints.ts';
import { isSuperAdminType } from '../rules/permissions.ts';
import { SimulatorError, type SimulatorOptions } from './options.ts';
import { ApiError, networkError, readError } from '../web/api/api-error.ts';
import type { AnyInput, EndpointInput } from '../web/api/endpoint-input.ts';

export interface ApiResponse<Name extends EndpointName> {
  status: number;
  etag: string | null;
  /** Duration in ms. */
  ms: number;
  body: ResponseOf<Endpoints[Name]>;
}

/** Result of a request with If-None-Match (304). */
export interface Unchanged {
  status: 304;
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

/** Request timeout. */
const patienceMs = 30_000;

/** @param atOnce maximum number of concurrent requests; the others are queued */
export function openApi(url: string, atOnce = Number.POSITIVE_INFINITY): Api {
  const limit = pLimit(atOnce);

  async function open(
    name: EndpointName,
    { params = {}, query = {}, headers = {}, body, signal }: AnyInput,
    token: string | null,
    etag: string | null,
  ): Promise<Response> {
    const { method, path } = endpoints[name];
    const sent = new Headers(token === null ? {} : { authorization: `Bearer ${token}` });
    for (const [header, value] of Object.entries(headers)) if (value) sent.set(header, value);
    if (etag !== null) sent.set('if-none-match', etag);
    if (body !== undefined) sent.set('content-type', 'application/json');
    const patience = AbortSignal.timeout(patienceMs);
    return fetch(url + fillPath(path, params) + queryText(query), {
      method,
      headers: sent,
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
    });
  }

  async function retry<Name extends EndpointName>(
    name: Name,
    input: EndpointInput<Name>,
    token: string | null,
    etag: string | null,
  ): Promise<ApiResponse<Name> | Unchanged> {
    const { response, text, ms } = await limit(async () => {
      const began = performance.now();
      const activity = await open(name, input, token, etag);
      return { response: activity, text: await activity.text(), ms: performance.now() - began };
    }).catch(() => {
      throw networkError();
    });
    if (response.status === 304) return { status: 304 };
    if (!response.ok) throw readError(response.status, text);
    // The server has validated its response against the same contract.
    const body: ResponseOf<Endpoints[Name]> = JSON.parse(text);
    return { status: response.status, etag: response.headers.get('etag'), ms, body };
  }

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
