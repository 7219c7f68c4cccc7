/** The columns of the transactions table, in the order of the specification. */
import { type ComponentProps, Suspense } from 'react';
import { formatMoney } from '../../../../lib/money.ts';
import type { TermKey } from '../../../../rules/terms.ts';
import { durationText } from '../../../components/date-text.ts';
import { TermLabel } from '../../../components/terms/term-label.tsx';
import { Money, Poured, SaleTime, Status } from '../../../components/sales/sale-cells.tsx';
import { lineTotal, type SaleRow } from '../../../components/sales/sale-rows.ts';
import type { DataColumn } from '../../../ui/data-table.tsx';
import { lazyPart } from '../../../ui/lazy-dialog.tsx';
import styles from '../../../components/sales/sale-cells.module.css';

const dash = '–';

/** Lazy, because the actions are needed after the data. */
const DrinkActions = lazyPart(() => import('../order/drink-actions.tsx'));

/** What can be done with a drink of a sale. */
export const Actions = (props: ComponentProps<typeof DrinkActions>) => (
  <Suspense>
    <DrinkActions {...props} />
  </Suspense>
);

interface DrinkNameProps {
  readonly row: SaleRow;
  readonly onOpen: (orderId: string) => void;
}

/** In the direction of its own script. A named control of what a press on the row does; the row itself is the Tab stop. */
export const DrinkName = ({ row: { sale, drink }, onOpen }: DrinkNameProps) => (
  <button
    type="button"
    tabIndex={-1}
    aria-label={`Order of ${drink.name}`}
    aria-haspopup="dialog"
    className={styles['name'] ?? ''}
    onClick={() => onOpen(sale.id)}
  >
    <bdi>{drink.name}</bdi>
  </button>
);

const feeOf = ({ drink: { processingFee } }: SaleRow) =>
  processingFee === null || processingFee === undefined ? null : formatMoney(processingFee);

/** Head of a column that is a term. */
const headed = (header: string, term: TermKey) => ({
  header,
  head: <TermLabel term={term}>{header}</TermLabel>,
});

const totalOrderTime: DataColumn<SaleRow> = {
  id: 'duration',
  ...headed('Total Order Time', 'order-time'),
  width: 76,
  align: 'end',
  from: 'wide',
  cell: ({ sale }) => durationText(sale.duration),
  folded: ({ sale }) => (sale.duration ? durationText(sale.duration) : null),
};

/**
 * @param timezone IANA name of the zone for dates
 * @param withDuration for super admins only
 * @param onOpen opens an order
 */
export function saleColumns(
  timezone: string,
  withDuration: boolean,
  onOpen: (orderId: string) => void,
): DataColumn<SaleRow>[] {
  const date = ({ sale }: SaleRow) => <SaleTime date={sale.date} timezone={timezone} />;
  return [
    {
      id: 'name',
      header: 'Drink name',
      chars: 18,
      cell: (row) => <DrinkName row={row} onOpen={onOpen} />,
    },
    {
      id: 'price',
      ...headed('Price', 'price'),
      width: 92,
      align: 'end',
      chars: 6,
      cell: ({ drink }) => (
        <>
          <Money dollars={drink.price} />
          {drink.quantity > 1 && (
            <span className={styles['total']}>{formatMoney(lineTotal(drink))} in all</span>
          )}
        </>
      ),
    },
    {
      id: 'tax',
      ...headed('Tax', 'tax'),
      width: 64,
      align: 'end',
      from: 'medium',
      chars: 5,
      cell: ({ drink }) => <Money dollars={drink.tax} />,
      folded: ({ drink }) => (drink.tax ? `Tax ${formatMoney(drink.tax)}` : null),
    },
    {
      id: 'tips',
      ...headed('Tips', 'tip'),
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
      ...headed('Success Quantity', 'success-quantity'),
      width: 94,
      align: 'end',
      from: 'wide',
      chars: 2,
      cell: ({ drink }) => <Poured drink={drink} short />,
      folded: ({ drink }) =>
        drink.successQuantity < drink.quantity ? <Poured drink={drink} /> : null,
    },
    ...(withDuration ? [totalOrderTime] : []),
    {
      id: 'status',
      ...headed('Status', 'comp'),
      width: 180,
      chars: 12,
      cell: (row) => (
        <span className={styles['status']}>
          <Status row={row} />
          <Actions row={row} />
        </span>
      ),
    },
    {
      id: 'double',
      ...headed('Double', 'double'),
      width: 76,
      from: 'wide',
      chars: 3,
      cell: ({ drink }) => (drink.isDouble ? 'Yes' : <span className={styles['quiet']}>No</span>),
      folded: ({ drink }) => (drink.isDouble ? 'Double' : null),
    },
    {
      id: 'reader',
      ...headed('Payment Reader', 'card-reader'),
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
      ...headed('Processing Fee', 'processing-fee'),
      width: 80,
      align: 'end',
      from: 'wide',
      chars: 5,
      cell: (row) => feeOf(row) ?? dash,
      folded: (row) => (feeOf(row) ? `Fee ${feeOf(row)}` : null),
    },
    {
      id: 'date',
      header: 'Date',
      width: 122,
      align: 'end',
      from: 'medium',
      leads: true,
      chars: 11,
      cell: date,
      folded: date,
    },
  ];
}
