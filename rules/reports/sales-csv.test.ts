import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unguard } from '../../lib/csv-cell.ts';
import { csvFileName, csvHeader, csvRow, csvRowsOf, csvTotals } from './sales-csv.ts';
import type { SalesCsvRow } from './sales-csv.ts';
import { reportTotals, totalsOf } from './sales-totals.ts';
import { dateAndTimeIn } from '../../lib/time-in-zone.ts';

const newYork = 'America/New_York';
const row: SalesCsvRow = {
  saleId: 'ord_1',
  soldAtMs: Date.parse('2024-03-01T15:15:50.520Z'),
  drinkName: 'Gin, Tonic',
  successQuantity: 1,
  isDouble: false,
  priceCents: 1250,
  taxCents: 111,
  tipCents: 200,
  paymentReader: 'Bar left',
  feeCents: 66,
  status: 'paid',
  unitNumber: 1042,
};
const totals = reportTotals(
  totalsOf([
    {
      durationMs: null,
      lines: [
        { ...row, refunded: { priceCents: 0, taxCents: 0, tipCents: 0 } },
        { ...row, refunded: row },
      ],
    },
  ]),
  { feesReported: true },
);
const toCents = (cell: string | undefined) => Number(cell?.replace('.', ''));
const read = (text: string) => parse(text, { bom: true, record_delimiter: '\r\n' });

test('the columns are those of the specification, in its order', () => {
  expect(csvHeader()).toBe(
    '\ufeffId,Date,Time,Drink name,Servings,Price,Tax,Tips,Payment Reader,Processing Fee,Status,Unit #\r\n',
  );
});

describe('CSV line of a drink', () => {
  test('writes a drink in the chosen zone with plain amounts', () => {
    expect(csvRow(row, newYork)).toBe(
      'ord_1,2024-03-01,10:15:50,"Gin, Tonic",1,12.50,1.11,2.00,Bar left,0.66,paid,1042\r\n',
    );
    expect(csvRow(row, 'America/Los_Angeles')).toContain(',2024-03-01,07:15:50,');
  });

  test('leaves unknown values empty', () => {
    expect(csvRow({ ...row, drinkName: 'Gin', paymentReader: '', feeCents: null }, newYork)).toBe(
      'ord_1,2024-03-01,10:15:50,Gin,1,12.50,1.11,2.00,,,paid,1042\r\n',
    );
  });

  test('FAIL-06 a drink of which some glasses are refunded is two lines, which add up to it', () => {
    const back = { priceCents: 625, taxCents: 55, tipCents: 0, status: 'refunded' };
    expect(csvRowsOf(row, back, newYork)).toBe(
      'ord_1,2024-03-01,10:15:50,"Gin, Tonic",1,6.25,0.56,2.00,Bar left,0.66,paid,1042\r\n' +
        'ord_1,2024-03-01,10:15:50,"Gin, Tonic",0,6.25,0.55,0.00,Bar left,,refunded,1042\r\n',
    );
  });

  test('shows comp for a free drink, even a refunded one', () => {
    expect(csvRow({ ...row, priceCents: 0 }, newYork)).toContain(',comp,');
    expect(csvRow({ ...row, priceCents: 0, status: 'refunded' }, newYork)).toContain(',comp,');
    expect(csvRow({ ...row, status: 'refunded' }, newYork)).toContain(',refunded,');
  });

  test('counts 2 servings for a double and none for a failed pour', () => {
    expect(csvRow({ ...row, isDouble: true }, newYork)).toContain('Tonic",2,');
    expect(csvRow({ ...row, isDouble: true, successQuantity: 0 }, newYork)).toContain('Tonic",0,');
  });
});

describe('CSV totals', () => {
  test('writes the totals in order under Id and Price', () => {
    expect(csvTotals(totals)).toBe(
      [
        'Total Sales,,,,,12.50,,,,,,',
        'Net Sales,,,,,11.18,,,,,,',
        'Taxes,,,,,1.11,,,,,,',
        'Tips,,,,,2.00,,,,,,',
        'Refunds,,,,,15.61,,,,,,',
        'Gross Volume,,,,,31.22,,,,,,',
        'Net Volume,,,,,14.29,,,,,,',
        '',
      ].join('\r\n'),
    );
  });

  test('omits the net lines when there is no net volume', () => {
    const labels = read(csvTotals({ ...totals, netVolumeCents: null })).map(([label]) => label);
    expect(labels).toEqual(['Total Sales', 'Taxes', 'Tips', 'Refunds', 'Gross Volume']);
  });
});

test('names the file after the chosen days', () => {
  expect(csvFileName('2024-03-01', '2025-03-23')).toBe('sales-2024-03-01-2025-03-23.csv');
});

test('the CSV parses back to the table, and its columns add up to its totals', () => {
  const text = fc.string({ unit: fc.constantFrom(...'=+-@\'",\r\n\t; abcé＝'.split('')) });
  const cents = fc.nat(1_000_000);
  const rows = fc.array(
    fc.record({
      saleId: text,
      soldAtMs: fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) }),
      drinkName: text,
      successQuantity: fc.nat(2),
      isDouble: fc.boolean(),
      priceCents: cents,
      taxCents: cents,
      tipCents: cents,
      paymentReader: text,
      feeCents: fc.option(cents, { nil: null }),
      status: fc.constantFrom('paid', 'refunded'),
      unitNumber: fc.nat(99_999),
    }),
  );
  fc.assert(
    fc.property(rows, (table) => {
      const sums = totalsOf(
        table.map((line) => ({
          durationMs: null,
          lines: [
            {
              ...line,
              refunded:
                line.status === 'refunded' ? line : { priceCents: 0, taxCents: 0, tipCents: 0 },
            },
          ],
        })),
      );
      const report = reportTotals(sums, { feesReported: true });
      const file =
        csvHeader() + table.map((line) => csvRow(line, newYork)).join('') + csvTotals(report);
      const [header, ...lines] = read(file);
      const body = lines.slice(0, -7);
      const trailing = lines.slice(-7);

      expect(header).toHaveLength(12);
      expect(body).toHaveLength(table.length);
      table.forEach((line, index) => {
        const [id, date, time, name, , price, tax, tips, reader, fee, , unit] = body[index] ?? [];
        expect(unguard(id ?? '')).toBe(line.saleId);
        expect({ date, time }).toEqual(dateAndTimeIn(line.soldAtMs, newYork));
        expect(unguard(name ?? '')).toBe(line.drinkName);
        expect([price, tax, tips].map(toCents)).toEqual([
          line.priceCents,
          line.taxCents,
          line.tipCents,
        ]);
        expect(unguard(reader ?? '')).toBe(line.paymentReader);
        expect(fee === '' ? null : toCents(fee)).toBe(line.feeCents);
        expect(unit).toBe(String(line.unitNumber));
      });
      // A free refunded drink has the status 'comp', so its tax and tips cannot be separated by status here.
      const kept = body.filter((_, index) => table[index]?.status !== 'refunded');
      const columnSum = (column: number) =>
        kept.reduce((sum, cells) => sum + toCents(cells[column]), 0);
      const trailingCents = new Map(trailing.map((cells) => [cells[0], toCents(cells[5])]));
      expect(trailingCents.get('Total Sales')).toBe(columnSum(5));
      expect(trailingCents.get('Taxes')).toBe(columnSum(6));
      expect(trailingCents.get('Tips')).toBe(columnSum(7));
      for (const cell of [...body, ...trailing].flatMap((cells) => cells.slice(0, 5))) {
        expect(cell).not.toMatch(/^[=+\-@\t\r\n＝]/);
      }
    }),
  );
});
