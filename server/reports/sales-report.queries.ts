/** Sums of a range and a page of its sales, in one snapshot: they match, even while orders arrive. */
import { sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';
import type { Stretch } from '../../rules/reports/rollup-cover.ts';
import type { SaleSums } from '../../rules/reports/sales-totals.ts';
import type { ShownSale } from '../orders/orders.queries.ts';
import {
  findExamined,
  type JsonSale,
  listSales,
  type Page,
  type SaleCursor,
  selectPage,
  shownSales,
} from './sales-page.queries.ts';
import { type SalesScope, selectSums, sumSales } from './sales-sums.queries.ts';

export interface SalesReport {
  sums: SaleSums;
  /** In slices that are short enough to be encoded at once. */
  sales: ShownSale[][];
  /** Where a filter stopped before the end of the range. */
  examined: SaleCursor | null;
}

/** Usual pages take one statement and so one round trip; late and large ones take several in a transaction. */
export async function readSalesReport(
  db: Db,
  scope: SalesScope,
  range: Stretch,
  page: Page,
): Promise<SalesReport> {
  const selectedPage = selectPage(scope, range, page);
  if (selectedPage === null)
    return db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (snapshot) => {
        const sums = await sumSales(snapshot, scope, range);
        const sales = await listSales(snapshot, scope, range, page, sums.orders);
        return { sums, sales, examined: await examinedBy(snapshot, scope, range, page, sales) };
      });
  const { rows } = await sql<{ sums: SaleSums; sales: JsonSale[] }>`
    select
      (select row_to_json(sums) from (${selectSums(scope, range)}) as sums) as sums,
      ${selectedPage} as sales
  `.execute(db);
  const [read] = rows;
  if (!read) throw new Error('A select of two values returns one row');
  const sales = [shownSales(read.sales)];
  return { sums: read.sums, sales, examined: await examinedBy(db, scope, range, page, sales) };
}

/** A page that a filter filled continues from its last sale. */
async function examinedBy(
  db: Db,
  scope: SalesScope,
  range: Stretch,
  page: Page,
  sales: ShownSale[][],
): Promise<SaleCursor | null> {
  if (!page.filter || sales.flat().length >= page.size) return null;
  return findExamined(db, scope, range, page);
}
