import { expect, test } from 'vitest';
import type { SalesReport } from '../../../api/reports.ts';
import { csvOfReport, readCsv, saleCounter } from './csv-file.ts';

const report: SalesReport = {
  sales: [
    {
      id: 's-1',
      date: '2024-07-02T02:30:00.000Z',
      price: 24,
      tax: 2.13,
      tips: 0,
      unitNumber: 1042,
      status: 'paid',
      paymentReaderDeviceName: 'Bar, left',
      processingFee: null,
      refundTo: 'card',
      drinks: [
        {
          _id: 'd-1',
          name: '=1+1,"x"',
          quantity: 2,
          status: 'paid',
          successQuantity: 2,
          price: 12,
          isDouble: true,
          tax: 2.13,
          tips: 0,
          processingFee: null,
        },
        {
          _id: 'd-2',
          name: 'Water',
          quantity: 1,
          status: 'refunded',
          successQuantity: 0,
          price: 0,
          isDouble: false,
          tax: 0,
          tips: 0,
          processingFee: null,
        },
      ],
    },
  ],
  totalSales: 24,
  totalTaxes: 2.13,
  totalTips: 0,
  totalRefunds: 0,
  totalServings: 2,
  grossVolume: 26.13,
  averagePrice: 24,
  asOf: '2026-06-13T12:00:00.000Z',
  lateSince: { orders: 0, gross: 0 },
  totalPrice: 24,
  pagination: { current: 1, size: 10_000, total: 1 },
};

test('writes one line per drink in the chosen zone with line prices, then the totals', () => {
  expect(csvOfReport(report, 'America/New_York').split('\r\n')).toEqual([
    '\ufeffId,Date,Time,Drink name,Servings,Price,Tax,Tips,Payment Reader,Processing Fee,Status,Unit #',
    `s-1,2024-07-01,22:30:00,"'=1+1,""x""",2,24.00,2.13,0.00,"Bar, left",,paid,1042`,
    's-1,2024-07-01,22:30:00,Water,0,0.00,0.00,0.00,"Bar, left",,comp,1042',
    'Total Sales,,,,,24.00,,,,,,',
    'Taxes,,,,,2.13,,,,,,',
    'Tips,,,,,0.00,,,,,,',
    'Refunds,,,,,0.00,,,,,,',
    'Gross Volume,,,,,26.13,,,,,,',
    '',
  ]);
});

test('writes net rows when net volume is known', () => {
  const lines = csvOfReport({ ...report, netVolume: 25.5 }, 'America/New_York').split('\r\n');
  expect(lines.filter((line) => line.startsWith('Net'))).toEqual([
    'Net Sales,,,,,23.37,,,,,,',
    'Net Volume,,,,,25.50,,,,,,',
  ]);
});

test('FAIL-06 writes two lines for a drink of which a glass is refunded', () => {
  const [sale] = report.sales;
  const [drink] = sale?.drinks ?? [];
  if (!sale || !drink) throw new Error('The report has a sale');
  const part = { refundedQuantity: 1, refundedTax: 1.06, refundedTips: 0, refund: 'cash' as const };
  const partly = { ...report, sales: [{ ...sale, drinks: [{ ...drink, ...part }] }] };
  expect(csvOfReport(partly, 'America/New_York').split('\r\n').slice(1, 3)).toEqual([
    `s-1,2024-07-01,22:30:00,"'=1+1,""x""",2,12.00,1.07,0.00,"Bar, left",,paid,1042`,
    `s-1,2024-07-01,22:30:00,"'=1+1,""x""",0,12.00,1.06,0.00,"Bar, left",,refunded in cash,1042`,
  ]);
});

const bytes = (text: string) => new TextEncoder().encode(text);

test('counts sales, not lines: the drinks of a sale are adjacent', () => {
  const count = saleCounter();
  expect(count(bytes('Id,Date\r\na,1\r\na,1\r\n'))).toBe(1);
  expect(count(bytes('b,1\r\nc,1\r\nc,1\r\n'))).toBe(3);
});

test('chunks may end anywhere', () => {
  const count = saleCounter();
  let counted = 0;
  for (const letter of 'Id,Date\r\nsale-1,x\r\nsale-1,y\r\nsale-2,z\r\n') {
    counted = count(bytes(letter));
  }
  expect(counted).toBe(2);
});

test('the file contains every byte, and the reported sales never exceed the total', async () => {
  const text = 'Id,Date\r\na,1\r\nb,1\r\nTotal Sales,,\r\n';
  const described: number[] = [];
  const response = new Response(text, { headers: { 'X-Total-Count': '2' } });
  const file = await readCsv(response, ({ sales, total }) => {
    expect(total).toBe(2);
    described.push(sales);
  });
  expect(await file.text()).toBe(text);
  expect(described).toEqual([2]);
});
