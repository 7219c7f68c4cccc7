import { beforeAll, describe, expect, test } from 'vitest';
import { seededRandom } from '../../../lib/seeded-random.ts';
import { type Night, type NightRules, nightOf, nightsOf } from '../../../rules/nights/nights.ts';
import { breakdownKinds } from '../../../rules/reports/breakdown.ts';
import { addPerson } from '../../testing/accounts.ts';
import { addOwner, createUnit, type TestOwner, type TestUnit } from '../../testing/app.ts';
import { app, withApp } from '../../testing/with-app.ts';

withApp({ now: new Date('2026-11-04T12:00:00Z') });

type Body = Record<string, any>;

const get = async (token: string, path: string, query: Record<string, string>): Promise<Body> => {
  const response = await app.send('GET', `${path}?${new URLSearchParams(query).toString()}`, {
    token,
  });
  expect(response.status, response.text).toBe(200);
  return response.body;
};
const breakdown = ({ venueId, token }: TestOwner, query: Record<string, string>) =>
  get(token, '/api/reports/breakdown', { venueId, ...query });
const reportOf = ({ venueId, token }: TestOwner, first: Night, last: Night) =>
  get(token, '/api/orders/sales/report', {
    venueId,
    startDate: String(first.startMs),
    endDate: String(last.endMs - 1),
  });

const rulesOf = (timezone: string, startsMinutes: number): NightRules => ({
  clocks: [{ fromDay: '2000-01-01', timezone, startsMinutes }],
  ends: new Map(),
});

async function openVenue(timezone: string, startsAt: string) {
  const owner = await addOwner(app, `Rooftop ${Math.random()}`);
  const units: TestUnit[] = [await createUnit(app, owner), await createUnit(app, owner)];
  const set = await app.send('PUT', `/api/venues/${owner.venueId}/clock`, {
    token: owner.token,
    body: { timezone, startsAt },
  });
  expect(set.status, set.text).toBe(200);
  return { owner, units };
}

const sell = async (unit: TestUnit, ms: number, drinks: object[], more: object = {}) => {
  const body = { date: ms, drinks, ...more };
  const sold = await app.send('POST', '/api/orders', { token: unit.key, body });
  expect(sold.status, sold.text).toBe(201);
  return String(sold.body.id);
};
const refund = async (token: string, orderId: string, glasses = '') => {
  const path = `/api/orders/${orderId}/refund?drinkIndexes=0${glasses}`;
  const { status, text } = await app.send('GET', path, { token });
  expect(status, text).toBe(200);
};

/** Figures of the sales report by the name that a breakdown has for them. */
const figuresOf = (report: Body): Body => ({
  sales: report['totalSales'],
  orders: report['pagination'].total,
  servings: report['totalServings'],
  average: report['pagination'].total === 0 ? null : report['averagePrice'],
  refunds: report['totalRefunds'],
  tips: report['totalTips'],
  taxes: report['totalTaxes'],
});
const added = ['sales', 'orders', 'servings', 'refunds', 'tips', 'taxes'];
const sumOf = (rows: Body[], name: string): number =>
  rows.reduce((sum, row) => sum + Math.round(row[name] * 100), 0) / 100;

const places = [
  { timezone: 'America/New_York', startsAt: '05:00', startsMinutes: 300 },
  { timezone: 'Australia/Lord_Howe', startsAt: '02:30', startsMinutes: 150 },
];

