import { formatMoney } from '../../../lib/money.ts';
import { formatInZone } from '../../../lib/time-in-zone.ts';
import type { OrderDetail } from '../../api/orders.ts';
import styles from './order-panel.module.css';

interface Entry {
  readonly at: string;
  readonly text: string;
  readonly note?: string | null;
}

const entered = {
  unit: 'Sold by the unit',
  manual: 'Entered by hand',
  import: 'Imported',
} as const;
const outcomes = { requested: 'is in progress', refunded: 'refunded', failed: 'failed' } as const;

function entriesOf({ sale, enteredBy, receivedAt, refunds }: OrderDetail): Entry[] {
  const ofRefunds = refunds.flatMap((refund): Entry[] => {
    const { state, amount, provider, error, requestedBy, requestedAt, settledAt } = refund;
    const drink = sale.drinks[refund.drinkIndex];
    const part = partText(refund.glasses, drink?.quantity);
    const what = `${part}${drink?.name ?? 'Drink'}, ${formatMoney(amount)}`;
    const place = provider === 'cash' ? ' in cash' : '';
    const requested = {
      at: requestedAt,
      text: `Refund of ${what}${place}`,
      note: requestedBy && `Requested by ${requestedBy}`,
    };
    if (settledAt === null) return [requested];
    return [
      requested,
      { at: settledAt, text: `Refund of ${what} ${outcomes[state]}`, note: error },
    ];
  });
  const start = [
    { at: sale.date, text: entered[enteredBy] },
    ...(receivedAt === sale.date ? [] : [{ at: receivedAt, text: 'Recorded' }]),
  ];
  return [...start, ...ofRefunds].toSorted(
    (one, other) => Date.parse(one.at) - Date.parse(other.at),
  );
}

/** `1 of 2 ` for some glasses of a drink. */
const partText = (glasses: number, quantity = glasses): string =>
  glasses < quantity ? `${glasses} of ${quantity} ` : '';

interface OrderHistoryProps {
  readonly detail: OrderDetail;
  /** IANA name of the zone for dates. */
  readonly timezone: string;
}

/** What happened to an order, oldest first. */
export const OrderHistory = ({ detail, timezone }: OrderHistoryProps) => (
  <ol className={styles['history']}>
    {entriesOf(detail).map(({ at, text, note }, index) => (
      <li key={index}>
        <bdi>{text}</bdi>
        {note && <span className={styles['dim']}>{note}</span>}
        <time dateTime={at} className={styles['dim']}>
          {formatInZone(Date.parse(at), timezone)}
        </time>
      </li>
    ))}
  </ol>
);
