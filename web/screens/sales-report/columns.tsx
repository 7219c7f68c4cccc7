/** The columns of the transactions table, in the order of the specification. */
import { Suspense } from 'react';
import { formatMoney } from '../../../lib/money.ts';
import { formatInZone } from '../../../lib/time-in-zone.ts';
import { durationText } from '../../components/duration-text.ts';
import type { DataColumn } from '../../ui/data-column.ts';
import { refundedText, shownStatus } from './sale-rows.ts';
import type { SaleRow } from './sale-rows.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import styles from './columns.module.css';

const dash = '–';

/** Lazy, because the actions are needed after the data. */
const DrinkActions = lazyPart(() => import('./drink-actions.tsx'));

function Status({ row }: { readonly row: SaleRow }) {
  const status = shownStatus(row.drink);
  return (
    <span className={styles['status']}>
      {status === 'refunded' ? (
        <span className={styles['refunded']}>{refundedText(row.drink)}</span>
      ) : (
        <span className={styles[status] ?? ''}>{status}</span>
      )}
      <Suspense>
        <DrinkActions row={row} />
      </Suspense>
    </span>
  );
}

/** A missing amount counts as zero, and zero is dimmed. */
function Money({ dollars }: { readonly dollars: number | null | undefined }) {
  return <span className={dollars ? '' : styles['quiet']}>{formatMoney(dollars ?? 0)}</span>;
}

const feeOf = ({ drink: { processingFee } }: SaleRow) =>
  processingFee === null || processingFee === undefined ? null : formatMoney(processingFee);

const totalOrderTime: DataColumn<SaleRow> = {
  id: 'duration',
  header: 'Total Order Time',
  width: 90,
  align: 'end',
  from: 'wide',
  cell: ({ sale }) => durationText(sale.duration),
  folded: ({ sale }) => (sale.duration ? durationText(sale.duration) : null),
};

/**
 * @param timezone IANA name of the zone for dates
 * @param withDuration for super admins only
 */
export function saleColumns(timezone: string, withDuration: boolean): DataColumn<SaleRow>[] {
  const date = ({ sale }: SaleRow) => (
    <time dateTime={sale.date}>{formatInZone(Date.parse(sale.date), timezone)}</time>
  );
  return [
    {
      id: 'name',
      header: 'Drink name',
      chars: 18,
      cell: ({ drink }) => <span className={styles['name']}>{drink.name}</span>,
    },
    {
      id: 'price',
      header: 'Price',
      width: 76,
      align: 'end',
      chars: 6,
      cell: ({ drink }) => <Money dollars={drink.price} />,
    },
    {
      id: 'tax',
      header: 'Tax',
      width: 66,
      align: 'end',
      from: 'medium',
      chars: 5,
      cell: ({ drink }) => <Money dollars={drink.tax} />,
      folded: ({ drink }) => (drink.tax ? `Tax ${formatMoney(drink.tax)}` : null),
    },
    {
      id: 'tips',
      header: 'Tips',
      width: 66,
      align: 'end',
      from: 'medium',
      chars: 5,
      cell: ({ drink }) => <Money dollars={drink.tips} />,
      folded: ({ drink }) => (drink.tips ? `Tips ${formatMoney(drink.tips)}` : null),
    },
    {
      id: 'quantity',
      header: 'Quantity',
      width: 66,
      align: 'end',
      from: 'wide',
      chars: 2,
      cell: ({ drink }) => drink.quantity,
      folded: ({ drink }) => (drink.quantity === 1 ? null : `Quantity ${drink.quantity}`),
    },
    {
      id: 'success',
      header: 'Success Quantity',
      width: 70,
      align: 'end',
      from: 'wide',
      chars: 2,
      cell: ({ drink }) => drink.successQuantity,
      folded: ({ drink: { quantity, successQuantity } }) =>
        quantity === successQuantity ? null : `${successQuantity} of ${quantity} poured`,
    },
    ...(withDuration ? [totalOrderTime] : []),
    { id: 'status', header: 'Status', width: 152, chars: 12, cell: (row) => <Status row={row} /> },
    {
      id: 'double',
      header: 'Double',
      width: 58,
      from: 'wide',
      chars: 3,
      cell: ({ drink }) => (drink.isDouble ? 'Yes' : <span className={styles['quiet']}>No</span>),
      folded: ({ drink }) => (drink.isDouble ? 'Double' : null),
    },
    {
      id: 'reader',
      header: 'Payment Reader',
      width: 116,
      from: 'wide',
      chars: 10,
      cell: ({ sale }) => (
        <span className={styles['reader']} title={sale.paymentReaderDeviceName}>
          {sale.paymentReaderDeviceName || dash}
        </span>
      ),
      folded: ({ sale }) => sale.paymentReaderDeviceName || null,
    },
    {
      id: 'fee',
      header: 'Processing Fee',
      width: 82,
      align: 'end',
      from: 'wide',
      chars: 5,
      cell: (row) => feeOf(row) ?? dash,
      folded: (row) => (feeOf(row) ? `Fee ${feeOf(row)}` : null),
    },
    {
      id: 'date',
      header: 'Date',
      width: 214,
      align: 'end',
      from: 'medium',
      leads: true,
      chars: 24,
      cell: date,
      folded: date,
    },
  ];
}
