/** Sums of a range and a page of its sales, in one snapshot: they match, even while orders arrive. */
import { sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';
import type { Stretch } from '../../rules/reports/rollup-cover.ts';
import type { SaleSums } from '../../rules/reports/sales-totals.ts';
import type { ShownSale } from '../orders/orders.queries.ts';
import {
  type JsonSale,
  listSales,
  type Page,
  selectPage,
  shownSales,
} from './sales-page.queries.ts';
import { type SalesScope, selectSums, sumSales } from './sales-sums.queries.ts';

export interface SalesReport {
  sums: SaleSums;
  /** In slices that are short enough to be encoded at once. */
  sales: ShownSale[][];
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
      .execute(async (snapshot) => ({
        sums: await sumSales(snapshot, scope, range),
        sales: await listSales(snapshot, scope, range, page),
      }));
  const { rows } = await sql<{ sums: SaleSums; sales: JsonSale[] }>`
    select
      (select row_to_json(sums) from (${selectSums(scope, range)}) as sums) as sums,
      ${selectedPage} as sales
  `.execute(db);
  const [read] = rows;
  if (!read) throw new Error('A select of two values returns one row');
  return { sums: read.sums, sales: [shownSales(read.sales)] };
}
