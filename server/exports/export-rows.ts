/** Raw rows of a venue, page by page. */
import type { Db } from '../../db/tables/tables.ts';
import { groupBy } from '../../lib/lists.ts';
import {
  type ExportFormat,
  type ExportKind,
  type ExportPlace,
  rawCsvHead,
  rawCsvLines,
  rawJsonLines,
  type RawRow,
} from '../../rules/exports/raw-rows.ts';
import * as queries from './exports.queries.ts';
import type { ExportScope } from './exports.queries.ts';
import { parquetOf } from './parquet-rows.ts';

/** Sales or movements that are read at once. */
const pageSize = 2_000;

const rowsOfSales = {
  lines: queries.listRawLines,
  pours: queries.listRawPours,
  refunds: queries.listRawRefunds,
} as const;

/** Reads rows in the order of their sales, or of the movements, after this place. */
export async function* pagesOf(
  db: Db,
  kind: ExportKind,
  scope: ExportScope,
  after: ExportPlace | null,
): AsyncGenerator<readonly RawRow[]> {
  let place = after;
  for (;;) {
    if (kind === 'movements') {
      const rows = await queries.listRawMovements(db, scope, place, pageSize);
      yield rows;
      const last = rows.at(-1);
      if (!last || rows.length < pageSize) return;
      place = { at: last.at, id: last.movement_id };
      continue;
    }
    const sales = await queries.listRawSales(db, scope, place, pageSize);
    const last = sales.at(-1);
    if (!last) return;
    yield kind === 'sales' ? sales : await readRowsOf(db, kind, scope.venueId, sales);
    if (sales.length < pageSize) return;
    place = { at: last.sold_at, id: last.sale_id };
  }
}

/** Rows of these sales, in the order of the sales. */
async function readRowsOf(
  db: Db,
  kind: keyof typeof rowsOfSales,
  venueId: string,
  sales: readonly queries.SaleRow[],
): Promise<RawRow[]> {
  const ids = sales.map(({ sale_id }) => sale_id);
  const bySale = groupBy(await rowsOfSales[kind](db, venueId, ids), ({ sale_id }) => sale_id);
  return sales.flatMap(({ sale_id, sold_at }) =>
    (bySale.get(sale_id) ?? []).map((row) => ({ ...row, sold_at })),
  );
}

/** A file of pages of rows, in pieces. */
export async function* fileOf(
  kind: ExportKind,
  format: ExportFormat,
  pages: AsyncIterable<readonly RawRow[]>,
): AsyncGenerator<string | Buffer> {
  if (format === 'parquet') {
    yield* parquetOf(kind, pages);
    return;
  }
  if (format === 'csv') yield rawCsvHead(kind);
  for await (const rows of pages)
    yield format === 'csv' ? rawCsvLines(kind, rows) : rawJsonLines(kind, rows);
}
