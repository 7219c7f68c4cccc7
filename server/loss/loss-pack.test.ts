/** Comps and spillage of a month through HTTP. */
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { hundredths } from '../../lib/hundredths.ts';
import { packLabels } from '../../rules/loss/loss-text.ts';
import { addPerson } from '../testing/accounts.ts';
import { change, deactivate, rumPour, sell, setCost, withASellingUnit } from '../testing/stock.ts';
import { app, owner, unit } from '../testing/with-app.ts';

withASellingUnit();

const now = new Date();
const month = now.toISOString().slice(0, 7);
const first = `${month}-01`;
const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0))
  .toISOString()
  .slice(0, 10);

const get = (path: string, query: Record<string, string>, token = owner.token) =>
  app.send(
    'GET',
    `/api/venues/${owner.venueId}/${path}?${new URLSearchParams({ timezone: 'UTC', ...query }).toString()}`,
    { token },
  );
const readPack = async (query: Record<string, string> = {}) => {
  const { status, text, body } = await get('loss-pack', { month, ...query });
  expect(status, text).toBe(200);
  return body;
};
const colaPour = (ml: number) => ({ ...rumPour(ml), ingredientId: unit.cola, position: '101' });
const sellAll = async (...drinks: object[]) => {
  const sold = await sell({ drinks });
  expect(sold.status, sold.text).toBe(201);
  return String(sold.body.id);
};
const correct = async (path: 'counts' | 'discards', key: string, ml: number) => {
  const { status, text } = await app.send('POST', `/api/units/${unit.unitNumber}/${path}`, {
    token: owner.token,
    body: { [path]: [{ key, position: 1, ingredientId: unit.rum, ml }] },
  });
  expect(status, text).toBe(200);
};

/** Sells, spills, discards and counts a little of everything; cents of single sales are no whole numbers. */
async function fillTheMonth(): Promise<void> {
  await setCost(unit.rum, { from: `${first}T00:00:00.000Z`, cost: 19.99, bottleMl: 700 });
  await correct('counts', 'opening', 700);
  const rum = { ingredients: [unit.rum] };
  for (const ml of [47, 44.9, 45.37]) await sellAll({ ...rum, pours: [rumPour(ml)] });
  await sellAll({ drinkId: unit.cubaLibre, pours: [rumPour(46.11), colaPour(44.2)] });
  await sellAll({
    ...rum,
    quantity: 2,
    successQuantity: 1,
    pours: [rumPour(45), rumPour(31, 'blocked')],
  });
  await setCost(unit.rum, { from: new Date().toISOString(), cost: 23.5, bottleMl: 750 });
  await sellAll(
    { ...rum, successQuantity: 0, pours: [rumPour(7.77, 'empty')] },
    { ...rum, pours: [rumPour(45.9)] },
  );
  await change(unit.rum, { price: 0 });
  await sellAll({ ...rum, pours: [rumPour(48)] });
  await change(unit.rum, { price: 7 });
  await correct('discards', 'cleaning', 20.5);
  await correct('counts', 'closing', 150);
  await deactivate(unit.rum);
}

const cents = (dollars: number | null): number => Math.round((dollars ?? 0) * 100);
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

test('LOSS-09 the pack of a month adds up to the loss report of that month, line by line', async () => {
  await fillTheMonth();
  const pack = await readPack({ unitId: unit.id });
  const { body: report } = await get('loss', { from: first, to: last, unitId: unit.id });
  expect([pack.from, pack.to]).toEqual([first, last]);
  const found = new Set(pack.lines.map(({ part }: any) => part));
  expect([...found]).toEqual(Object.keys(packLabels));

  const { text } = await get('loss-pack.csv', { month, unitId: unit.id });
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
  for (const one of report.ingredients)
    for (const part of ['comped', 'wasted', 'overPoured', 'discarded', 'unexplained'] as const) {
      const lines = pack.lines.filter(
        (line: any) => line.ingredientId === one.ingredientId && line.part === part,
      );
      const entries = lines.flatMap((line: any) => line.entries);
      const inFile = rows.filter(
        (row) => row['Ingredient'] === one.name && row['Part'] === packLabels[part],
      );
      const ml = hundredths(one.ml[part] ?? 0);
      const cost = cents(one.cost?.[part] ?? null);
      const sums = [
        lines.map((line: any) => [hundredths(line.ml), cents(line.cost)]),
        entries.map((entry: any) => [hundredths(entry.ml), cents(entry.cost)]),
        inFile.map((row) => [hundredths(Number(row['Millilitres'])), cents(Number(row['Cost']))]),
      ].map((pairs) => [
        sum(pairs.map(([amount]: number[]) => amount ?? 0)),
        sum(pairs.map(([, amount]: number[]) => amount ?? 0)),
      ]);
      expect([one.name, part, ...sums]).toEqual([
        one.name,
        part,
        [ml, cost],
        [ml, cost],
        [ml, cost],
      ]);
    }
  for (const one of report.ingredients) {
    const lost = pack.lines.filter(
      ({ ingredientId, part }: any) =>
        ingredientId === one.ingredientId && ['wasted', 'overPoured', 'unexplained'].includes(part),
    );
    expect(sum(lost.map((line: any) => cents(line.menuPrice)))).toBe(cents(one.lostSales));
  }
  for (const { part, ml, cost } of pack.parts.filter((each: any) => each.part !== 'removed'))
    expect([part, hundredths(ml), cents(cost)]).toEqual([
      part,
      hundredths(report.total.ml[part]),
      cents(report.total.cost[part]),
    ]);
});

test('the pack names the causes of failed pours, and the sales and movements behind each line', async () => {
  await fillTheMonth();
  const { lines } = await readPack({ unitId: unit.id });
  const ofRum = (part: string) =>
    lines.filter((line: any) => line.part === part && line.ingredientId === unit.rum);
  expect(ofRum('wasted').map(({ cause, ml, count }: any) => [cause, ml, count])).toEqual([
    ['blocked', 31, 1],
    ['empty', 7.77, 1],
  ]);
  const [free] = ofRum('comped');
  expect(free).toMatchObject({ ml: 45, cost: 1.41, count: 1 });
  const [{ orderId }] = free.entries;
  const sale = await app.send('GET', `/api/orders/${orderId}`, { token: owner.token });
  expect(sale.body.drinks[0].pours).toMatchObject([{ ml: 48 }]);
  const [cleaned] = ofRum('discarded');
  expect(cleaned).toMatchObject({ ml: 20.5, count: 1, entries: [{ position: 1, orderId: null }] });
  expect(ofRum('removed')).toMatchObject([{ ml: 150, cost: 4.7, count: 1 }]);
});

test('the pack is as the loss report for roles, and for months', async () => {
  expect((await readPack({ month: '2020-02' })).to).toBe('2020-02-29');
  expect((await readPack({ month: '2020-02' })).lines).toEqual([]);
  expect((await get('loss-pack', { month: '2026-13' })).status).toBe(400);
  for (const [role, status] of [
    ['manager', 200],
    ['accountant', 200],
    ['bartender', 403],
  ] as const) {
    const { token } = await addPerson(app, owner, role);
    for (const path of ['loss-pack', 'loss-pack.csv'])
      expect([role, path, (await get(path, { month }, token)).status]).toEqual([
        role,
        path,
        status,
      ]);
  }
});
