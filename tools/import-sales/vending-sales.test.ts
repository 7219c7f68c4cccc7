/** A year of real sales of one machine, imported and reported; runs only when the file exists next to the project. */
import { existsSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { widenDays } from '../../lib/day-range.ts';
import { ImportTest } from '../testing/import.ts';
import type { Ran } from '../testing/run-here.ts';

const home = fileURLToPath(new URL('../..', import.meta.url));
const file = join(home, '..', 'shared', 'data', 'vending-sales.csv');
const isThere = existsSync(file);
if (!isThere) console.log('vending-sales.csv is not there: its import is not tested.');

const days = { from: '2024-03-01', to: '2025-03-23', timezone: 'America/New_York' };
const totalCents = 11_539_258;
const sales = 3_635;

let here: ImportTest;
let first: Ran;

const send = (path: string, more: Record<string, string> = {}) => {
  const { startDate, endDate } = widenDays(days);
  const query = new URLSearchParams({
    venueId: here.owner.venueId,
    startDate: String(startDate),
    endDate: String(endDate),
    ...more,
  });
  return here.app.send('GET', `${path}?${query.toString()}`, { token: here.owner.token });
};
const page = async (current: number, size: number) =>
  (
    await send('/api/orders/sales/report', {
      'pagination[current]': String(current),
      'pagination[size]': String(size),
    })
  ).body;

const centsOf = (dollars: number): number => Math.round(dollars * 100);
const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);

describe.runIf(isThere)('a year of vending sales', () => {
  beforeAll(async () => {
    here = await ImportTest.start();
    await here.renewUnit();
    await copyFile(file, here.path('vending.csv'));
    first = await here.run(['vending.csv', ...here.into()]);
  });
  afterAll(() => here.close());

  test('stores all vending sales except the line without a name', async () => {
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toContain('Sales: 3,635 stored, 0 already there, 1 rejected.');
    expect(first.out).toContain('Total amount stored: $115,392.58');
    const rejects = parse(await readFile(here.path('vending.rejects.csv'), 'utf8'), { bom: true });
    expect(rejects).toEqual([
      ['line', 'reason', 'date', 'datetime', 'cash_type', 'card', 'money', 'coffee_name'],
      ['494', 'drink name is missing', '5/16/2024', '5/16/2024 11:44', 'cash', '', '39', ''],
    ]);
  });

  test('the vending sales make the totals of the report', async () => {
    expect(await page(1, 10)).toMatchObject({
      totalSales: totalCents / 100,
      grossVolume: totalCents / 100,
      totalTaxes: 0,
      totalTips: 0,
      totalRefunds: 0,
      totalServings: sales,
      pagination: { current: 1, size: 10, total: sales },
    });
  });

  test('the pages of the vending report add up to the totals', async () => {
    const size = 100;
    const count = Math.ceil(sales / size);
    const seen = new Set<string>();
    let cents = 0;
    for (let current = 1; current <= count; current += 1) {
      const { sales: shown } = await page(current, size);
      for (const sale of shown) seen.add(sale.id);
      cents += sum(shown.map((sale: { price: number }) => centsOf(sale.price)));
    }
    expect(seen.size).toBe(sales);
    expect(cents).toBe(totalCents);
    expect((await page(count + 1, size)).sales).toEqual([]);
  });

  test('the CSV of the vending report adds up, by drink and in total', async () => {
    const { text } = await send('/api/orders/sales/report.csv', { timezone: days.timezone });
    const [header = [], ...rows] = parse(text, { bom: true, relax_column_count: true });
    const lines = rows.filter((row) => row[1] !== '');
    const cell = (row: readonly string[], name: string) => row[header.indexOf(name)] ?? '';
    const of = (drink: string) => {
      const own = lines.filter((row) => drink === '' || cell(row, 'Drink name') === drink);
      // Parses whole cents from the digits, without floating point.
      return [own.length, sum(own.map((row) => Number(cell(row, 'Price').replace('.', ''))))];
    };
    expect(of('')).toEqual([sales, totalCents]);
    expect(of('Latte')).toEqual([782, 2_786_630]);
    expect(of('Americano with Milk')).toEqual([824, 2_526_912]);
    expect(of('Espresso')).toEqual([134, 281_428]);
  });

  test('the statistics hold the vending sales by drink', async () => {
    const kept = await here.app.db
      .selectFrom('drink_rollups')
      .select(['name', ({ fn }) => fn.sum<number>('quantity').as('quantity')])
      .select(({ fn }) => fn.sum<number>('amount_cents').as('cents'))
      .where('grain', '=', 'month')
      .groupBy('name')
      .execute();
    expect(kept).toContainEqual({ name: 'Latte', quantity: 782, cents: 2_786_630 });
    expect(sum(kept.map(({ cents }) => cents))).toBe(totalCents);
  });

  test('importing the vending file again changes nothing', async () => {
    const before = await page(364, 10);
    const again = await here.run(['vending.csv', ...here.into()]);
    expect(again.out).toContain('Sales: 0 stored, 3,635 already there, 1 rejected.');
    expect({ ...(await page(364, 10)), asOf: before.asOf }).toEqual(before);
  });
});
