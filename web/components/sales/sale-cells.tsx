/** Cells of lists of sales. */
import { formatMoney } from '../../../lib/money.ts';
import { formatInZone } from '../../../lib/time-in-zone.ts';
import { refundedText, type SaleRow, shownStatus } from './sale-rows.ts';
import styles from './sale-cells.module.css';

/** Exceptions stand out; paid is the usual case. */
export function Status({ row: { drink } }: { readonly row: SaleRow }) {
  const status = shownStatus(drink);
  if (status === 'refunded')
    return <span className={styles['refunded']}>{refundedText(drink)}</span>;
  if (drink.refundedQuantity)
    return <span className={styles['refunded']}>{drink.refundedQuantity} refunded</span>;
  return <span className={styles[status] ?? ''}>{status}</span>;
}

/** Poured fewer than were ordered. */
export function Poured({ drink, short = false }: { drink: SaleRow['drink']; short?: boolean }) {
  const { quantity, successQuantity } = drink;
  if (successQuantity >= quantity) return short ? successQuantity : null;
  return (
    <span className={styles[successQuantity === 0 ? 'failed' : 'partial']}>
      {short ? successQuantity : `${successQuantity} of ${quantity} poured`}
    </span>
  );
}

/** Day and time, each unbroken. */
export function SaleTime({ date, timezone }: { readonly date: string; readonly timezone: string }) {
  const text = formatInZone(Date.parse(date), timezone);
  // `Mar 1, 2024, 10:15 AM EST`: the time follows the second comma.
  const timeAt = text.indexOf(', ', text.indexOf(', ') + 1) + 2;
  return (
    <time dateTime={date} className={styles['time']}>
      <span>{text.slice(0, timeAt - 2)}</span>
      <span className="sr-only">, </span>
      <span className={styles['clock']}>{text.slice(timeAt)}</span>
    </time>
  );
}

/** A missing amount counts as zero, and zero is dimmed. */
export function Money({ dollars }: { readonly dollars: number | null | undefined }) {
  return <span className={dollars ? '' : styles['quiet']}>{formatMoney(dollars ?? 0)}</span>;
}
