/** Failed pours of positions through HTTP. */
import { expect, test } from 'vitest';
import { seededRandom } from '../../../lib/seeded-random.ts';
import { sumSales } from '../../sums/sum-sales.ts';
import { addPerson } from '../../testing/accounts.ts';
import { add, deactivate, sell, withASellingUnit } from '../../testing/stock.ts';
import { app, owner, unit } from '../../testing/with-app.ts';

withASellingUnit();

const today = new Date().toISOString().slice(0, 10);
const dayBefore = (days: number) =>
  new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
const read = async (query: Record<string, string> = {}, token = owner.token) =>
  app.send(
    'GET',
    `/api/units/${unit.unitNumber}/positions/health?${new URLSearchParams({ from: dayBefore(2), to: today, timezone: 'UTC', ...query }).toString()}`,
    { token },
  );
const positions = async () => {
  const { status, text, body } = await read();
  expect(status, text).toBe(200);
  return body.positions;
};

interface Place {
  position: number;
  ingredientId: string;
}

/** Sells a single from a place as a line of its own for each outcome, fifty lines to a sale. */
async function pourAt(
  { position, ingredientId }: Place,
  outcomes: readonly string[],
  daysAgo = 0,
): Promise<void> {
  for (let from = 0; from < outcomes.length; from += 50) {
    const { status, text, body } = await sell({
      drinks: outcomes.slice(from, from + 50).map((outcome) => ({
        ingredients: [ingredientId],
        successQuantity: outcome === 'poured' ? 1 : 0,
        pours: [
          {
            ingredientId,
            position: String(position),
            ml: outcome === 'poured' ? 45 : 0,
            ms: 5000,
            outcome,
          },
        ],
      })),
    });
    expect(status, text).toBe(201);
    if (daysAgo > 0)
      await app.send('PUT', `/api/orders/${body.id}`, {
        token: owner.token,
        body: { date: Date.now() - daysAgo * 86_400_000 },
      });
  }
}

const repeated = (count: number, outcome: string): string[] =>
  Array.from({ length: count }, () => outcome);

test('MAP-01 a place of sixteen that is blocked at 12 % is found in three nights, no other', async () => {
  const random = seededRandom(7);
  const places: Place[] = [{ position: 1, ingredientId: unit.rum }];
  for (let position = 2; position <= 16; position += 1) {
    const added = await add({
      name: `Spirit ${position}`,
      price: 7,
      positionInUnit: [String(position)],
    });
    expect(added.status, added.text).toBe(201);
    places.push({ position, ingredientId: String(added.body._id) });
  }
  for (const daysAgo of [2, 1, 0])
    for (const place of places) {
      const rate = place.position === 7 ? 0.12 : 0.01;
      const outcomes = Array.from({ length: 50 }, () => (random() < rate ? 'blocked' : 'poured'));
      await pourAt(place, outcomes, daysAgo);
    }
  // From the sales, and from the stored sums.
  for (const isSummed of [false, true]) {
    if (isSummed) await sumSales({ db: app.db });
    const found = await positions();
    expect(found.map(({ pours }: any) => pours)).toEqual(places.map(() => 150));
    expect(
      found
        .filter(({ state }: any) => state !== 'usual')
        .map(({ position, state }: any) => [position, state]),
    ).toEqual([[7, 'failing']]);
    const [bad] = found.filter(({ position }: any) => position === 7);
    expect(bad.failed).toBe(bad.blocked);
    expect(bad.rate).toBeCloseTo(bad.failed / 150, 4);
    expect(bad.low).toBeLessThan(0.12);
    expect(bad.high).toBeGreaterThan(0.12);
  }
});

test('MAP-04 five pours of which two failed are too few to say', async () => {
  const rum = { position: 1, ingredientId: unit.rum };
  await pourAt({ position: 101, ingredientId: unit.cola }, repeated(40, 'poured'));
  await pourAt(rum, ['poured', 'empty', 'poured', 'timeout', 'poured']);
  const [place] = await positions();
  expect(place).toMatchObject({
    position: 1,
    pours: 5,
    failed: 2,
    empty: 1,
    timeout: 1,
    rate: null,
    state: 'few',
  });
});

test('MAP-06 an ingredient that is gone is told by its name', async () => {
  await pourAt({ position: 1, ingredientId: unit.rum }, repeated(3, 'poured'));
  expect((await deactivate(unit.rum)).status).toBe(200);
  const [place] = await positions();
  expect(place.ingredients).toMatchObject([{ ingredientId: unit.rum, name: 'Rum', pours: 3 }]);
});

test('pours that were cancelled by hand are no failures', async () => {
  await pourAt({ position: 1, ingredientId: unit.rum }, [
    ...repeated(20, 'poured'),
    ...repeated(5, 'cancelled'),
  ]);
  expect((await positions())[0]).toMatchObject({ pours: 25, failed: 0, rate: 0, state: 'usual' });
});

test('the health of positions is for those who look after units, for 92 days', async () => {
  expect((await read({ from: dayBefore(91) })).status).toBe(200);
  expect((await read({ from: dayBefore(92) })).status).toBe(400);
  const { token } = await addPerson(app, owner, 'accountant');
  expect((await read({}, token)).status).toBe(403);
});