describe.each(places)('$timezone from $startsAt', ({ timezone, startsAt, startsMinutes }) => {
  const rules = rulesOf(timezone, startsMinutes);
  const random = seededRandom(20_261_128);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  // Clocks change in both zones within these nights.
  const nights = nightsOf(rules, '2026-10-01', '2026-11-03');
  let owner: TestOwner;

  beforeAll(async () => {
    const opened = await openVenue(timezone, startsAt);
    ({ owner } = opened);
    const manager = await addPerson(app, owner, 'manager');
    for (let nth = 0; nth < 60; nth += 1) {
      const unit = pick(opened.units);
      const night = pick(random() < 0.5 ? nights.slice(-4, -1) : nights.slice(0, -1));
      const ms = pick([
        night.startMs,
        night.endMs - 1,
        night.startMs + Math.floor(random() * 26) * 1_800_000,
      ]);
      const drinks = [
        { drinkId: unit.cubaLibre, quantity: 2, successQuantity: pick([2, 2, 1, 0]) },
        { ingredients: [unit.rum], isDouble: random() < 0.5 },
      ];
      const id = await sell(unit, ms, drinks, { tips: Math.floor(random() * 400) / 100 });
      if (random() < 0.3)
        await refund(pick([owner.token, manager.token]), id, pick(['', '&glasses=1']));
      if (nth === 20)
        await app.send('PUT', `/api/drinks/${opened.units[0]!.cubaLibre}`, {
          token: owner.token,
          body: { name: 'Havana' },
        });
    }
    const path = `/api/venues/${owner.venueId}/drinks/${opened.units[1]!.cubaLibre}`;
    const deleted = await app.send('DELETE', path, { token: owner.token });
    expect(deleted.status, deleted.text).toBeLessThan(300);
  });

  test('CHART-01 the rows of any breakdown, and its total, are the sales report of its days', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [first, last] = [pick(nights), pick(nights)].toSorted((a, b) => a.startMs - b.startMs);
      if (!first || !last) continue;
      const days = { from: first.day, to: last.day };
      const figures = figuresOf(await reportOf(owner, first, last));
      for (const by of breakdownKinds) {
        const { rows, total, note } = await breakdown(owner, { ...days, by });
        const about = `${JSON.stringify(days)} by ${by}`;
        expect(note, about).toBeNull();
        const shown = Object.keys(figures).filter((name) => total[name] !== null);
        // By drink, it is the price of a glass.
        for (const name of shown.filter((one) => by !== 'drink' || one !== 'average'))
          expect(total[name], `${about}: ${name}`).toBe(figures[name]);
        // A sale with two drinks is in the row of each.
        const isAdded = (one: string) =>
          added.includes(one) && (by !== 'drink' || one !== 'orders');
        for (const name of shown.filter(isAdded))
          expect(sumOf(rows, name), `${about}: ${name}`).toBe(figures[name]);
        const shares: number[] = rows.flatMap((row: Body) => row['share'] ?? []);
        const share = shares.reduce((sum, one) => sum + one, 0);
        expect(share === 0 || Math.abs(share - 1) < 1e-9, about).toBe(true);
      }
    }
  });
});

