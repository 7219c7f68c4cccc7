/** Client of the public API of a running server, typed by the contract. */
import pLimit from 'p-limit';
import type { ResponseOf } from '../contract/endpoint.ts';
import { type EndpointName, type Endpoints, endpoints } from '../contract/endpoints.ts';
import { networkError, readError } from '../web/api/api-error.ts';
import {
  type AnyInput,
  type EndpointInput,
  fillPath,
  queryText,
} from '../web/api/endpoint-input.ts';

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
