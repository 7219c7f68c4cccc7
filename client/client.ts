/** Client of the public API, published as @barback/client; the simulator uses it too. */
import { ApiError, networkError, readError } from '../web/api/api-error.ts';
import { type AnyInput, fillPath, queryText, type QueryValue } from '../web/api/endpoint-input.ts';
import { endpointPaths } from '../web/api/endpoint-paths.ts';
import type { Calls } from './calls.ts';

export { ApiError, type Calls };

export type CallName = keyof Calls;

/** Lists that come in pages. */
export type PagedCall =
  | 'getSalesReport'
  | 'listCases'
  | 'listEvents'
  | 'listOrders'
  | 'listRefusedSales'
  | 'listSalesOfVenues'
  | 'listUnitMovements';

export interface ClientOptions {
  /** Address of the server: `https://barback.example.com`. */
  url: string;
  /** Access token (`bbk_…`), or the key of a unit. */
  token?: string;
  /** Time until a request is given up, the reading of its response included: 30 seconds by default. */
  timeoutMs?: number;
}

export interface RequestOptions {
  /** In place of that of the client; null for none. */
  token?: string | null;
  /** Additional headers. */
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
}

export interface CallResponse<Name extends CallName> {
  status: number;
  headers: Headers;
  body: Calls[Name]['output'];
}

/** Response to a request with `if-none-match`, if nothing has changed. */
export interface Unchanged {
  status: 304;
}

/** Each call throws ApiError when the server refuses, fails or cannot be reached (then with status 0). */
export interface Client {
  /** Makes a call and returns the body of its response: JSON as it is described, CSV as a text. */
  call<Name extends CallName>(
    name: Name,
    input: Calls[Name]['input'],
    options?: RequestOptions,
  ): Promise<Calls[Name]['output']>;
  /** The pages of a list, each as `call` returns it, one request at a time, until the last one. */
  pages<Name extends PagedCall>(
    name: Name,
    input: Calls[Name]['input'],
    options?: RequestOptions,
  ): AsyncGenerator<Calls[Name]['output'], void, undefined>;
  /** As `call`, with the status and the headers of the response. */
  send<Name extends CallName>(
    name: Name,
    input: Calls[Name]['input'],
    options?: RequestOptions,
  ): Promise<CallResponse<Name> | Unchanged>;
  /** The response itself, for files, which are then read as they arrive. */
  open<Name extends CallName>(
    name: Name,
    input: Calls[Name]['input'],
    options?: RequestOptions,
  ): Promise<Response>;
}

export function createClient({ url, token, timeoutMs = 30_000 }: ClientOptions): Client {
  const root = url.replace(/\/+$/, '');

  async function open(
    name: CallName,
    { params = {}, query = {}, headers = {}, body }: AnyInput,
    options: RequestOptions = {},
  ): Promise<Response> {
    const { method, path } = endpointPaths[name];
    const by = options.token === undefined ? token : options.token;
    const sent = new Headers(options.headers);
    if (by) sent.set('authorization', `Bearer ${by}`);
    for (const [header, value] of Object.entries(headers)) if (value) sent.set(header, value);
    if (body !== undefined) sent.set('content-type', 'application/json');
    const patience = AbortSignal.timeout(timeoutMs);
    const response = await fetch(root + fillPath(path, params) + queryText(query), {
      method,
      headers: sent,
      body: body === undefined ? null : JSON.stringify(body),
      signal: options.signal ? AbortSignal.any([options.signal, patience]) : patience,
    }).catch(() => {
      throw networkError();
    });
    if (response.ok || response.status === 304) return response;
    throw readError(response.status, await textOf(response));
  }

  const send: Client['send'] = async (name, input, options) => {
    const response = await open(name, input, options);
    const { status, headers } = response;
    if (status === 304) return { status };
    const text = await textOf(response);
    const isJson = headers.get('content-type')?.startsWith('application/json');
    // The server has validated its response against the same contract.
    return { status, headers, body: isJson ? JSON.parse(text) : text };
  };

  const call: Client['call'] = async (name, input, options) => {
    const response = await send(name, input, options);
    if ('body' in response) return response.body;
    throw readError(response.status, '');
  };

  return {
    call,
    send,
    open,
    async *pages(name, input, options) {
      for (let next: typeof input | null = input; next !== null;) {
        const page: Calls[typeof name]['output'] = await call(name, next, options);
        yield page;
        next = nextPage(name, next, page);
      }
    },
  };
}

const textOf = (response: Response): Promise<string> =>
  response.text().catch(() => {
    throw networkError();
  });

// Lists: each says in its own way what the next page is.

type Query = Readonly<Record<string, QueryValue>>;

const before = (rows: readonly { readonly id: string }[]): Query | null => {
  const last = rows.at(-1);
  return last === undefined ? null : { before: last.id };
};

type SalesPage = Calls['getSalesReport' | 'listSalesOfVenues']['output'];

/** A page without a sale can have others after it, where a filter examined only a part of the range. */
function besideSale(
  { sales, searchedUntil, pagination }: SalesPage,
  { sort }: Query,
): Query | null {
  const isLast = searchedUntil === undefined && sales.length < pagination.size;
  const from = searchedUntil?.sale ?? sales.at(-1)?.id;
  if (isLast || from === undefined) return null;
  return sort === 'newest' ? { earlierThan: from } : { laterThan: from };
}

/** Additions to the query for the page after this one; null after the last one. */
const addedQuery: {
  readonly [Name in PagedCall]: (page: Calls[Name]['output'], query: Query) => Query | null;
} = {
  getSalesReport: besideSale,
  listCases: ({ cases }) => before(cases),
  listEvents: ({ next, more }) => (more ? { after: next, since: undefined } : null),
  listOrders: before,
  listRefusedSales: before,
  listSalesOfVenues: besideSale,
  listUnitMovements: ({ movements, isLast }) => (isLast ? null : before(movements)),
};

/** Input of the page after this one; null after the last one. */
function nextPage<Name extends PagedCall>(
  name: Name,
  input: Calls[Name]['input'],
  page: Calls[Name]['output'],
): Calls[Name]['input'] | null {
  const { query = {} }: AnyInput = input;
  const added = addedQuery[name](page, query);
  return added && { ...input, query: { ...query, ...added } };
}
