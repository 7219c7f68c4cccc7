/** Failed pours of positions through HTTP. */
import { expect, test } from 'vitest';
import { seededRandom } from '../../../lib/seeded-random.ts';
import { sumSales } from '../../sums/sum-sales.ts';
import { addPerson } from '../../testing/accounts.ts';
import { add, deactivate, sell, withASellingUnit } from '../../testing/stock.ts';
import { app, owner, signInAgain, unit } from '../../testing/with-app.ts';

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

interface Poured {
  outcome: string;
  /** Of 45 ml. */
  ms?: number;
}

/** Sells a single from a place as a line of its own for each outcome, fifty lines to a sale. */
async function pourAt(
  { position, ingredientId }: Place,
  outcomes: readonly (string | Poured)[],
  daysAgo = 0,
): Promise<void> {
  const poured = outcomes.map((one): Poured => (typeof one === 'string' ? { outcome: one } : one));
  for (let from = 0; from < outcomes.length; from += 50) {
    const { status, text, body } = await sell({
      drinks: poured.slice(from, from + 50).map(({ outcome, ms = 5000 }) => ({
        ingredients: [ingredientId],
        successQuantity: outcome === 'poured' ? 1 : 0,
        pours: [
          {
            ingredientId,
            position: String(position),
            ml: outcome === 'poured' ? 45 : 0,
            ms,
            outcome,
          },
        ],
      })),
    });
    expect(status, text).toBe(201);
    if (daysAgo === 0) continue;
    const dated = await app.send('PUT', `/api/orders/${body.id}`, {
      token: owner.token,
      body: { date: Date.now() - daysAgo * 86_400_000 },
    });
    expect(dated.status, dated.text).toBe(200);
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
    expect(bad.nights).toHaveLength(28);
    expect(bad.nights.slice(-4).map(({ day, pours }: any) => [day, pours])).toEqual(
      [3, 2, 1, 0].map((daysAgo) => [dayBefore(daysAgo), daysAgo === 3 ? 0 : 50]),
    );
    expect(bad.nights.reduce((sum: number, night: any) => sum + night.failed, 0)).toBe(bad.failed);
    expect(bad.failed).toBe(bad.blocked);
    expect(bad.rate).toBeCloseTo(bad.failed / 150, 4);
    expect(bad.low).toBeLessThan(0.12);
    expect(bad.high).toBeGreaterThan(0.12);
  }
});

test('MAP-02 a flow that falls by 1 % a night is found before it is below 80 %', async () => {
  const [rum, cola] = [
    { position: 1, ingredientId: unit.rum },
    { position: 101, ingredientId: unit.cola },
  ];
  const random = seededRandom(11);
  const fallen = 24;
  const [first, last] = [32 + fallen, 0];
  // Constant at first; from the 24th night before today on, the rum takes 1 % longer each night.
  for (let ago = first; ago >= last; ago -= 1) {
    const share = 0.99 ** Math.max(0, fallen - ago);
    const about = () => 5000 * (0.98 + 0.04 * random());
    for (const [place, flow] of [
      [rum, share],
      [cola, 1],
    ] as const)
      await pourAt(
        place,
        Array.from({ length: 12 }, () => ({ outcome: 'poured', ms: Math.round(about() / flow) })),
        ago,
      );
  }
  const stateOn = async (ago: number) => {
    const { status, text, body } = await read({ from: dayBefore(ago + 6), to: dayBefore(ago) });
    expect(status, text).toBe(200);
    const [ofRum, ofCola] = body.positions;
    expect(ofCola.state).toBe('usual');
    return ofRum;
  };
  const states = new Map<number, any>();
  for (let ago = fallen; ago >= last; ago -= 1) states.set(fallen - ago, await stateOn(ago));
  const found = [...states].find(([, { state }]) => state === 'slowing');
  if (!found) throw new Error('The flow was not found to be slowing');
  const [nights, { flow }] = found;
  expect(0.99 ** nights).toBeGreaterThan(0.8);
  expect(flow.usual).toBeCloseTo(9, 0);
  expect(flow.mlPerSecond / flow.usual).toBeLessThan(0.85);
  expect([...states].slice(nights).every(([, { state }]) => state === 'slowing')).toBe(true);
});

