import { beforeAll, describe, expect, test } from 'vitest';
import { seededRandom } from '../../lib/seeded-random.ts';
import { nightOf, type NightRules, nightsOf } from '../../rules/nights/nights.ts';
import { addOwner, createUnit, type TestOwner, type TestUnit } from '../testing/app.ts';
import { app, withApp } from '../testing/with-app.ts';

withApp({ now: new Date('2026-11-02T12:00:00Z') });

type Body = Record<string, any>;

const read = async (owner: TestOwner, path: string, query: Record<string, string>) => {
  const text = new URLSearchParams({ venueId: owner.venueId, ...query }).toString();
  const response = await app.send('GET', `${path}?${text}`, { token: owner.token });
  expect(response.status, response.text).toBe(200);
  const body: Body = response.body;
  return body;
};
const series = (owner: TestOwner, query: Record<string, string>) =>
  read(owner, '/api/reports/series', query);
const heatMap = (owner: TestOwner, query: Record<string, string>) =>
  read(owner, '/api/reports/heatmap', query);
const mix = (owner: TestOwner, query: Record<string, string>) =>
  read(owner, '/api/reports/mix', query);

const reportOf = (owner: TestOwner, { startMs, endMs }: { startMs: number; endMs: number }) =>
  read(owner, '/api/orders/sales/report', {
    startDate: String(startMs),
    endDate: String(endMs - 1),
  });

/** Figures of the report by the name of their measure. */
const figuresOf = (report: Body): Record<string, number> => ({
  gross: report['grossVolume'],
  sales: report['totalSales'],
  orders: report['pagination'].total,
  servings: report['totalServings'],
  averagePrice: report['averagePrice'],
  tips: report['totalTips'],
  refunds: report['totalRefunds'],
});

const cents = (dollars: number): number => Math.round(dollars * 100);
const addUp = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + cents(value), 0) / 100;

const rulesOf = (timezone: string, startsMinutes: number): NightRules => ({
  clocks: [{ fromDay: '2000-01-01', timezone, startsMinutes }],
  ends: new Map(),
});

async function openVenue(timezone: string, startsAt: string) {
  const owner = await addOwner(app, `Rooftop ${Math.random()}`);
  const units = [await createUnit(app, owner), await createUnit(app, owner)] as const;
  const body = { timezone, startsAt };
  const set = await app.send('PUT', `/api/venues/${owner.venueId}/clock`, {
    token: owner.token,
    body,
  });
  expect(set.status, set.text).toBe(200);
  return { owner, units };
}

const sell = async (unit: TestUnit, ms: number, drinks: object[], more: object = {}) => {
  const sold = await app.send('POST', '/api/orders', {
    token: unit.key,
    body: { date: ms, drinks, ...more },
  });
  expect(sold.status, sold.text).toBe(201);
  return String(sold.body.id);
};
const refund = (owner: TestOwner, orderId: string, glasses = '') =>
  app.send('GET', `/api/orders/${orderId}/refund?drinkIndexes=0${glasses}`, {
    token: owner.token,
  });

const measures = ['gross', 'sales', 'orders', 'servings', 'averagePrice', 'tips', 'refunds'];
const places = [
  { timezone: 'America/New_York', startsAt: '05:00', startsMinutes: 300 },
  { timezone: 'Asia/Kolkata', startsAt: '04:00', startsMinutes: 240 },
  { timezone: 'Australia/Lord_Howe', startsAt: '02:30', startsMinutes: 150 },
];

