/** One order as a whole, beside the report. */
import { CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '../../../lib/money.ts';
import { formatInZone } from '../../../lib/time-in-zone.ts';
import { orderQuery } from '../../api/orders.ts';
import type { OrderDetail } from '../../api/orders.ts';
import { useUnitTitle } from '../../components/use-unit-title.ts';
import { Lost } from '../../components/lost.tsx';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { SkeletonLine } from '../../ui/skeletons.tsx';
import { OrderDrinks } from './order-drinks.tsx';
import { OrderHistory } from './order-history.tsx';
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
        {isLost && <Lost what="order" error={error} onRetry={refetch} />}
        {!data && !isLost && <SkeletonLine width={30} />}
        {data && <Content detail={data} timezone={timezone} />}
      </div>
    </SideDrawer>
  );
}
