/**
 * Queries keyed by endpoint: `[endpointName, input]`. The cache contains the response as received; a query that needs
 * another form of it has a `select`.
 */
import {
  type InvalidateQueryFilters,
  partialMatchKey,
  QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import type { EndpointName, EndpointResponse } from '../../contract/endpoints.ts';
import { ApiError } from './api-error.ts';
import { api } from './client.ts';
import { type RequestInput } from './endpoint-input.ts';
import { isOpening } from './opening.ts';

/** Matches every input that has these values; the names within params, query and body are optional too. */
type PartialInput<Name extends EndpointName> = {
  readonly [Part in keyof RequestInput<Name>]?: Partial<RequestInput<Name>[Part]>;
};

type ResponseFrom<Name extends EndpointName> = EndpointResponse<Name>;

/** Key and function of the query of an endpoint; other options are spread beside them. */
export const endpointQuery = <Name extends EndpointName>(name: Name, input: RequestInput<Name>) =>
  queryOptions({
    queryKey: [name, input] as const,
    queryFn: ({ signal, queryKey, client }): Promise<ResponseFrom<Name>> =>
      api[name]({ ...input, signal }).catch((error: unknown) => orSaved(client, queryKey, error)),
  });

export type Saved = <Response>(
  client: QueryClient,
  queryKey: QueryKey,
  error: unknown,
) => Promise<Response>;

let saved: Saved | undefined;

/** @param load gets the response that is kept for use without a network, or throws the error of the request */
export function loadSaved(load: Saved): void {
  saved = load;
}

/** Only a browser that keeps the dashboard for use without a network keeps responses for it. */
function orSaved<Response>(client: QueryClient, key: QueryKey, error: unknown): Promise<Response> {
  const isCut = error instanceof ApiError && error.status === 0;
  if (!isCut || !saved || !navigator.serviceWorker?.controller) throw error;
  return saved(client, key, error);
}

/** Key that matches the queries of an endpoint with these inputs; all of them when there is no input. */
export const endpointKey = <Name extends EndpointName>(name: Name, input?: PartialInput<Name>) =>
  input === undefined ? [name] : [name, input];

/**
 * Placeholder of a page or a chart: the one that was shown before, if its input has these values too. It is another
 * function in every render, so that a `select` beside it runs in each, and has to return plain objects: of a Map, every
 * result would be a new one, and render again.
 */
export const pageBefore =
  <Name extends EndpointName>(name: Name, list: PartialInput<Name>) =>
  (
    shown: ResponseFrom<Name> | undefined,
    query: { readonly queryKey: QueryKey } | undefined,
  ): ResponseFrom<Name> | undefined =>
    query && partialMatchKey(query.queryKey, endpointKey(name, list)) ? shown : undefined;

/** Marks the matching queries as stale and refetches the visible ones. */
export const invalidate = <Name extends EndpointName>(
  name: Name,
  input?: PartialInput<Name>,
  filters?: Pick<InvalidateQueryFilters, 'refetchType'>,
): Promise<void> =>
  queryClient.invalidateQueries({ ...filters, queryKey: endpointKey(name, input) });

/**
 * Changes every cached response that matches; absent responses stay absent. What is shown and being fetched is fetched
 * again: the response may be from before the change.
 */
export function changeCached<Name extends EndpointName>(
  name: Name,
  input: PartialInput<Name>,
  change: (response: ResponseFrom<Name>) => ResponseFrom<Name>,
): void {
  const queryKey = endpointKey(name, input);
  const underWay = queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  queryClient.setQueriesData<ResponseFrom<Name>>(
    { queryKey },
    (response) => response && change(response),
  );
  if (underWay.length > 0)
    void queryClient.invalidateQueries({ predicate: (query) => underWay.includes(query) });
}

/**
 * Cached data is shown immediately. There are no automatic retries or background refetches: an error is shown with a
 * retry button, and a report changes only on lookup. Without a network, requests fail at once: one that waited for it
 * would be sent later, also when it was cancelled meanwhile.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: () => (isOpening() ? Infinity : 0),
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
