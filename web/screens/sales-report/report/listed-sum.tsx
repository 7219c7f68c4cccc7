/** Sum of the sales that a filter lists; loaded with the first filter. */
import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '../../../../lib/money.ts';
import { timeOfDayText } from '../../../../rules/nights/night-text.ts';
import {
  drinkStatisticsQuery,
  type SalesPage,
  type SalesRange,
  type SalesReport,
} from '../../../api/reports.ts';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const whole = (count: number): string => count.toLocaleString('en-US');

interface ListedSumProps {
  readonly range: SalesRange;
  readonly report: SalesReport;
  readonly view: SalesPage;
}

export default function ListedSum({ range, report, view }: ListedSumProps) {
  const { show, drink, currentDrink, reader, weekday, hour } = view;
  const isOnly = !show && !reader && hour === undefined;
  const isDrink = drink !== undefined && !currentDrink && isOnly;
  const { data } = useQuery({ ...drinkStatisticsQuery(range), enabled: isDrink });
  const named = data?.find(({ name }) => name.toLowerCase() === drink?.toLowerCase());
  const { listed, totalRefunds } = report;
  const hours =
    weekday === undefined || hour === undefined
      ? ''
      : `${weekdays[weekday] ?? ''}s, ${timeOfDayText(60 * hour)} to ${timeOfDayText(60 * hour + 60)}`;
  const sum = () => {
    if (listed)
      return `${whole(listed.orders)} ${listed.orders === 1 ? 'sale' : 'sales'}, ${formatMoney(listed.gross)}`;
    if (report.currentDrink && isOnly && !drink)
      return `${formatMoney(report.currentDrink.sales)} of ${report.currentDrink.name}`;
    if (isDrink) return named && `${formatMoney(named.totalAmount)} of ${named.name}`;
    const isRefunds =
      show === 'refunded' && !drink && !currentDrink && !reader && hour === undefined;
    return isRefunds && `${formatMoney(totalRefunds)} refunded`;
  };
  const text = sum();
  return (
    <span className="dim text-13">
      {[hours, text && `Sum: ${text}`].filter(Boolean).join(' · ')}
    </span>
  );
}
