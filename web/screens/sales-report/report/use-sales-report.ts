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
import { useNightRules } from '../../../context/use-night-rules.ts';
import { useUnits, useVenues } from '../../../context/use-venues.ts';
import { type Lookup, rangeOf } from './lookup.ts';
import { type LoadState, loadState } from '../../../ui/load-state.tsx';
import { notify } from '../../../ui/toasts.tsx';

export interface ShownReport {
  readonly range: SalesRange | undefined;
  /** Displayed report: the previous page while another is fetched. Pending for as long as the lookup is invalid. */
  readonly state: LoadState<SalesReport>;
  readonly report: SalesReport | undefined;
  /** Message of an invalid lookup. */
  readonly problem: string | undefined;
  /** Time of the data, in epoch milliseconds. */
  readonly asOfMs: number;
}

const noRange: SalesRange = { venueId: '', startDate: 0, endDate: 0 };

/**
 * @param lookup must have a stable identity while its values are unchanged
 */
export function useSalesReport(lookup: Lookup, view: SalesPage): ShownReport {
  const { range, problem, after } = useRange(lookup);
  const result = useQuery({
    ...salesReportQuery(range ?? noRange, view),
    enabled: range !== undefined,
    placeholderData: (before, previous) =>
      range && previous && isPageOf(range, previous) ? before : undefined,
  });
  const { data, dataUpdatedAt } = result;
  const isEmpty = view.page === 1 && data?.sales.length === 0 && !isFilter(view);

  // Each response is reported once; a new one is recognised by its time.
  useEffect(() => {
    if (isEmpty && dataUpdatedAt > 0) notify(reportMessages.noSales);
  }, [isEmpty, dataUpdatedAt]);

  return {
    range,
    state: loadState(result, { what: 'sales', after, isEmpty: () => false }),
    report: range ? data : undefined,
    problem,
    asOfMs: dataUpdatedAt,
  };
}

/** Either the requested range or the error; none while what it depends on is not known. */
interface Received {
  readonly range?: SalesRange;
  readonly problem?: string;
  /** States that the range depends on. */
  readonly after: readonly LoadState<unknown>[];
}

/** @param lookup must have a stable identity while its values are unchanged */
function useRange(lookup: Lookup): Received {
  const venues = useVenues();
  const venue = venues.active;
  const units = useUnits(venue?.id, [venues.state]);
  // The clock of the venue gives the first days.
  const nights = useNightRules(venue?.id, [venues.state]);
  const bounds = useNightsOfServer(lookup, venue?.id);
  const { rules } = nights;
  const hasNoVenue = venues.state.state === 'empty';
  const chosen = units.units.find((unit) => String(unit.unitNumber) === lookup.unitNumber);
  const unitId = chosen?._id;
  const asked = useMemo(() => {
    const { from, to, unitNumber } = lookup;
    if (!from || !to) return {};
    if (hasNoVenue) return { problem: 'There is no venue to look up sales for' };
    // A unit that the venue does not have is taken out of the address when the units are known.
    if (!venue || rules === undefined || (unitNumber && !unitId)) return {};
    try {
      const range = rangeOf({ ...lookup, from, to }, venue.id, unitId, rules);
      return { range: { ...range, ...bounds } };
    } catch (error) {
      return { problem: error instanceof RangeError ? error.message : dateMessages.badDay };
    }
  }, [lookup, hasNoVenue, venue, unitId, rules, bounds]);
  const after = [venues.state, nights.state, ...(lookup.unitNumber ? [units.state] : [])];
  return { ...asked, after };
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
