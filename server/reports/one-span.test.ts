/** Every figure of the running night is of the same sales, whatever the dates of the sales are. */
import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addOwner, createUnit, type TestOwner, type TestUnit } from '../testing/app.ts';
import { app, withApp } from '../testing/with-app.ts';

withApp();

const minuteMs = 60_000;
const weekMinutes = 7 * 24 * 60;
/** Saturday 10:14 PM in New York, in a night that began at 5 AM. */
const nowMs = Date.parse('2026-06-14T02:14:00Z');
const nightMinutes = 17 * 60 + 14;

interface Sale {
  unit: number;
  /** Minutes after now. */
  at: number;
  quantity: number;
}

const minutes = (min: number, max: number) => fc.integer({ min, max });
const sale = fc.record({
  unit: minutes(0, 2),
  at: fc.oneof(
    minutes(-nightMinutes, -1),
    minutes(-weekMinutes - nightMinutes, -weekMinutes + 6 * 60),
    minutes(1, 9),
    minutes(11, 6 * 60),
    fc.constant(10),
  ),
  quantity: minutes(1, 3),
});

/** A venue with three units: the last was in contact until two and a half hours ago, unless it sends its sales now. */
async function openVenue(): Promise<{ owner: TestOwner; units: TestUnit[] }> {
  app.setNow(new Date(nowMs - 15 * 24 * 60 * minuteMs));
  const owner = await addOwner(app, `Span ${Math.random()}`);
  const units = [
    await createUnit(app, owner),
    await createUnit(app, owner),
    await createUnit(app, owner),
  ];
  const clock = { timezone: 'America/New_York', startsAt: '05:00' };
  const path = `/api/venues/${owner.venueId}/clock`;
  await app.send('PUT', path, { token: owner.token, body: clock });
  return { owner, units };
}

async function sell(units: readonly TestUnit[], sales: readonly Sale[]): Promise<void> {
  for (const { unit, at, quantity } of sales) {
    const seller = units[unit];
    const drinks = [{ drinkId: seller?.cubaLibre, quantity }];
    const body = { date: nowMs + at * minuteMs, drinks };
    const sold = await app.send('POST', '/api/orders', { token: seller?.key ?? '', body });
    expect(sold.status, sold.text).toBe(201);
  }
}

const figuresOf = ({ gross, orders }: { gross: number; orders: number }) => ({ gross, orders });
const volumeOf = ({ grossVolume, orders }: { grossVolume: number; orders: number }) => ({
  gross: grossVolume,
  orders,
});

/** What each screen, mail and file says of the running night. */
async function readAll({ venueId, token }: TestOwner) {
  const get = async (path: string) => {
    const read = await app.send('GET', path, { token });
    expect(read.status, read.text).toBe(200);
    return read;
  };
  const compare = async (sameUnits: boolean) => {
    const days = 'from=2026-06-13&to=2026-06-13&against=weekday';
    return (await get(`/api/reports/compare?venueId=${venueId}&${days}&sameUnits=${sameUnits}`))
      .body;
  };
  const [all, same] = [await compare(false), await compare(true)];
  const { start, end } = all.spans.current;
  const range = `venueId=${venueId}&startDate=${Date.parse(start)}&endDate=${Date.parse(end) - 1}`;
  const report = (await get(`/api/orders/sales/report?${range}`)).body;
  const csv = await get(`/api/orders/sales/report.csv?${range}&timezone=America/New_York`);
  const rows: string[][] = parse(csv.text, { bom: true });
  const overview = (await get(`/api/venues/${venueId}/overview`)).body;
  const live = (await get(`/api/venues/${venueId}/live`)).body;
  return { all, same, report, rows, overview, live };
}

test('dashboard, report, comparison, live night and CSV are of the same sales, to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(sale, { minLength: 3, maxLength: 14 }),
      fc.array(sale, { maxLength: 4 }),
      async (early, late) => {
        const { owner, units } = await openVenue();
        app.setNow(new Date(nowMs - 150 * minuteMs));
        await sell(units, early);
        app.setNow(new Date(nowMs));
        // The last unit is silent from then on.
        const now = late.filter(({ unit }) => unit < 2);
        await sell(units, now);
        owner.token = await app.login(owner.email);

        const counted = [...early, ...now].filter(({ at }) => at >= -nightMinutes && at < 10);
        const expected = {
          gross: 9 * counted.reduce((sum, { quantity }) => sum + quantity, 0),
          orders: counted.length,
        };
        const { all, same, report, rows, overview, live } = await readAll(owner);
        expect(figuresOf(all.current)).toEqual(expected);
        expect(volumeOf(overview)).toEqual(expected);
        expect(figuresOf(live.figures)).toEqual(expected);
        expect(live.curve.at(-1).taken).toBe(expected.gross);
        expect(live.sales).toHaveLength(Math.min(20, expected.orders));
        expect({ gross: report.grossVolume, orders: report.pagination.total }).toEqual(expected);
        const total = rows
          .find((row) => row.includes('Gross Volume'))
          ?.find((cell) => /\d/.test(cell));
        expect(Number(total)).toBe(expected.gross);

        expect(figuresOf(live.compare.current)).toEqual(figuresOf(same.current));
        expect(volumeOf(overview.sameUnits)).toEqual(figuresOf(same.current));
        const before = same.other ?? { gross: 0, orders: 0 };
        expect(volumeOf(overview.weekBefore)).toEqual(figuresOf(before));
        expect(figuresOf(live.compare.other ?? { gross: 0, orders: 0 })).toEqual(figuresOf(before));
        const leftOut = same.leftOut.map(({ unitNumber }: { unitNumber: number }) => unitNumber);
        expect(overview.sameUnits.leftOut.map((one: any) => one.unitNumber)).toEqual(leftOut);
      },
    ),
    { numRuns: 6 },
  );
}, 120_000);

test('a sale that is dated ahead is in the live night once its time has come', async () => {
  const { owner, units } = await openVenue();
  app.setNow(new Date(nowMs));
  owner.token = await app.login(owner.email);
  const figures = async () =>
    (await app.send('GET', `/api/venues/${owner.venueId}/live`, { token: owner.token })).body;
  await sell(units, [
    { unit: 0, at: -5, quantity: 1 },
    { unit: 0, at: 30, quantity: 2 },
  ]);
  expect(await figures()).toMatchObject({ figures: { gross: 9 }, sales: [{ charged: 9 }] });
  app.setNow(new Date(nowMs + 30 * minuteMs));
  expect(await figures()).toMatchObject({
    figures: { gross: 27 },
    sales: [{ charged: 18 }, { charged: 9 }],
  });
});
