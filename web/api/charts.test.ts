import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { auditQuery } from './audit.ts';
import { breakdownQuery, heatMapQuery, mixQuery, seriesQuery } from './charts.ts';
import { drinkPageQuery } from './drink-pages.ts';
import { queryClient } from './endpoint-query.ts';

const days = (to: string) => ({ from: '2026-03-02', to });

/** The query of a place, and another part of it: days, or a page. */
const queries = {
  series: (venueId: string, part: number) =>
    seriesQuery({ venueId, ...days(`2026-03-1${part}`), by: 'night', measure: 'gross' }),
  'heat map': (venueId: string, part: number) =>
    heatMapQuery({ venueId, ...days(`2026-03-1${part}`), measure: 'gross' }),
  mix: (venueId: string, part: number) => mixQuery({ venueId, ...days(`2026-03-1${part}`) }),
  breakdown: (venueId: string, part: number) =>
    breakdownQuery({ venueId, ...days(`2026-03-1${part}`), by: 'drink' }),
  'drink menu': (venueId: string, part: number) =>
    drinkPageQuery(venueId, { page: part, size: 20 }),
  'activity log': (ownerId: string, part: number) => auditQuery({ ownerId }, `${part}`),
};

afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
});

test.for(Object.entries(queries))(
  '%s: what was shown stays until another part of the place is there, and never stands for another place',
  ([, query]) => {
    // Nothing is received.
    vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => undefined));
    const first = query('v', 1);
    queryClient.setQueryData([...first.queryKey], { shown: true });
    const observer = new QueryObserver(queryClient, first as never);
    const unsubscribe = observer.subscribe(() => undefined);
    const before = observer.getCurrentResult().data;
    expect(before).toBeDefined();

    observer.setOptions(query('v', 2) as never);
    const next = observer.getCurrentResult();
    expect([next.data, next.isPlaceholderData]).toEqual([before, true]);

    observer.setOptions(query('w', 1) as never);
    expect(observer.getCurrentResult()).toMatchObject({ data: undefined, status: 'pending' });
    unsubscribe();
  },
);
