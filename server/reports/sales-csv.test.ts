import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { unguard } from '../../lib/csv-cell.ts';
import { app, owner, unit } from '../testing/with-app.ts';
import { cents, end, query, report, start, withTwoMonthsOfSales } from '../testing/sales.ts';

withTwoMonthsOfSales();

describe('sales CSV', () => {
  const download = async (timezone = 'America/New_York') =>
    app.send(
      'GET',
      `/api/orders/sales/report.csv?${query({ startDate: start, endDate: end })}&timezone=${timezone}`,
      {
        token: owner.token,
      },
    );

  test('the CSV parses back to the report, row by row and to the cent', async () => {
    const { body } = await report({ startDate: start, endDate: end }, { current: 1, size: 1000 });
    const { text, headers } = await download();
    const rows: string[][] = parse(text);
    expect(rows[0]).toEqual(
      'Id,Date,Time,Drink name,Servings,Price,Tax,Tips,Payment Reader,Processing Fee,Status,Unit #'.split(
        ',',
      ),
    );
    const lines = body.sales.flatMap((sale: any) => sale.drinks.map((drink: any) => [sale, drink]));
    const described = rows
      .slice(1, -7)
      .map((row) => [
        row[0],
        unguard(row[3] ?? ''),
        row[5],
        row[6],
        row[7],
        row[8],
        row[9],
        row[10],
        row[11],
      ]);
    const money = (amount: number | null) => (amount === null ? '' : amount.toFixed(2));
    expect(described).toEqual(
      lines.flatMap(([sale, drink]: any[]) => {
        const { refundedQuantity: back = 0, refundedTax = 0, refundedTips = 0 } = drink;
        const row = (
          glasses: number,
          [tax, tips]: number[],
          fee: number | null,
          status: string,
        ) => [
          sale.id,
          drink.name,
          money((cents(drink.price) * glasses) / 100),
          money((tax ?? 0) / 100),
          money((tips ?? 0) / 100),
          sale.paymentReaderDeviceName,
          money(fee),
          status,
          String(sale.unitNumber),
        ];
        const left = [
          cents(drink.tax) - cents(refundedTax),
          cents(drink.tips) - cents(refundedTips),
        ];
        return [
          row(drink.quantity - back, left, drink.processingFee, drink.status),
          ...(back > 0
            ? [row(back, [cents(refundedTax), cents(refundedTips)], null, 'refunded')]
            : []),
        ];
      }),
    );
    expect(Number(headers['x-total-count'])).toBe(body.sales.length);
    expect(headers['content-disposition']).toContain('sales-2024-02-28-2024-04-02.csv');
    expect(Object.fromEntries(rows.slice(-7).map((row) => [row[0], row[5]]))).toMatchObject({
      'Total Sales': money(body.totalSales),
      'Gross Volume': money(body.grossVolume),
      'Net Volume': money(body.netVolume),
    });
  });

  test('the CSV contains times in the requested zone', async () => {
    const first = async (timezone: string) => parse((await download(timezone)).text)[1] as string[];
    expect((await first('America/New_York')).slice(1, 3)).toEqual(['2024-02-28', '17:17:03']);
    expect((await first('America/Los_Angeles')).slice(1, 3)).toEqual(['2024-02-28', '14:17:03']);
  });

  test('the CSV rejects an unknown time zone', async () => {
    expect(await download('Mars/Olympus')).toMatchObject({
      status: 400,
      body: { timezone: 'Unknown timezone' },
    });
  });

  test('the CSV escapes texts against formula injection and broken rows', async () => {
    const name = '=1+1,"x"\t\\N';
    await app.db.updateTable('drinks').set({ name }).where('id', '=', unit.cubaLibre).execute();
    const date = Date.UTC(2025, 0, 1);
    await app.send('POST', '/api/orders', {
      token: unit.key,
      body: { date, drinks: [{ drinkId: unit.cubaLibre }] },
    });
    const { text } = await app.send(
      'GET',
      `/api/orders/sales/report.csv?${query({ startDate: date, endDate: date })}&timezone=America/New_York`,
      { token: owner.token },
    );
    const cell = (parse(text)[1] as string[])[3] ?? '';
    expect(cell).not.toMatch(/^[=+\-@]/);
    expect(unguard(cell)).toBe(name);
  });
});