describe('New York', () => {
  const rules = rulesOf('America/New_York', 300);
  const night = nightOf(rules, '2026-10-31');
  let owner: TestOwner;
  let units: TestUnit[];
  beforeAll(async () => {
    ({ owner, units } = await openVenue('America/New_York', '05:00'));
  });
  const day = { from: '2026-10-31', to: '2026-10-31' };

  test('names units, hours, weekdays, people and payments', async () => {
    const [bar] = units;
    const manager = await addPerson(app, owner, 'manager');
    // 1:30 AM comes twice in this night.
    const first = await sell(bar!, Date.parse('2026-11-01T05:30:00Z'), [
      { drinkId: bar!.cubaLibre },
    ]);
    await sell(bar!, Date.parse('2026-11-01T06:30:00Z'), [
      { drinkId: bar!.cubaLibre, quantity: 3 },
    ]);
    await refund(manager.token, first);
    const hours = await breakdown(owner, { ...day, by: 'hour' });
    expect(hours['rows']).toMatchObject([{ name: '1 AM', sales: 27, orders: 2, share: 1 }]);
    const weekdays = await breakdown(owner, { ...day, by: 'weekday' });
    expect(weekdays['rows']).toMatchObject([{ key: '5', name: 'Saturday', sales: 27 }]);
    const people = await breakdown(owner, { ...day, by: 'person' });
    expect(people['rows']).toMatchObject([{ refunds: people['total'].refunds, share: 1 }]);
    expect(people['rows'][0].name).not.toBe('Not recorded');
    const [unit] = (await breakdown(owner, { ...day, by: 'unit' }))['rows'];
    expect(unit.name).toContain(String(bar!.unitNumber));
    const payments = await breakdown(owner, { ...day, by: 'payment' });
    expect(payments['rows']).toMatchObject([{ name: 'Without a card', orders: 2 }]);
    const drinks = await breakdown(owner, { ...day, by: 'drink' });
    expect(drinks['rows']).toMatchObject([{ glasses: 4, average: 9, orders: 2, servings: null }]);
    expect(drinks['rows'][0].refunds).toBe(people['total'].refunds);
    const ofUnit = { ...day, by: 'drink', unitId: String(units[1]!.unitNumber) };
    expect(await breakdown(owner, ofUnit)).toMatchObject({ rows: [], total: { sales: 0 } });
    expect(night.startMs).toBeLessThan(Date.parse('2026-11-01T05:30:00Z'));
  });

  test('figures of single sales are of the last 366 days of a longer period', async () => {
    const long = { from: '2024-10-31', to: '2026-10-31' };
    const payments = await breakdown(owner, { ...long, by: 'payment' });
    expect(payments).toMatchObject({ from: '2025-10-31', note: expect.stringContaining('366') });
    const drinks = await breakdown(owner, { ...long, by: 'drink' });
    expect(drinks).toMatchObject({ from: long.from, note: expect.stringContaining('at most 35') });
    expect(drinks['total']).toMatchObject({ orders: null, taxes: null });
    expect(await breakdown(owner, { ...long, by: 'unit' })).toMatchObject({
      from: long.from,
      note: null,
    });
  });

  test('PROOF-01 a row of a renamed drink lists its sales under both names, which add up to it', async () => {
    const { owner: seller, units: own } = await openVenue('America/New_York', '05:00');
    const [bar, other] = own;
    const at = (hour: number) => Date.parse('2026-11-01T00:00:00Z') + hour * 3_600_000;
    await sell(bar!, at(0), [{ drinkId: bar!.cubaLibre, quantity: 2 }]);
    const refunded = await sell(bar!, at(1), [
      { drinkId: bar!.cubaLibre },
      { ingredients: [bar!.rum] },
    ]);
    await refund(seller.token, refunded);
    const renamed = await app.send('PUT', `/api/drinks/${bar!.cubaLibre}`, {
      token: seller.token,
      body: { name: 'Havana' },
    });
    expect(renamed.status, renamed.text).toBe(200);
    await sell(bar!, at(2), [{ drinkId: bar!.cubaLibre, isDouble: true }]);
    // The same drink of the other unit keeps its name.
    await sell(other!, at(3), [{ drinkId: other!.cubaLibre }]);
    const { rows } = await breakdown(seller, { ...day, by: 'drink' });
    expect(rows.map((row: Body) => row['name'])).toContain('Havana');
    const read = (query: Record<string, string>) =>
      get(seller.token, '/api/orders/sales/report', {
        venueId: seller.venueId,
        startDate: String(night.startMs),
        endDate: String(night.endMs - 1),
        ...query,
      });
    for (const { name, sales, orders } of rows) {
      const report = await read({ currentDrink: name });
      expect(report['currentDrink']).toEqual({ name, sales });
      expect(report['sales']).toHaveLength(orders);
      const lines = report['sales']
        .flatMap((sale: Body) => sale['drinks'])
        .filter((drink: Body) => drink['isCurrentDrink']);
      const sold = lines.map(({ price, quantity, status, refundedQuantity = 0 }: Body) =>
        status === 'refunded' ? 0 : price * (quantity - refundedQuantity),
      );
      expect(sold.reduce((sum: number, cents: number) => sum + cents, 0)).toBeCloseTo(sales, 2);
      if (name === 'Havana')
        expect(lines.map((drink: Body) => drink['name'])).toEqual([
          'Cuba Libre',
          'Cuba Libre',
          'Havana',
        ]);
    }
    const first = await read({ currentDrink: 'Havana', 'pagination[size]': '2' });
    const next = { currentDrink: 'Havana', laterThan: first['sales'][1].id };
    expect((await read(next))['sales']).toMatchObject([{ drinks: [{ name: 'Havana' }] }]);
    expect(await read({ currentDrink: 'Mojito' })).toMatchObject({
      sales: [],
      currentDrink: { name: 'Mojito', sales: 0 },
    });
    expect((await read({}))['sales'][0].drinks[0]).not.toHaveProperty('isCurrentDrink');
  });

  test('a foreign venue is not found, and an unknown kind is refused at its field', async () => {
    const foreign = await addOwner(app, 'Foreign');
    const query = new URLSearchParams({ venueId: owner.venueId, ...day, by: 'unit' }).toString();
    const path = `/api/reports/breakdown?${query}`;
    expect((await app.send('GET', path, { token: foreign.token })).status).toBe(404);
    const wrong = await app.send('GET', path.replace('by=unit', 'by=moon'), { token: owner.token });
    expect(wrong).toMatchObject({ status: 400, body: { by: expect.any(String) } });
  });
});
