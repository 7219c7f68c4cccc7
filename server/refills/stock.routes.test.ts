import { expect, test } from 'vitest';
import { addPerson } from '../testing/accounts.ts';
import * as stock from '../testing/stock.ts';
import { sell, withAStockedUnit } from '../testing/stock.ts';
import { app, owner, unit } from '../testing/with-app.ts';

withAStockedUnit();

const movements = async (query = '', token = owner.token) => {
  const { status, body, text } = await app.send(
    'GET',
    `/api/units/${unit.unitNumber}/movements${query}`,
    { token },
  );
  expect(status, text).toBe(200);
  return body;
};

const pour = (ml: number) => ({
  ingredientId: unit.rum,
  position: '1',
  ml,
  ms: 1000,
  outcome: 'poured',
});

/** Loaded by the creation of the unit; poured beyond the level, and refilled. */
async function refillAfterTooMuch(): Promise<void> {
  await stock.manageInventory();
  const { status, text } = await sell({
    drinks: [{ ingredients: [unit.rum], pours: [pour(1_010.5)] }],
  });
  expect(status, text).toBe(201);
  expect((await stock.restore(unit.rum)).status).toBe(200);
}

test('lists when, what, from which level to which and who, newest first', async () => {
  await refillAfterTooMuch();
  const {
    movements: listed,
    isLast,
    timezone,
  } = await movements('?position=1&timezone=Asia/Tokyo');
  expect([isLast, timezone]).toEqual([true, 'Asia/Tokyo']);
  expect(listed).toMatchObject([
    {
      kind: 'refilled',
      text: 'Refilled',
      position: '1',
      ingredient: 'Rum',
      levelBefore: 0,
      levelAfter: 1000,
    },
    { kind: 'found', text: 'Found: more was poured than recorded', by: null },
    { kind: expect.stringMatching(/loaded|adjusted/), levelAfter: 1000 },
  ]);
  expect(listed[0]).toMatchObject({
    ingredientId: unit.rum,
    by: 'Rooftop',
    at: expect.stringMatching(/Z$/),
  });
});

test('an ingredient or a position is listed alone, and pages follow each other without gaps', async () => {
  await refillAfterTooMuch();
  const all = (await movements()).movements;
  expect(new Set(all.map((row: any) => row.position)).size).toBeGreaterThan(1);
  const ofRum = all.filter((row: any) => row.ingredientId === unit.rum);
  expect((await movements(`?ingredientId=${unit.rum}`)).movements).toEqual(ofRum);
  const paged = [];
  for (let before = '', isLast = false; !isLast;) {
    const page = await movements(`?pagination[size]=1${before}`);
    paged.push(...page.movements);
    ({ isLast } = page);
    before = `&before=${paged.at(-1).id}`;
  }
  expect(paged).toEqual(all);
});

test('a bartender and an accountant read them, and they hold no amounts', async () => {
  await refillAfterTooMuch();
  for (const role of ['bartender', 'accountant'] as const) {
    const { token } = await addPerson(app, owner, role);
    expect(JSON.stringify(await movements('', token))).not.toMatch(/cost|price|cents/i);
  }
});

test('a movement of another unit is no place in the list', async () => {
  const path = `/api/units/${unit.unitNumber}/movements`;
  const send = (query: string) => app.send('GET', `${path}${query}`, { token: owner.token });
  const { status, text } = await send(`?before=${unit.id}`);
  expect([status, text]).toEqual([400, expect.stringContaining('No such movement of this unit')]);
  expect((await send('?position=0')).status).toBe(400);
  expect((await send('?ingredientId=none')).body.movements).toEqual([]);
});
