/**
 * State of something that a screen loads. Loading, failed and empty are different states: only a response makes
 * something empty.
 */
import {
  createContext,
  type ReactNode,
  use,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type SharedValue, sharedValue, useSharedValue } from './hooks.ts';

/** Something that could not be loaded. */
export interface Failure {
  /** Name of what could not be loaded, in the plural or without an article: `venues`, `order`. */
  readonly what: string;
  /** The thrown value, or its message. */
  readonly error?: unknown;
  readonly retry: () => unknown;
}

export type LoadState<Data> =
  | { readonly state: 'pending' }
  | { readonly state: 'failed'; readonly failures: readonly Failure[] }
  | ({ readonly state: 'empty' } & Known)
  | ({ readonly state: 'data'; readonly data: Data } & Known);

interface Known {
  readonly isRefreshing: boolean;
  /** Failures of a later request: what is shown is older. */
  readonly failures: readonly Failure[];
}

/** Result of a query of TanStack Query, as far as its state depends on it. */
export interface QueryResult<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface StateOptions<Data> {
  readonly what: string;
  /** States that the query waits for: it is disabled until that has data. */
  readonly after?: readonly LoadState<unknown>[];
  readonly isEmpty?: (data: Data) => boolean;
}

/** State of rows that are there, such as those of a response that is shown in parts. */
export const loaded = <Row,>(data: readonly Row[]): LoadState<readonly Row[]> => ({
  state: 'data',
  data,
  isRefreshing: false,
  failures: [],
});

const isEmptyList = (data: unknown): boolean => Array.isArray(data) && data.length === 0;

/** State of a query. One that waits for something has the state of what it waits for. */
export function loadState<Data>(
  { data, error, isFetching, refetch }: QueryResult<Data>,
  { what, after = [], isEmpty = isEmptyList }: StateOptions<Data>,
): LoadState<Data> {
  const failures = after.flatMap((one) => (one.state === 'failed' ? one.failures : []));
  if (failures.length > 0) return { state: 'failed', failures };
  const own = error && !isFetching ? [{ what, error, retry: refetch }] : [];
  if (data !== undefined) {
    const known = { isRefreshing: isFetching, failures: own };
    return isEmpty(data) ? { state: 'empty', ...known } : { state: 'data', data, ...known };
  }
  if (own.length > 0) return { state: 'failed', failures: own };
  // Without what it waits for, such as a venue, there is nothing to load.
  const isWithout = after.some(({ state }) => state === 'empty') && after.every(isKnown);
  return isWithout ? { state: 'empty', isRefreshing: false, failures: [] } : { state: 'pending' };
}

/** The rows of what is loaded; no rows are empty. */
export function rowsOf<Data, Row>(
  from: LoadState<Data>,
  pick: (data: Data) => readonly Row[],
): LoadState<readonly Row[]> {
  if (from.state !== 'data') return from;
  const { isRefreshing, failures } = from;
  const data = pick(from.data);
  return data.length === 0
    ? { state: 'empty', isRefreshing, failures }
    : { state: 'data', data, isRefreshing, failures };
}

const isKnown = ({ state }: LoadState<unknown>): boolean => state === 'data' || state === 'empty';

export const failuresOf = (of: LoadState<unknown>): readonly Failure[] =>
  of.state === 'pending' ? [] : of.failures;

// One outage is one error on a screen: the first part that failed shows it, for all of them.

interface Entry {
  readonly id: string;
  readonly failures: readonly Failure[];
}

const noEntries: readonly Entry[] = [];
const withoutScope = sharedValue(noEntries);
const ScopeContext = createContext<SharedValue<readonly Entry[]> | null>(null);

/** A screen or dialog, within which an error is shown once. */
export function FailureScope({ children }: { readonly children: ReactNode }) {
  const [scope] = useState(() => sharedValue(noEntries));
  return <ScopeContext value={scope}>{children}</ScopeContext>;
}

interface FailuresToShow {
  /** Those of the whole screen, for the part that shows its error. */
  readonly error: readonly Failure[];
  /** Those that another part shows, and that are said here without an error. */
  readonly unknown: readonly Failure[];
}

/** Which failures a part of a screen shows. */
export function useFailuresToShow(own: readonly Failure[]): FailuresToShow {
  const id = useId();
  const scope = use(ScopeContext);
  const entries = useSharedValue(scope ?? withoutScope);
  const names = own.map(({ what }) => what).join();
  const latest = useRef(own);
  useLayoutEffect(() => {
    latest.current = own;
  });
  useLayoutEffect(() => {
    if (!scope || names === '') return undefined;
    const others = () => scope.get().filter((entry) => entry.id !== id);
    scope.set([...others(), { id, failures: latest.current }]);
    return () => scope.set(others());
  }, [scope, id, names]);
  if (!scope) return { error: own, unknown: [] };
  const [first] = entries;
  if (first?.id === id) return { error: entries.flatMap(({ failures }) => failures), unknown: [] };
  const shown = new Set(first?.failures.map(({ what }) => what));
  // Before its entry, a part shows nothing: that is never painted.
  const isEntered = entries.some((entry) => entry.id === id);
  return { error: [], unknown: isEntered ? own.filter(({ what }) => !shown.has(what)) : [] };
}
