/** Report selected by the URL: its figures and the current page. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { dateMessages } from '../../../lib/date-messages.ts';
import { isFilter } from '../../../rules/reports/sale-filter.ts';
import { reportMessages } from '../../../rules/reports/report-messages.ts';
import { ApiError, errorMessage } from '../../api/api-error.ts';
import { isPageOf, salesReportQuery } from '../../api/reports.ts';
import type { SalesPage, SalesRange, SalesReport } from '../../api/reports.ts';
import { useUnits, useVenues } from '../../context/use-venues.ts';
import { notify } from '../../ui/toasts.tsx';
import { rangeOf } from './lookup.ts';
import type { Lookup } from './lookup.ts';

export interface ShownReport {
  readonly range: SalesRange | undefined;
  /** Displayed report: the previous page while another is fetched. */
  readonly report: SalesReport | undefined;
  /** idle: days are missing or invalid. */
  readonly status: 'idle' | 'loading' | 'refreshing' | 'ready';
  /** Error message: an invalid lookup, or a failed request. */
  readonly problem: string | undefined;
  readonly requestId: string | undefined;
  /** Time of the data, in epoch milliseconds. */
  readonly asOfMs: number;
  readonly refetch: () => void;
}

const noRange: SalesRange = { venueId: '', startDate: 0, endDate: 0 };

/**
 * @param lookup must have a stable identity while its values are unchanged
 */
export function useSalesReport(lookup: Lookup, view: SalesPage): ShownReport {
  const { range, problem } = useRange(lookup);
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
    if (problem || !lookup.from || !lookup.to) return 'idle';
    if (!data) return failure ? 'ready' : 'loading';
    return isFetching ? 'refreshing' : 'ready';
  };
  return {
    range,
    report: range ? data : undefined,
    status: statusOf(),
    problem: problem ?? (failure ? errorMessage(failure) : undefined),
    requestId: failure instanceof ApiError ? failure.requestId : undefined,
    asOfMs: dataUpdatedAt,
    refetch: () => void refetch(),
  };
}

/** Either the requested range or the error; neither while venues and units are loading. */
interface Received {
  readonly range?: SalesRange;
  readonly problem?: string;
}

/** @param lookup must have a stable identity while its values are unchanged */
function useRange(lookup: Lookup): Received {
  const { active: venue, isPending, isLost } = useVenues();
  const { units, isLost: unitsLost } = useUnits(venue?.id);
  return useMemo(() => {
    const { from, to, unitNumber } = lookup;
    if (!from || !to || isPending) return {};
    if (!venue) {
      const missing = 'There is no venue to look up sales for';
      return { problem: isLost ? 'The venues could not be loaded' : missing };
    }
    const unit = units.find((unit) => String(unit.unitNumber) === unitNumber);
    // One that the venue does not have is taken out of the address when the units are known.
    if (unitNumber && !unit) {
      return unitsLost ? { problem: `The units of ${venue.name} could not be loaded` } : {};
    }
    try {
      const { _id: unitId } = unit ?? {};
      return { range: rangeOf({ ...lookup, from, to }, venue.id, unitId) };
    } catch (error) {
      return { problem: error instanceof RangeError ? error.message : dateMessages.badDay };
    }
  }, [lookup, isPending, isLost, venue, unitsLost, units]);
}