describe.each(places)('$timezone from $startsAt', ({ timezone, startsAt, startsMinutes }) => {
  const rules = rulesOf(timezone, startsMinutes);
  const random = seededRandom(20_261_101);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const nights = nightsOf(rules, '2026-09-24', '2026-11-02');
  let owner: TestOwner;

  beforeAll(async () => {
    const opened = await openVenue(timezone, startsAt);
    ({ owner } = opened);
    const { startMs } = nightOf(rules, '2026-09-24');
    const endMs = nightOf(rules, '2026-11-01').endMs;
    const sold: string[] = [];
    for (let nth = 0; nth < 70; nth += 1) {
      const unit = pick(opened.units);
      // Half of them around the change of clocks, at bounds and close to them.
      const night = pick(random() < 0.5 ? nights.slice(-4, -1) : nights.slice(0, -1));
      const ms = pick([
        startMs + Math.floor(random() * (endMs - startMs)),
        night.startMs,
        night.startMs - 1,
        night.startMs + Math.floor(random() * 26) * 1_800_000,
      ]);
      if (ms < startMs) continue;
      const drinks = [
        { drinkId: unit.cubaLibre, quantity: 2, successQuantity: pick([2, 2, 1, 0]) },
        { ingredients: [unit.rum], isDouble: random() < 0.5 },
      ];
      sold.push(await sell(unit, ms, drinks, { tips: Math.floor(random() * 400) / 100 }));
      if (random() < 0.3) await refund(owner, sold.at(-1) ?? '', pick(['', '&glasses=1']));
    }
    await app.db
      .updateTable('orders')
      .set({ entered_by: 'import' })
      .where('venue_id', '=', owner.venueId)
      .where('id', 'in', sold.slice(0, 5))
      .execute();
  });

  test('CHART-01 the points of any series together are the report of its days', async () => {
    for (let round = 0; round < 20; round += 1) {
      const [first, last] = [pick(nights), pick(nights)].toSorted((a, b) => a.startMs - b.startMs);
      if (!first || !last) continue;
      const days = { from: first.day, to: last.day };
      const range = { startMs: first.startMs, endMs: last.endMs };
      const figures = figuresOf(await reportOf(owner, range));
      const by = pick(['hour', 'night', 'week', 'month']);
      for (const measure of measures) {
        const body = await series(owner, { ...days, by, measure });
        const about = `${JSON.stringify(days)} by ${by}: ${measure}`;
        expect(body['total'] ?? 0, about).toBe(figures[measure]);
        expect(body['points'][0].start, about).toBe(new Date(range.startMs).toISOString());
        expect(body['points'].at(-1).end, about).toBe(new Date(range.endMs).toISOString());
        const values = body['points'].map(({ value }: Body) => value);
        if (measure !== 'averagePrice') expect(addUp(values), about).toBe(figures[measure]);
        const starts = body['points'].map(({ start }: Body) => start);
        expect(body['points'].map(({ end }: Body) => end).slice(0, -1)).toEqual(starts.slice(1));
      }
    }
  });

  test('CHART-01 each point is the report of its span, and each of the other side, too', async () => {
    const body = await series(owner, {
      from: '2026-10-26',
      to: '2026-11-01',
      against: 'weekday',
      soFar: 'false',
      sameUnits: 'false',
    });
    expect(body['points']).toHaveLength(7);
    for (const point of body['points']) {
      const range = { startMs: Date.parse(point.start), endMs: Date.parse(point.end) };
      expect(point.value).toBe((await reportOf(owner, range))['grossVolume']);
      const day = new Date(Date.parse(point.from) - 7 * 86_400_000).toISOString().slice(0, 10);
      expect(point.other).toBe((await reportOf(owner, nightOf(rules, day)))['grossVolume']);
      expect(point.same).toBe(point.value);
    }
    expect(body['comparison'].current.gross).toBe(body['total']);
  });

  test('CHART-02 the cells of a heat map times their occurrences are the report', async () => {
    const days = { from: '2026-09-28', to: '2026-11-01' };
    const range = {
      startMs: nightOf(rules, days.from).startMs,
      endMs: nightOf(rules, days.to).endMs,
    };
    const figures = figuresOf(await reportOf(owner, range));
    for (const measure of measures.filter((name) => name !== 'averagePrice')) {
      const body = await heatMap(owner, { ...days, measure });
      expect(body).toMatchObject({ ...days, note: null, leftOut: [] });
      const cells: Body[] = body['rows'].flatMap((row: Body) => row['cells']).filter(Boolean);
      expect(addUp(cells.map(({ total }) => total))).toBe(figures[measure]);
      for (const { total, value, hours } of cells)
        expect(Math.abs(value * hours - total)).toBeLessThanOrEqual(0.005 * hours + 1e-9);
    }
  });

  test('the mix of drinks is the report, and the statistics of each drink', async () => {
    const days = { from: '2026-09-28', to: '2026-11-01' };
    const { startMs } = nightOf(rules, days.from);
    const { endMs } = nightOf(rules, days.to);
    const body = await mix(owner, days);
    const report = await reportOf(owner, { startMs, endMs });
    expect(addUp(body['drinks'].map(({ sales }: Body) => sales))).toBe(report['totalSales']);
    expect(body['totalSales']).toBe(report['totalSales']);
    const query = { startDate: String(startMs), endDate: String(endMs - 1) };
    const statistics: any = await read(owner, '/api/reports/drinks', query);
    const amounts = (list: Body[], of: string) =>
      Object.fromEntries(list.map((one) => [one['name'], one[of]]));
    expect(amounts(body['drinks'], 'sales')).toEqual(amounts(statistics, 'totalAmount'));
  });
});

