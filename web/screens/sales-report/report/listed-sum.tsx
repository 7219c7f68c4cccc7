/** What was searched, and the sum of the sales that a filter lists; loaded with the first filter. */
import { useQuery } from '@tanstack/react-query';
import { listedMessages } from '../../../../rules/reports/report-messages.ts';
import { isFilter } from '../../../../rules/reports/sale-filter.ts';
import { formatInZone } from '../../../../lib/time-in-zone.ts';
import { formatMoney } from '../../../../lib/money.ts';
import { weekdayNamesFromMonday } from '../../../../lib/weekdays.ts';
import { timeOfDayText } from '../../../../rules/nights/night-text.ts';
import {
  drinkStatisticsQuery,
  salesPageSize,
  type SalesPage,
  type SalesRange,
  type SalesReport,
} from '../../../api/reports.ts';

const whole = (count: number): string => count.toLocaleString('en-US');

/** Empty for a full page: where its search stands is not known. */
function searchedText({ sales, searchedUntil, pagination }: SalesReport, timezone: string): string {
  if (sales.length >= salesPageSize) return '';
  return searchedUntil
    ? listedMessages.searchedUntil(formatInZone(Date.parse(searchedUntil.date), timezone))
    : listedMessages.allSearched(pagination.total);
}

interface ListedSumProps {
  readonly range: SalesRange;
  readonly report: SalesReport;
  readonly view: SalesPage;
  readonly timezone: string;
}

export default function ListedSum({ range, report, view, timezone }: ListedSumProps) {
  const { show, drink, currentDrink, reader, payment, weekday, hour } = view;
  const isOnly = !isFilter({ show, reader, payment, hour });
  const isDrink = drink !== undefined && !currentDrink && isOnly;
  const { data } = useQuery({ ...drinkStatisticsQuery(range), enabled: isDrink });
  const named = data?.find(({ name }) => name.toLowerCase() === drink?.toLowerCase());
  const { listed, totalRefunds } = report;
  const hours =
    weekday === undefined || hour === undefined
      ? ''
      : `${weekdayNamesFromMonday[weekday] ?? ''}s, ${timeOfDayText(60 * hour)} to ${timeOfDayText(60 * hour + 60)}`;
  const sum = () => {
    if (listed)
      return `${whole(listed.orders)} ${listed.orders === 1 ? 'sale' : 'sales'}, ${formatMoney(listed.gross)}`;
    if (report.currentDrink && isOnly && !drink)
      return `${formatMoney(report.currentDrink.sales)} of ${report.currentDrink.name}`;
    if (isDrink) return named && `${formatMoney(named.totalAmount)} of ${named.name}`;
    const isRefunds = show === 'refunded' && !isFilter({ ...view, show: undefined });
    return isRefunds && `${formatMoney(totalRefunds)} refunded`;
  };
  const text = sum();
  const isAny = report.pagination.total > 0;
  return (
    <>
      {isAny && <span className="dim text-13">{searchedText(report, timezone)}</span>}
      <span className="dim text-13">
        {[hours, text && `Sum: ${text}`].filter(Boolean).join(' · ')}
      </span>
    </>
  );
}
