import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SalesRange } from '../../api/reports.ts';
import { nightsQuery } from '../../api/nights.ts';
import type { Lookup } from './lookup.ts';

/**
 * Bounds of business days as the server has them, which decide where its time zone data differs from that of the
 * browser; undefined for calendar days and while they load.
 * @param lookup must have a stable identity while its values are unchanged
 */
export function useNightsOfServer(
  { from, to, days }: Lookup,
  venueId: string | undefined,
): Pick<SalesRange, 'startDate' | 'endDate'> | undefined {
  const enabled = days === 'business' && venueId !== undefined && from !== null && to !== null;
  const first = useQuery({ ...nightsQuery(venueId ?? '', from ?? '', from ?? ''), enabled });
  const last = useQuery({ ...nightsQuery(venueId ?? '', to ?? '', to ?? ''), enabled });
  const [start, end] = [first.data?.[0]?.start, last.data?.[0]?.end];
  return useMemo(() => {
    if (start === undefined || end === undefined || start >= end) return undefined;
    return { startDate: Date.parse(start), endDate: Date.parse(end) - 1 };
  }, [start, end]);
}
