/** The sales of a report on narrow screens: two lines each, with the amount at the end of the first. */
import type { DataColumn } from '../../ui/data-column.ts';
import { Actions, DrinkName, Money, Poured, SaleTime, Status } from './columns.tsx';
import styles from './compact-columns.module.css';
import { lineTotal } from './sale-rows.ts';
import type { SaleRow } from './sale-rows.ts';

interface CompactSaleProps {
  readonly row: SaleRow;
  readonly timezone: string;
  readonly onOpen: (orderId: string) => void;
}

function CompactSale({ row, timezone, onOpen }: CompactSaleProps) {
  const { sale, drink } = row;
  const { quantity, isDouble } = drink;
  return (
    <div className={styles['sale']}>
      <span className={styles['line']}>
        <span className={styles['name']}>
          <DrinkName row={row} onOpen={onOpen} />
          {quantity > 1 && <span className={styles['dim']}> × {quantity}</span>}
          {isDouble && <span className={styles['dim']}> double</span>}
        </span>
        <Money dollars={lineTotal(drink)} />
      </span>
      <span className={styles['line']}>
        <span className={styles['date']}>
          <SaleTime date={sale.date} timezone={timezone} />
        </span>
        <span className={styles['notes']}>
          <Poured drink={drink} />
          <Status row={row} />
        </span>
      </span>
      <span className={styles['actions']}>
        <Actions row={row} />
      </span>
    </div>
  );
}

/** @param timezone IANA name of the zone for dates */
export const compactColumns = (
  timezone: string,
  onOpen: (orderId: string) => void,
): DataColumn<SaleRow>[] => [
  {
    id: 'sale',
    header: 'Sale',
    chars: 20,
    cell: (row) => <CompactSale row={row} timezone={timezone} onOpen={onOpen} />,
  },
];
