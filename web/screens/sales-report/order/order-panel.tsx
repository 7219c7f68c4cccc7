/** One order as a whole, beside the report. */
import { CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '../../../../lib/money.ts';
import { formatInZone } from '../../../../lib/time-in-zone.ts';
import { type OrderDetail, orderQuery } from '../../../api/orders.ts';
import { LoadError } from '../../../components/load-error.tsx';
import { useUnitTitle } from './diagnosis-dialog.tsx';
import { paths } from '../../../paths.ts';
import { Poured, Status } from '../../../components/sales/sale-cells.tsx';
import { Actions } from '../report/sale-columns.tsx';
import { lineTotal, toRows } from '../../../components/sales/sale-rows.ts';
import { Link } from '../../../ui/link.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { SkeletonLine } from '../../../ui/page.tsx';
import styles from './order-panel.module.css';

interface OrderPanelProps {
  readonly orderId: string;
  /** IANA name of the zone for dates. */
  readonly timezone: string;
  readonly onClose: () => void;
}

const providers = { stripe: 'Stripe', shift4: 'Shift4', demo: 'Demo' } as const;

function paymentRows({ payment, sale }: OrderDetail): [string, string][] {
  const { provider, reference, cardLast4 } = payment ?? {};
  return [
    ['Price', formatMoney(sale.price)],
    ['Tax', formatMoney(sale.tax)],
    ['Tips', formatMoney(sale.tips)],
    ['Charged', formatMoney(Math.round((sale.price + sale.tax + sale.tips) * 100) / 100)],
    ['Paid', payment ? (provider ? providers[provider] : 'Card, provider not known') : 'No card'],
    ...(cardLast4 ? [['Card', `•••• ${cardLast4}`] as [string, string]] : []),
    ...(reference ? [['Reference', `… ${reference}`] as [string, string]] : []),
    ...(sale.paymentReaderDeviceName
      ? [['Card reader', sale.paymentReaderDeviceName] as [string, string]]
      : []),
    ...(sale.processingFee === null
      ? []
      : [['Processing fee', formatMoney(sale.processingFee)] as [string, string]]),
  ];
}

function Content({
  detail,
  timezone,
}: {
  readonly detail: OrderDetail;
  readonly timezone: string;
}) {
  return (
    <>
      <section className={styles['part']}>
        <h3>Drinks</h3>
        <OrderDrinks detail={detail} />
      </section>
      <section className={styles['part']}>
        <h3>Payment</h3>
        <dl className={styles['facts']}>
          {paymentRows(detail).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section className={styles['part']}>
        <h3>History</h3>
        <OrderHistory detail={detail} timezone={timezone} />
        <Link href={paths.audit({ search: detail.sale.id })}>Corrections in the activity log</Link>
      </section>
    </>
  );
}

const UnitOfSale = ({ unitNumber }: { readonly unitNumber: number }) => (
  <bdi>{useUnitTitle(unitNumber)}</bdi>
);

export default function OrderPanel({ orderId, timezone, onClose }: OrderPanelProps) {
  const { data, error, isFetching, refetch } = useQuery(orderQuery(orderId));
  const isLost = error !== null && !isFetching && !data;
  return (
    <SideDrawer label="Order" side="end" onClose={onClose}>
      <header className={styles['head']}>
        <div>
          <h2>Order</h2>
          <p>
            {data ? (
              <>
                {formatInZone(Date.parse(data.sale.date), timezone)} ·{' '}
                <UnitOfSale unitNumber={data.sale.unitNumber} />
              </>
            ) : (
              <SkeletonLine width={24} />
            )}
          </p>
        </div>
        <CloseButton size={44} onClick={onClose} />
      </header>
      <div aria-busy={isFetching} className={styles['body']}>
        {isLost && <LoadError what="order" error={error} onRetry={refetch} />}
        {!data && !isLost && <SkeletonLine width={30} />}
        {data && <Content detail={data} timezone={timezone} />}
      </div>
    </SideDrawer>
  );
}

type Pour = OrderDetail['drinks'][number]['pours'][number];

const pourText = ({ position, ml, ms, outcome }: Pour) =>
  `position ${position}: ${ml} ml in ${(ms / 1000).toFixed(1)} s, ${outcome}`;

const amountsText = ({ tax, tips }: { readonly tax: number; readonly tips: number }) =>
  [tax ? `tax ${formatMoney(tax)}` : '', tips ? `tips ${formatMoney(tips)}` : '']
    .filter(Boolean)
    .join(', ');

/** The drinks of an order with what was asked for and what was poured. */
export function OrderDrinks({ detail }: { readonly detail: OrderDetail }) {
  return (
    <ul className={styles['drinks']}>
      {toRows([detail.sale]).map((row) => {
        const { drink, index } = row;
        const { pours = [], ingredients = [] } = detail.drinks[index] ?? {};
        return (
          <li key={row.key} tabIndex={-1}>
            <div className={styles['line']}>
              <span>
                <bdi className="medium">{drink.name}</bdi>
                {drink.isDouble && ' double'}
              </span>
              <span>{formatMoney(lineTotal(drink))}</span>
            </div>
            <div className="dim text-13">
              {ingredients.map((name, at) => (
                <span key={`${at} ${name}`}>
                  {at > 0 && ', '}
                  <bdi>{name}</bdi>
                </span>
              ))}
            </div>
            <div className="dim text-13">
              Ordered {drink.quantity}, poured {drink.successQuantity}
              {amountsText(drink) && `, ${amountsText(drink)}`}
            </div>
            {pours.length > 0 && (
              <ol className={styles['pours']}>
                {pours.map((pour, at) => (
                  <li key={at}>
                    {pour.ingredient && <bdi>{pour.ingredient}</bdi>}
                    {pour.ingredient ? ', ' : ''}
                    {pourText(pour)}
                  </li>
                ))}
              </ol>
            )}
            <div className={styles['line']}>
              <span className={styles['marks']}>
                <Poured drink={drink} />
                <Status row={row} />
              </span>
              <Actions row={row} prominent />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

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
        {note && <span className="dim text-13">{note}</span>}
        <time dateTime={at} className="dim text-13">
          {formatInZone(Date.parse(at), timezone)}
        </time>
      </li>
    ))}
  </ol>
);
