/** COPY statements of raw rows. */
import { escapeLiteral } from 'pg';
import {
  type ExportKind,
  type ExportPlace,
  rawColumns,
  type RawType,
} from '../../rules/exports/raw-rows.ts';
import type { TimeRange } from '../../rules/reports/rollup-cover.ts';

export interface ExportScope {
  venueId: string;
  range: TimeRange;
}

interface Source {
  /** Table of the time and the id by which rows are in order. */
  readonly first: 'sale' | 'movement';
  /** Table of the columns that have no expression. */
  readonly rows: string;
  readonly from: (venueId: string) => string;
  readonly columns: Readonly<Record<string, string>>;
  /** After time and id. */
  readonly order?: string;
}

/** Rows of a table of the lines of sales. */
const ofSales = (
  table: string,
  rows: string,
  columns: Readonly<Record<string, string>>,
  order: string,
): Source => ({
  first: 'sale',
  rows,
  from: (venueId) =>
    `orders as sale join ${table} as ${rows} on ${rows}.venue_id = ${venueId} and ${rows}.order_id = sale.id`,
  columns: {
    sale_id: 'sale.id',
    sold_at: 'sale.sold_at',
    line: `${rows}.drink_index`,
    ...columns,
  },
  order,
});

const sources: Readonly<Record<ExportKind, Source>> = {
  sales: {
    first: 'sale',
    rows: 'sale',
    from: () => 'orders as sale',
    columns: {
      sale_id: 'sale.id',
      payment_reader: 'sale.payment_reader_device_name',
      payment_reference: 'sale.payment_id',
    },
  },
  lines: ofSales(
    'ordered_drinks',
    'drink',
    { drink: 'drink.name', poured_quantity: 'drink.success_quantity' },
    'drink.drink_index',
  ),
  pours: ofSales('pours', 'pour', { pour: 'pour.pour_index' }, 'pour.drink_index, pour.pour_index'),
  refunds: ofSales(
    'refunds',
    'refund',
    { refund_id: 'refund.id' },
    'refund.drink_index, refund.requested_at, refund.id',
  ),
  movements: {
    first: 'movement',
    rows: 'movement',
    from: () => 'stock_movements as movement',
    columns: { movement_id: 'movement.id' },
  },
};

/** csv and json: as in the file, and null as an empty text in csv. values: as export-rows.ts reads them. */
export type CopiedAs = 'csv' | 'json' | 'values';

const asCopied = (expression: string, type: RawType, as: CopiedAs): string => {
  if (type === 'number') return `${expression}::float8`;
  if (type === 'boolean') return as === 'json' ? expression : `${expression}::text`;
  if (type !== 'time') return expression;
  return as === 'values'
    ? `(extract(epoch from ${expression}) * 1000)::bigint`
    : `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
};

const time = (ms: number): string => escapeLiteral(new Date(ms).toISOString());

/** Copies the rows of the range after this place, with their columns in order. */
export function copyRowsStatement(
  kind: ExportKind,
  { venueId, range }: ExportScope,
  after: ExportPlace | null,
  as: CopiedAs,
): string {
  const { first, rows, from, columns, order } = sources[kind];
  const venue = escapeLiteral(venueId);
  const [at, id] = [first === 'sale' ? 'sale.sold_at' : 'movement.at', `${first}.id`];
  const selected = Object.entries(rawColumns[kind]).map(
    ([name, type]) => `${asCopied(columns[name] ?? `${rows}.${name}`, type, as)} as ${name}`,
  );
  const beyond =
    after === null
      ? ''
      : `and (${at}, ${id}) > (${time(after.at.getTime())}::timestamptz, ${escapeLiteral(after.id)}::uuid)`;
  const select = `
    select ${selected.join(', ')}
    from ${from(venue)}
    where ${first}.venue_id = ${venue} and ${at} >= ${time(range.startMs)} and ${at} < ${time(range.endMs)} ${beyond}
    order by ${at}, ${id}${order === undefined ? '' : `, ${order}`}`;
  if (as === 'json')
    return `copy (select row_to_json(whole_row) from (${select}) as whole_row) to stdout`;
  return `copy (${select}) to stdout${as === 'csv' ? " (null '')" : ''}`;
}
