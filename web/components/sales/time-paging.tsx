import { Button } from '@mantine/core';
import { useState } from 'react';
import { reportMessages } from '../../../rules/reports/report-messages.ts';
import { isFilter } from '../../../rules/reports/sale-filter.ts';
import { errorMessage } from '../../api/api-error.ts';
import { type SalesPage, salesPageSize, type SalesReport } from '../../api/reports.ts';
import { fromStart } from './sales-view.ts';
import { PageBar } from '../../ui/pager.tsx';
import { notify } from '../../ui/toasts.tsx';

type Listed = Pick<SalesReport, 'sales' | 'searchedUntil' | 'pagination'>;

interface TimePagingProps {
  /** Reads a page anew. */
  readonly read: (view: SalesPage) => Promise<Listed>;
  readonly view: SalesPage;
  /** Undefined while loading. */
  readonly report: Listed | undefined;
  /** Whether a page can be read by its number, without a sale beside it. */
  readonly isNumbered?: boolean;
  readonly onView: (view: SalesPage) => void;
}

type Direction = 'later' | 'earlier';

const isOnward = ({ sort }: SalesPage, direction: Direction): boolean =>
  (direction === 'later') === (sort === 'oldest');

/** Direction of time in which a page was read. */
function readDirection({ sort, laterThan, earlierThan }: SalesPage): Direction {
  if (laterThan) return 'later';
  return earlierThan || sort === 'newest' ? 'earlier' : 'later';
}

/** The page on the other side of those that are shown, in this direction of time. */
function pageBeside(view: SalesPage, report: Listed | undefined, direction: Direction): SalesPage {
  const onward = isOnward(view, direction);
  const page = view.page + (onward ? 1 : -1);
  const start = fromStart(view, { page });
  const searched = readDirection(view) === direction ? report?.searchedUntil?.sale : undefined;
  const beside = searched ?? report?.sales.at(onward ? -1 : 0)?.id;
  // Page 1 is read from its end of the range: sales may have been added there.
  if (page <= 1 || (isFilter(view) && !beside)) return fromStart(view);
  return { ...start, [direction === 'later' ? 'laterThan' : 'earlierThan']: beside };
}

/** Back is earlier and forward is later, whatever comes first. */
export function TimePaging({ read, view, report, isNumbered = true, onView }: TimePagingProps) {
  const [isLooking, setLooking] = useState(false);
  const { page, sort } = view;
  const last = report && Math.ceil(report.pagination.total / salesPageSize);
  const newest = sort === 'oldest' ? last : 1;

  /** Advances only to a page that has sales. */
  const go = async (direction: Direction) => {
    if (isLooking) return;
    const onward = isOnward(view, direction);
    const none =
      direction === 'later' ? reportMessages.noMoreSales : reportMessages.beyondRequestedTime;
    if (!onward && page === 1) {
      notify(none);
      return;
    }
    const next = pageBeside(view, report, direction);
    if (!onward) {
      onView(next);
      return;
    }
    setLooking(true);
    try {
      const found = await read(next);
      if (found.sales.length > 0 || found.searchedUntil) onView(next);
      else notify(none);
    } catch (error) {
      notify(errorMessage(error), 'error');
    } finally {
      setLooking(false);
    }
  };
  return (
    <PageBar
      label="table pager"
      text={`Page ${page}`}
      steps={[
        {
          to: 'previous',
          name: 'Back in time',
          busy: isLooking,
          onPress: () => void go('earlier'),
        },
        { to: 'next', name: 'Forward in time', busy: isLooking, onPress: () => void go('later') },
      ]}
    >
      {isNumbered && newest !== undefined && newest > 0 && page !== newest && !isFilter(view) && (
        <Button variant="subtle" size="compact-md" onClick={() => onView({ page: newest, sort })}>
          Jump to newest
        </Button>
      )}
    </PageBar>
  );
}
