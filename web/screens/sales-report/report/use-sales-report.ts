/** Report selected by the URL: its figures and the current page. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { dateMessages } from '../../../../lib/time-in-zone.ts';
import { reportMessages } from '../../../../rules/reports/report-messages.ts';
import { isFilter } from '../../../../rules/reports/sale-filter.ts';
import { nightsQuery } from '../../../api/nights.ts';
import {
  isPageOf,
  type SalesPage,
  type SalesRange,
  type SalesReport,
  salesReportQuery,
} from '../../../api/reports.ts';
import type { LostProps } from '../../../components/load-error.tsx';
import { useNightRules } from '../../../context/use-night-rules.ts';
import { useUnits, useVenues } from '../../../context/use-venues.ts';
import { type Lookup, rangeOf } from './lookup.ts';
import { notify } from '../../../ui/toasts.tsx';

export interface ShownReport {
  readonly range: SalesRange | undefined;
  /** Displayed report: the previous page while another is fetched. */
  readonly report: SalesReport | undefined;
  /** idle: days are missing or invalid. */
  readonly status: 'idle' | 'loading' | 'refreshing' | 'ready';
  /** Message of an invalid lookup. */
  readonly problem: string | undefined;
  /** What could not be loaded, and how to try again. */
  readonly lost: LostProps | undefined;
  /** Time of the data, in epoch milliseconds. */
  readonly asOfMs: number;
}

const noRange: SalesRange = { venueId: '', startDate: 0, endDate: 0 };

/**
 * @param lookup must have a stable identity while its values are unchanged
 */
export function useSalesReport(lookup: Lookup, view: SalesPage): ShownReport {
  const { range, problem, lost } = useRange(lookup);
  const { data, dataUpdatedAt, isFetching, error, refetch } = useQuery({
    ...salesReportQuery(range ?? noRange, view),
    enabled: range !== undefined,
    placeholderData: (before, previous) =>
      range && previous && isPageOf(range, previous) ? before : undefined,
  });
  const isEmpty = view.page === 1 && data?.sales.length === 0 && !isFilter(view);

  // Each response is reported once; a new one is recognised by its time.
  useEffect(() => {
    if (isEmpty && dataUpdatedAt > 0) notify(reportMessages.noSales);
  }, [isEmpty, dataUpdatedAt]);

  const failure = isFetching ? null : error;
  const statusOf = () => {
    if (problem || lost || !lookup.from || !lookup.to) return 'idle';
    if (!data) return failure ? 'ready' : 'loading';
    return isFetching ? 'refreshing' : 'ready';
  };
  return {
    range,
    report: range ? data : undefined,
    status: statusOf(),
    problem,
    lost: lost ?? (failure ? { what: 'sales', error: failure, onRetry: refetch } : undefined),
    asOfMs: dataUpdatedAt,
  };
}

/** Either the requested range, the error, or what could not be loaded; none while venues and units are loading. */
interface Received {
  readonly range?: SalesRange;
  readonly problem?: string;
  readonly lost?: LostProps;
}

/** @param lookup must have a stable identity while its values are unchanged */
function useRange(lookup: Lookup): Received {
  const { active: venue, isPending, isLost, retry } = useVenues();
  const { units, isLost: unitsLost, retry: retryUnits } = useUnits(venue?.id);
  const nights = useNightRules(venue?.id);
  const { rules, isLost: nightsLost } = nights;
  const retryNights = nights.retry;
  const bounds = useNightsOfServer(lookup, venue?.id);
  return useMemo(() => {
    const { from, to, unitNumber } = lookup;
    // The clock of the venue gives the first days.
    if (nightsLost) return { lost: { what: 'clock', onRetry: retryNights } };
    if (!from || !to || isPending) return {};
    if (!venue) {
      if (isLost) return { lost: { what: 'venues', onRetry: retry } };
      return { problem: 'There is no venue to look up sales for' };
    }
    if (rules === undefined) return {};
    const unit = units.find((unit) => String(unit.unitNumber) === unitNumber);
    // One that the venue does not have is taken out of the address when the units are known.
    if (unitNumber && !unit) {
      return unitsLost ? { lost: { what: 'units', onRetry: retryUnits } } : {};
    }
    try {
      const { _id: unitId } = unit ?? {};
      const range = rangeOf({ ...lookup, from, to }, venue.id, unitId, rules);
      return { range: { ...range, ...bounds } };
    } catch (error) {
      return { problem: error instanceof RangeError ? error.message : dateMessages.badDay };
    }
  }, [
    lookup,
    isPending,
    isLost,
    venue,
    unitsLost,
    units,
    retry,
    retryUnits,
    rules,
    nightsLost,
    retryNights,
    bounds,
  ]);
}

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
