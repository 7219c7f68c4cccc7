/**
 * Refreshes what is shown of a venue when its change logs move: by the stream that all tabs of the browser share. Loaded
 * when it is first used.
 */
import type { Query } from '@tanstack/react-query';
import type { EndpointName } from '../../contract/endpoints.ts';
import { parseCursor } from '../../rules/live/stream-cursor.ts';
import { queryClient } from './endpoint-query.ts';

/** Least pause between two refreshes of a query, in milliseconds; other queries are not refreshed. */
const pauses: { readonly [Name in EndpointName]?: number } = {
  getVenueOverview: 4000,
  getCaseSummary: 4000,
  listIssues: 1000,
  listCases: 2000,
  listRefusedSales: 2000,
  listUnitIngredients: 4000,
  listDrinks: 10_000,
  listIngredientSales: 20_000,
  getStockForecast: 20_000,
};

/** Endpoint and input of a query, as `endpointQuery` makes them. */
interface QueryTarget {
  readonly name: string;
  readonly venueId: unknown;
  readonly unitNumber: unknown;
}

function targetOf({ queryKey: [name, input] }: Query): QueryTarget {
  const params: unknown =
    typeof input === 'object' && input !== null && 'params' in input ? input.params : undefined;
  const of = (field: string): unknown =>
    typeof params === 'object' && params !== null
      ? new Map<string, unknown>(Object.entries(params)).get(field)
      : undefined;
  return { name: String(name), venueId: of('venueId'), unitNumber: of('unitNumber') };
}

const pauseOf = (name: string): number | undefined =>
  new Map<string, number>(Object.entries(pauses)).get(name);

/** Numbers of the units whose logs differ; null for all of them, in another night. */
function movedUnits(before: string, after: string): ReadonlySet<string> | null {
  const [old, present] = [parseCursor(before), parseCursor(after)];
  if (!old || !present || old.day !== present.day) return null;
  const moved = [...present.numbers].filter(([unit, number]) => old.numbers.get(unit) !== number);
  return new Set(moved.map(([unit]) => String(unit)));
}

/**
 * Loads a query again without showing that it loads. A failure changes nothing: the query is polled as well. Neither does
 * a response that was overtaken by a change of what is shown.
 */
async function refresh(query: Query): Promise<void> {
  const { queryFn } = query.options;
  const { dataUpdatedAt } = query.state;
  if (typeof queryFn !== 'function') return;
  const { signal } = new AbortController();
  try {
    const { queryKey, meta } = query;
    const data: unknown = await queryFn({ client: queryClient, queryKey, meta, signal });
    const { state } = query;
    if (state.dataUpdatedAt === dataUpdatedAt && state.fetchStatus === 'idle')
      queryClient.setQueryData(queryKey, data);
  } catch {
    // Shown by the next poll, if it lasts.
  }
}

/** Refreshes the queries of a venue with each change of the position in its logs, until the signal aborts. */
export function refreshVenue(venueId: string, signal: AbortSignal): (position: string) => void {
  let last = '';
  const due = new Map<Query, ReturnType<typeof setTimeout> | null>();
  const refreshedAtMs = new WeakMap<Query, number>();

  const run = (query: Query): void => {
    // While the page is hidden it waits, without a timer.
    if (document.hidden) {
      due.set(query, null);
      return;
    }
    due.delete(query);
    if (!query.isActive() || query.state.fetchStatus !== 'idle') return;
    refreshedAtMs.set(query, performance.now());
    void refresh(query);
  };
  const plan = (query: Query, pauseMs: number): void => {
    if (due.has(query)) return;
    const since = performance.now() - (refreshedAtMs.get(query) ?? Number.NEGATIVE_INFINITY);
    due.set(
      query,
      setTimeout(() => run(query), Math.max(0, pauseMs - since)),
    );
  };
  const onShown = () => {
    if (document.hidden) return;
    for (const [query, timer] of due) if (timer === null) run(query);
  };
  document.addEventListener('visibilitychange', onShown);
  signal.addEventListener('abort', () => {
    document.removeEventListener('visibilitychange', onShown);
    for (const timer of due.values()) if (timer !== null) clearTimeout(timer);
  });

  return (position) => {
    if (position === '' || position === last) return;
    const [before, isFirst] = [last, last === ''];
    last = position;
    if (isFirst) return;
    const units = movedUnits(before, position);
    for (const query of queryClient.getQueryCache().findAll({ type: 'active' })) {
      const target = targetOf(query);
      const pauseMs = pauseOf(target.name);
      if (pauseMs === undefined || target.venueId !== venueId) continue;
      const { unitNumber } = target;
      if (typeof unitNumber === 'string' && units && !units.has(unitNumber)) continue;
      plan(query, pauseMs);
    }
  };
}
