/** The report that the address names: its figures and the page that is shown. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { reportMessages } from '../../../rules/messages.ts';
import { ApiError, errorMessage } from '../../api/api-error.ts';
import { salesReportQuery } from '../../api/reports.ts';
import type { SalesRange, SalesReport } from '../../api/reports.ts';
import { notify } from '../../ui/toasts.tsx';
import type { Lookup } from './lookup.ts';
import { useRange } from './use-range.ts';

export interface ShownReport {
  readonly range: SalesRange | undefined;
  /** What is shown: while another page is fetched, the page before. */
  readonly report: SalesReport | undefined;
  /** idle: nothing was looked up, or it cannot be. */
  readonly status: 'idle' | 'loading' | 'refreshing' | 'ready';
  /** Why there is nothing to show, in a sentence: what was asked cannot be, or the call failed. */
  readonly problem: string | undefined;
  readonly requestId: string | undefined;
  /** When it was true, in epoch milliseconds. */
  readonly asOfMs: number;
  readonly refetch: () => void;
}

const noRange: SalesRange = { venueId: '', startDate: 0, endDate: 0 };

/**
 * @param lookup the same object as long as it says the same
 * @param page from 1
 */
export function useSalesReport(lookup: Lookup, page: number): ShownReport {
  const { range, problem } = useRange(lookup);
  const { data, dataUpdatedAt, isFetching, error, refetch } = useQuery({
    ...salesReportQuery(range ?? noRange, page),
    enabled: range !== undefined,
    placeholderData: (before, asked) => (asked?.queryKey[1] === range ? before : undefined),
  });
  const isEmpty = page === 1 && data?.sales.length === 0;

  // Each answer is told once; the time it came makes it a new one.
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