test('MAP-03 a fault that stays when the bottle is moved is the position, one that moves is the bottle', async () => {
  const at = async (position: string, name: string) =>
    String((await add({ name, price: 7, positionInUnit: [position] })).body._id);
  const [gin, rye, vodka] = [await at('3', 'Gin'), await at('5', 'Rye'), await at('7', 'Vodka')];
  const fill = [...repeated(32, 'poured'), ...repeated(8, 'blocked')];
  const good = repeated(40, 'poured');
  const cola = { position: 101, ingredientId: unit.cola };
  for (const ago of [6, 5]) {
    await pourAt({ position: 3, ingredientId: gin }, fill, ago);
    await pourAt({ position: 5, ingredientId: rye }, fill, ago);
    for (let times = 0; times < 8; times += 1) await pourAt(cola, good, ago);
  }
  for (const ago of [2, 1]) {
    // The gin is good elsewhere, and vodka fails where it was; the rye fails elsewhere too.
    await pourAt({ position: 9, ingredientId: gin }, good, ago);
    await pourAt({ position: 3, ingredientId: vodka }, fill, ago);
    await pourAt({ position: 11, ingredientId: rye }, fill, ago);
    await pourAt({ position: 5, ingredientId: unit.rum }, good, ago);
    for (let times = 0; times < 8; times += 1) await pourAt(cola, good, ago);
  }
  const { body } = await read();
  expect(body.movedFaults.toSorted((a: any, b: any) => a.from - b.from)).toEqual([
    {
      ingredientId: gin,
      name: 'Gin',
      from: 3,
      to: 9,
      fault: 'position',
      text: 'The fault stayed at position 3 when Gin moved to position 9: look at the position.',
    },
    {
      ingredientId: rye,
      name: 'Rye',
      from: 5,
      to: 11,
      fault: 'bottle',
      text: 'The fault moved with Rye from position 5 to position 11: look at the bottle.',
    },
  ]);
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

async function addUnit(): Promise<{ id: string; unitNumber: number; key: string }> {
  const ask = async (url: string, body: object) => {
    const { status, text, body: made } = await app.send('POST', url, { token: owner.token, body });
    expect(status, text).toBeLessThan(300);
    return made;
  };
  const { _id, unitNumber } = await ask(`/api/units/${owner.venueId}`, {
    category: 'ROTENDER_CLASSIC',
  });
  const { key } = await ask(`/api/units/${unitNumber}/keys`, {});
  return { id: String(_id), unitNumber, key };
}

test('MAP-05 units that sell the same are compared, with the ratio of their rates and its interval', async () => {
  await signInAgain();
  const [twin, other] = [await addUnit(), await addUnit()];
  const stand = async (id: string, ingredientId: string, position: string, price: number) => {
    const body = { unitId: id, positionInUnit: [position], price };
    const url = `/api/ingredients/${ingredientId}`;
    const { status, text } = await app.send('PUT', url, { token: owner.token, body });
    expect(status, text).toBe(200);
  };
  // Names that other units of the venue do not sell.
  const at = async (position: string, name: string) =>
    String((await add({ name, price: 7, positionInUnit: [position] })).body._id);
  const [agave, gin] = [await at('1', 'Agave'), await at('5', 'Sloe gin')];
  await stand(twin.id, agave, '3', 8);
  await stand(other.id, gin, '5', 7);

  const counts = { own: { pours: 300, failed: 12 }, twin: { pours: 250, failed: 40 } };
  const linesOf = (ingredientId: string, position: string, outcomes: readonly string[]) =>
    outcomes.map((outcome) => ({
      ingredients: [ingredientId],
      successQuantity: outcome === 'poured' ? 1 : 0,
      pours: [{ ingredientId, position, ml: outcome === 'poured' ? 45 : 0, ms: 5000, outcome }],
    }));
  const sellAll = async (key: string, lines: object[]) => {
    for (let from = 0; from < lines.length; from += 50) {
      const { status, text } = await sell({ drinks: lines.slice(from, from + 50) }, {}, key);
      expect(status, text).toBe(201);
    }
  };
  const agaveOf = ({ pours, failed }: { pours: number; failed: number }) => [
    ...repeated(pours - failed, 'poured'),
    ...repeated(failed, 'blocked'),
  ];
  await sellAll(unit.key, [
    ...linesOf(agave, '1', agaveOf(counts.own)),
    ...linesOf(gin, '5', repeated(20, 'poured')),
  ]);
  await sellAll(twin.key, linesOf(agave, '3', agaveOf(counts.twin)));
  await sellAll(other.key, linesOf(gin, '5', repeated(30, 'poured')));

  const url = `/api/venues/${owner.venueId}/twins`;
  const { status, text, body } = await app.send('GET', `${url}?unitNumber=${unit.unitNumber}`, {
    token: owner.token,
  });
  expect(status, text).toBe(200);
  expect(body.twins).toHaveLength(1);
  const [found] = body.twins;
  expect(found.units.map(({ unitNumber }: any) => unitNumber)).toEqual([
    twin.unitNumber,
    unit.unitNumber,
  ]);
  // The reference: the ratio of two binomial shares, with the variance of its logarithm.
  const own = { pours: counts.own.pours + 20, failed: counts.own.failed };
  const shareOf = ({ pours, failed }: { pours: number; failed: number }) => failed / pours;
  const ratio = shareOf(counts.twin) / shareOf(own);
  const variance = [counts.twin, own].reduce(
    (sum, one) => sum + (1 - shareOf(one)) / (one.pours * shareOf(one)),
    0,
  );
  expect(found.ratio.ratio).toBeCloseTo(ratio, 3);
  expect(Math.log(found.ratio.low)).toBeCloseTo(Math.log(ratio) - 1.96 * Math.sqrt(variance), 3);
  expect(Math.log(found.ratio.high)).toBeCloseTo(Math.log(ratio) + 1.96 * Math.sqrt(variance), 3);
  expect(found.positions).toEqual([3]);
  expect(found.prices).toEqual([{ name: 'Agave', one: 8, other: 7 }]);
  expect(found.text).toBe(
    `Unit ${twin.unitNumber} fails ${ratio.toFixed(1)} times as often as Unit ${unit.unitNumber} (95%: ${found.ratio.low.toFixed(1)} to ${found.ratio.high.toFixed(1)}), mostly at position 3.`,
  );
  const { body: ofOther } = await app.send('GET', `${url}?unitNumber=${other.unitNumber}`, {
    token: owner.token,
  });
  expect(ofOther.twins).toEqual([]);
});