describe('New York', () => {
  const rules = rulesOf('America/New_York', 300);
  let owner: TestOwner;
  let unit: TestUnit;
  beforeAll(async () => {
    const opened = await openVenue('America/New_York', '05:00');
    ({ owner } = opened);
    [unit] = opened.units;
  });

  test('CHART-03 the repeated hour is two points of a series, and one cell averaged over two', async () => {
    await sell(unit, Date.parse('2026-11-01T05:30:00Z'), [{ drinkId: unit.cubaLibre }]);
    await sell(unit, Date.parse('2026-11-01T06:30:00Z'), [
      { drinkId: unit.cubaLibre, quantity: 3 },
    ]);
    const night = { from: '2026-10-31', to: '2026-10-31' };
    const { points } = await series(owner, { ...night, by: 'hour', measure: 'sales' });
    expect(points).toHaveLength(25);
    expect(points.slice(20, 22)).toMatchObject([
      { start: '2026-11-01T05:00:00.000Z', value: 9 },
      { start: '2026-11-01T06:00:00.000Z', value: 27 },
    ]);
    const { readings, rows } = await heatMap(owner, { ...night, measure: 'sales' });
    const nth = readings.indexOf(1);
    expect(rows[5].cells[nth]).toEqual({ value: 18, total: 36, hours: 2, byNight: [36] });
  });

  test('CHART-04 a drink that is renamed in the middle is one drink with its newest name', async () => {
    const { owner: seller, units } = await openVenue('America/New_York', '05:00');
    const [bar] = units;
    await sell(bar, Date.parse('2026-10-20T22:00:00Z'), [{ drinkId: bar.cubaLibre }]);
    const renamed = await app.send('PUT', `/api/drinks/${bar.cubaLibre}`, {
      token: seller.token,
      body: { name: 'Havana' },
    });
    expect(renamed.status, renamed.text).toBe(200);
    await sell(bar, Date.parse('2026-10-27T22:00:00Z'), [{ drinkId: bar.cubaLibre, quantity: 2 }]);
    const days = { from: '2026-10-20', to: '2026-10-27' };
    const { drinks, most } = await mix(seller, days);
    expect(drinks).toMatchObject([
      { name: 'Havana', glasses: 3, sales: 27, share: 1, other: null },
    ]);
    expect(most).toBe(1);
    const compared = await mix(seller, {
      from: '2026-10-27',
      to: '2026-10-27',
      against: 'weekday',
    });
    expect(compared['drinks']).toMatchObject([
      { name: 'Havana', sales: 18, other: { sales: 9, share: 1 }, shareChange: 0 },
    ]);
    const deleted = await app.send(
      'DELETE',
      `/api/venues/${seller.venueId}/drinks/${bar.cubaLibre}`,
      {
        token: seller.token,
      },
    );
    expect(deleted.status, deleted.text).toBeLessThan(300);
    expect((await mix(seller, days))['drinks']).toMatchObject([{ name: 'Havana', sales: 27 }]);
  });

  test('CHART-07 an empty venue has points without sales, and a mean without orders is none', async () => {
    const { owner: empty, units } = await openVenue('America/New_York', '05:00');
    const days = { from: '2026-10-26', to: '2026-11-01' };
    const body = await series(empty, { ...days, measure: 'averagePrice', against: 'weekday' });
    expect(body).toMatchObject({ total: null, comparison: { current: { orders: 0 } } });
    expect(body['points']).toHaveLength(7);
    expect(body['points'][0]).toMatchObject({ value: null, other: null });
    const sums = await series(empty, days);
    expect(sums).toMatchObject({ total: 0, comparison: null });
    expect(sums['points'][0]).toMatchObject({ value: 0, other: null });
    expect(await mix(empty, days)).toMatchObject({ drinks: [], totalSales: 0, most: 0 });
    expect((await heatMap(empty, days))['rows'][0].cells[0]).toEqual({
      value: 0,
      total: 0,
      hours: 1,
      byNight: [0],
    });
    const only = await sell(units[0], Date.parse('2026-10-27T22:00:00Z'), [
      { drinkId: units[0].cubaLibre },
    ]);
    await refund(empty, only);
    expect(await series(empty, { ...days, measure: 'sales' })).toMatchObject({ total: 0 });
    expect((await series(empty, { ...days, measure: 'refunds' }))['total']).toBeGreaterThan(0);
    expect((await mix(empty, days))['drinks']).toMatchObject([{ share: 0, sales: 0, glasses: 1 }]);
  });

  test('a late sale is in its night at once', async () => {
    const day = { from: '2026-10-28', to: '2026-10-28' };
    const before = (await series(owner, day))['total'];
    await sell(unit, Date.parse('2026-10-29T02:00:00Z'), [{ drinkId: unit.cubaLibre }]);
    expect((await series(owner, day))['total']).toBe(before + 9);
  });

  test('a closed night counts in a heat map where something was sold on it, and never among usual ones', async () => {
    const { owner: other, units } = await openVenue('America/New_York', '05:00');
    for (const day of ['2026-10-20', '2026-10-27'])
      await app.send('PUT', `/api/venues/${other.venueId}/nights/${day}`, {
        token: other.token,
        body: { closed: true, note: 'Repairs' },
      });
    await sell(units[0], nightOf(rules, '2026-10-27').startMs, [{ drinkId: units[0].cubaLibre }]);
    const days = { from: '2026-10-20', to: '2026-10-27' };
    const all = await heatMap(other, days);
    expect(all['leftOut']).toEqual(['2026-10-20']);
    expect(all['rows'][1].nights).toEqual(['2026-10-27']);
    const usual = await heatMap(other, { ...days, nights: 'usual' });
    expect(usual['leftOut']).toEqual(['2026-10-20', '2026-10-27']);
    expect(usual['rows'][1].cells.every((cell: Body | null) => cell === null)).toBe(true);
  });

  test('a series that would have more than 2,000 points is coarser, and says so', async () => {
    const days = { from: '2026-01-01', to: '2026-11-01' };
    const body = await series(owner, { ...days, by: 'hour' });
    expect(body).toMatchObject({ by: 'night', note: expect.stringContaining('by day') });
  });

  test('a foreign venue is not found', async () => {
    const foreign = await addOwner(app, 'Foreign');
    for (const path of ['series', 'heatmap', 'mix']) {
      const query = new URLSearchParams({
        venueId: owner.venueId,
        from: '2026-10-01',
        to: '2026-10-02',
      });
      const url = `/api/reports/${path}?${query.toString()}`;
      expect((await app.send('GET', url, { token: foreign.token })).status).toBe(404);
    }
  });
});

