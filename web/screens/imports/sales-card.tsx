/** What an import would store: its figures, the lines that are not stored, its days and its new drinks. */
import { type Ref, useMemo, useState } from 'react';
import { fullDayName } from '../../../lib/day-name.ts';
import { formatMoney } from '../../../lib/money.ts';
import type { ImportPreview } from '../../api/imports.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { loaded } from '../../ui/load-state.tsx';
import { Card } from '../../ui/page.tsx';
import styles from './imports-screen.module.css';

type Sales = NonNullable<ImportPreview['sales']>;

const count = (number: number): string => number.toLocaleString('en-US');

interface FigureProps {
  readonly label: string;
  readonly value: string;
}

const Figure = ({ label, value }: FigureProps) => (
  <div>
    <dt>{label}</dt>
    <dd className="tabular">{value}</dd>
  </div>
);

interface SalesCardProps {
  readonly ref: Ref<HTMLElement>;
  readonly sales: Sales;
}

export function SalesCard({ ref, sales }: SalesCardProps) {
  const { unstored, days, newDrinks } = sales;
  return (
    <Card title="Preview" ref={ref}>
      <dl className={styles['figures']}>
        <Figure label="Sales to import" value={count(sales.stored)} />
        <Figure label="Total before tax and tips" value={formatMoney(sales.amount)} />
        <Figure label="Refunded, not in the total" value={count(sales.refunded)} />
        {sales.refundLines > 0 && (
          <Figure label="Lines that refund earlier sales" value={count(sales.refundLines)} />
        )}
        <Figure label="Already there" value={count(sales.alreadyThere)} />
        <Figure label="Left out" value={count(sales.leftOut)} />
        <Figure label="Rejected" value={count(sales.rejected)} />
      </dl>
      {unstored.length > 0 && (
        <div className={styles['part']}>
          <DataTable
            label="Lines that are not imported"
            columns={unstoredColumns}
            of={loaded(unstored)}
            rowKey={({ reason, isRejected }) => `${isRejected} ${reason}`}
            empty={null}
          />
        </div>
      )}
      {newDrinks.length > 0 && (
        <p className="mt-12">
          <span className="dim">New here: </span>
          {newDrinks.map(({ name, sales: times }, index) => (
            <span key={name}>
              {index > 0 && ', '}
              <bdi>{name}</bdi> <span className="dim">({count(times)})</span>
            </span>
          ))}
        </p>
      )}
      {days.length > 0 && <Days days={days} />}
    </Card>
  );
}

const unstoredColumns: DataColumn<Sales['unstored'][number]>[] = [
  {
    id: 'reason',
    header: 'Not imported',
    cell: ({ reason, isRejected }) => `${isRejected ? 'Rejected' : 'Left out'}: ${reason}`,
  },
  {
    id: 'count',
    header: 'Lines',
    align: 'end',
    width: 90,
    cell: ({ count: many }) => count(many),
  },
  {
    id: 'lines',
    header: 'Line numbers',
    from: 'medium',
    cell: ({ lines, count: many }) => (
      <span className={styles['numbers']}>{numbersText(lines, many)}</span>
    ),
    folded: ({ lines, count: many }) => `Line ${numbersText(lines, many)}`,
  },
];

/** Numbers of lines that are listed for each reason. */
const mostNumbers = 20;

const numbersText = (lines: readonly number[], many: number): string =>
  lines.slice(0, mostNumbers).map(count).join(', ') +
  (many > mostNumbers ? ` and ${count(many - mostNumbers)} more` : '');

/** The table has as many rows as there are days: it is there once it is opened. */
function Days({ days }: Pick<Sales, 'days'>) {
  const [isOpen, setOpen] = useState(false);
  const rows = useMemo(() => loaded(days), [days]);
  const label = days.length === 1 ? 'One day' : `${count(days.length)} days`;
  return (
    <details className="mt-12" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{`${label}: ${rangeText(days)}`}</summary>
      {isOpen && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
        <section className={styles['days']} aria-label="Days" tabIndex={0}>
          <DataTable
            label="Sales by day"
            columns={dayColumns}
            of={rows}
            rowKey={({ day }) => day}
            empty={null}
          />
        </section>
      )}
    </details>
  );
}

function rangeText(days: Sales['days']): string {
  const [first = '', last = ''] = [days[0]?.day, days.at(-1)?.day];
  return first === last ? fullDayName(first) : `${fullDayName(first)} to ${fullDayName(last)}`;
}

const dayColumns: DataColumn<Sales['days'][number]>[] = [
  { id: 'day', header: 'Day', cell: ({ day }) => fullDayName(day) },
  { id: 'sales', header: 'Sales', align: 'end', width: 90, cell: ({ sales }) => count(sales) },
  {
    id: 'amount',
    header: 'Total',
    align: 'end',
    width: 130,
    cell: ({ amount }) => formatMoney(amount),
  },
];
