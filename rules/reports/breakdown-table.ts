/** A breakdown as a table: its columns, their texts, and the order of its rows. */
import type { Days } from '../../lib/day-range.ts';
import { formatMoney, toDollars } from '../../lib/money.ts';
import { type BreakdownKind, type BreakdownRow, type RowFigures, shareOf } from './breakdown.ts';

/** In dollars and counts, as the API has them. */
export interface ShownFigures {
  readonly sales: number | null;
  readonly orders: number | null;
  readonly servings: number | null;
  readonly glasses: number | null;
  readonly average: number | null;
  readonly refunds: number | null;
  readonly tips: number | null;
  readonly taxes: number | null;
}

export interface ShownRow extends ShownFigures {
  readonly key: string;
  readonly name: string;
  readonly share: number | null;
}

const dollarsOf = (cents: number | null): number | null =>
  cents === null ? null : toDollars(cents);

const shownFigures = (of: RowFigures): ShownFigures => ({
  sales: dollarsOf(of.salesCents),
  orders: of.orders,
  servings: of.servings,
  glasses: of.glasses,
  average: dollarsOf(of.averageCents),
  refunds: dollarsOf(of.refundCents),
  tips: dollarsOf(of.tipCents),
  taxes: dollarsOf(of.taxCents),
});

interface BreakdownInCents extends Days {
  readonly by: BreakdownKind;
  readonly rows: readonly BreakdownRow[];
  readonly total: RowFigures;
}

export const inDollars = ({ by, from, to, rows, total }: BreakdownInCents) => ({
  by,
  from,
  to,
  rows: rows.map((row): ShownRow => ({
    key: row.key,
    name: row.name,
    ...shownFigures(row),
    share: shareOf(row, total),
  })),
  total: shownFigures(total),
});

export const breakdownNames: Readonly<Record<BreakdownKind, string>> = {
  drink: 'Drink',
  category: 'Ingredient category',
  unit: 'Unit',
  hour: 'Hour',
  weekday: 'Weekday',
  person: 'Person who refunded',
  payment: 'Payment method',
};

const figureNames = {
  sales: 'Sales',
  orders: 'Orders',
  servings: 'Servings',
  glasses: 'Poured',
  average: 'Average price',
  refunds: 'Refunds',
  tips: 'Tips',
  taxes: 'Taxes',
  share: 'Share',
} as const;
export type FigureName = keyof typeof figureNames;

const counted: readonly FigureName[] = ['orders', 'servings', 'glasses'];

const isFigureName = (name: string): name is FigureName => Object.hasOwn(figureNames, name);

export interface BreakdownColumn {
  readonly id: FigureName;
  readonly header: string;
}

/** Columns of the figures that this kind of breakdown has. */
export const columnsOf = (total: ShownFigures): BreakdownColumn[] =>
  Object.entries(figureNames).flatMap(([id, header]) =>
    isFigureName(id) && hasFigure(id, total) ? [{ id, header }] : [],
  );

/** An average is null where there is nothing to divide, which is where nothing is counted. */
const hasFigure = (id: FigureName, total: ShownFigures): boolean =>
  id === 'share' || (id === 'average' ? (total.orders ?? total.glasses) : total[id]) !== null;

/** `$1,234.00`, a count, or `12%`. */
export function figureText(name: FigureName, value: number | null): string {
  if (value === null) return '–';
  if (name === 'share')
    return `${(100 * value).toLocaleString('en-US', { maximumFractionDigits: value < 0.1 ? 1 : 0 })}%`;
  return counted.includes(name) ? value.toLocaleString('en-US') : formatMoney(value);
}

/** Column by which rows are sorted, the greatest first where it is descending. */
export interface BreakdownSort {
  readonly by: FigureName | 'name';
  readonly isDescending: boolean;
}

/** Parses `sales` and, descending, `-sales`; null for anything else. */
export function parseSort(text: string | undefined): BreakdownSort | null {
  const [, minus, by = ''] = /^(-?)([a-z]+)$/.exec(text ?? '') ?? [];
  return by === 'name' || isFigureName(by) ? { by, isDescending: minus === '-' } : null;
}

export const sortText = ({ by, isDescending }: BreakdownSort): string =>
  `${isDescending ? '-' : ''}${by}`;

/** The order of time where there is one; else the most first. */
export const usualSort = (by: BreakdownKind): BreakdownSort | null =>
  by === 'hour' || by === 'weekday'
    ? null
    : { by: by === 'person' ? 'refunds' : 'sales', isDescending: true };

/** Sorts rows; null keeps their order. Rows without the figure come last. */
export function sortRows<Row extends ShownRow>(
  rows: readonly Row[],
  sort: BreakdownSort | null,
): Row[] {
  if (sort === null) return [...rows];
  const { by } = sort;
  const direction = sort.isDescending ? -1 : 1;
  const byName = (a: Row, b: Row) => a.name.localeCompare(b.name, 'en', { numeric: true });
  return rows.toSorted((a, b) => {
    if (by === 'name') return direction * byName(a, b);
    const [one, other] = [a[by], b[by]];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return direction * (one - other) || byName(a, b);
  });
}

interface ShownBreakdown extends Days {
  readonly by: BreakdownKind;
  readonly rows: readonly ShownRow[];
  readonly total: ShownFigures;
}

/** What is shown as the table of a CSV file, with the total as its last row. */
export function fileOfBreakdown({ by, from, to, rows, total }: ShownBreakdown) {
  const columns = columnsOf(total);
  const cells = (row: ShownFigures & { share: number | null }) =>
    columns.map(({ id }) =>
      id === 'share' && row.share !== null ? Math.round(10_000 * row.share) / 10_000 : row[id],
    );
  return {
    name: `sales-by-${by}-${from}-${to}`,
    head: [breakdownNames[by], ...columns.map(({ header }) => header)],
    rows: [
      ...rows.map((row) => [row.name, ...cells(row)]),
      ['Total', ...cells({ ...total, share: null })],
    ],
  };
}