test('CHART-05 a zone of half hours is exact by the hour, for the last 35 days of a longer period', async () => {
  const { owner, units } = await openVenue('Asia/Kolkata', '04:00');
  const night = nightOf(rulesOf('Asia/Kolkata', 240), '2026-10-20');
  await sell(units[0], night.startMs, [{ drinkId: units[0].cubaLibre }]);
  await sell(units[0], night.startMs + 3_599_999, [{ drinkId: units[0].cubaLibre }]);
  await sell(units[0], night.startMs + 3_600_000, [{ drinkId: units[0].cubaLibre, quantity: 2 }]);
  const days = { from: '2026-09-28', to: '2026-11-01' };
  const { points, by } = await series(owner, { ...days, by: 'hour', measure: 'sales' });
  expect(by).toBe('hour');
  const nth = points.findIndex(({ start }: Body) => Date.parse(start) === night.startMs);
  expect(points.slice(nth, nth + 2)).toMatchObject([{ value: 18 }, { value: 18 }]);
  const longer = { from: '2026-06-01', to: '2026-11-01' };
  expect(await series(owner, { ...longer, by: 'hour' })).toMatchObject({ by: 'night' });
  expect(await heatMap(owner, longer)).toMatchObject({
    from: '2026-09-28',
    note: expect.stringContaining('35 days'),
  });
});
