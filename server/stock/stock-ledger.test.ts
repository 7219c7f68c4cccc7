import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createUnit, type TestUnit } from '../testing/app.ts';
import * as stock from '../testing/stock.ts';
import { levels, sell, switchFlag, withAStockedUnit } from '../testing/stock.ts';
import { app, owner, unit } from '../testing/with-app.ts';
import { compareLevels } from './movements.queries.ts';

withAStockedUnit();

const ownMovements = (position?: number) =>
  app.db
    .selectFrom('stock_movements')
    .selectAll()
    .where('unit_id', '=', unit.id)
    .$if(position !== undefined, (query) => query.where('position', '=', position ?? null))
    .orderBy('number')
    .orderBy('id')
    .execute();

const summaries = async (position?: number): Promise<string[]> =>
  (await ownMovements(position)).map(
    (row) => `${row.kind} ${row.position} ${row.level_before_ml} > ${row.level_after_ml}`,
  );

const compared = async (unitId = unit.id) =>
  (await compareLevels(app.db, owner.venueId)).filter((place) => place.unit_id === unitId);

const pour = (ingredientId: string, position: number, ml: number) => ({
  ingredientId,
  position: String(position),
  ml,
  ms: 1000,
  outcome: 'poured',
});

const sellPours = async (pours: object[]) => {
  const { status, text } = await sell({ drinks: [{ ingredients: [unit.rum], pours }] });
  expect(status, text).toBe(201);
};

test('records who changed a level, from which to which, with its number in the change log', async () => {
  await stock.manageInventory();
  await sellPours([pour(unit.rum, 1, 300.25)]);
  expect((await stock.restore(unit.rum)).status).toBe(200);
  const [, refilled] = await ownMovements(1);
  expect(refilled).toMatchObject({
    kind: 'refilled',
    position: 1,
    ingredient_id: unit.rum,
    ml: 300.25,
    level_before_ml: 699.75,
    level_after_ml: 1000,
    actor_id: owner.userId,
    cost_cents: null,
  });
  const { kind } = await app.db
    .selectFrom('changes')
    .select('kind')
    .where('unit_id', '=', unit.id)
    .where('number', '=', refilled?.number ?? 0)
    .executeTakeFirstOrThrow();
  expect(kind).toBe('stock');
});

test('records each command that changes levels, once per position, and none that does not', async () => {
  await stock.manageInventory();
  await sellPours([pour(unit.rum, 1, 400)]);
  await stock.change(unit.rum, { price: 8 });
  await stock.change(unit.rum, { positionInUnit: ['3'] });
  await stock.change(unit.rum, { positionInUnit: ['3', '4'] });
  await stock.add({ positionInUnit: ['4'] });
  await stock.deactivate(unit.rum);
  await stock.reactivate(unit.rum);
  await stock.change(unit.cola, { ingredientSize: 5000 });
  expect(await summaries()).toEqual([
    'loaded 1 0 > 1000',
    'loaded 101 0 > 10000',
    'moved 1 600 > 0',
    'moved 3 0 > 1000',
    'loaded 4 0 > 1000',
    'refilled 3 1000 > 1000',
    'removed 4 1000 > 0',
    'loaded 4 0 > 1000',
    'removed 3 1000 > 0',
    'loaded 3 0 > 1000',
    'adjusted 101 10000 > 5000',
  ]);
});

test('deleting a unit removes what is in it', async () => {
  await app.send('DELETE', `/api/units/${unit.unitNumber}`, { token: owner.token });
  expect((await summaries()).slice(2)).toEqual(['removed 1 1000 > 0', 'removed 101 10000 > 0']);
});

test('what was poured beyond the level is found, and the ledger adds up', async () => {
  await stock.manageInventory();
  await sellPours([pour(unit.rum, 1, 970)]);
  await sellPours([pour(unit.rum, 1, 20), pour(unit.rum, 1, 45.5)]);
  expect((await summaries(1)).slice(1)).toEqual(['found 1 30 > 65.5']);
  expect(await levels()).toMatchObject({ 1: 0 });
  await sellPours([pour(unit.rum, 1, 45)]);
  expect((await summaries(1)).slice(2)).toEqual(['found 1 0 > 45']);
  const found = (await ownMovements(1)).filter(({ kind }) => kind === 'found');
  expect(found.map(({ actor_id }) => actor_id)).toEqual([null, null]);
  expect((await compared())[0]).toMatchObject({ position: 1, level_ml: 0, ledger_ml: 0 });
});

test('a refused or repeated sale finds nothing', async () => {
  await stock.manageInventory();
  const body = { drinks: [{ ingredients: [unit.rum], pours: [pour(unit.rum, 1, 1500)] }] };
  for (const status of [201, 200, 200])
    expect((await sell(body, { 'idempotency-key': 'once' })).status).toBe(status);
  await sell({ drinks: [{ ...body.drinks[0], price: 0.01 }] });
  expect((await summaries(1)).slice(1)).toEqual(['found 1 1000 > 1500']);
});

test('reports a level that was changed without a movement, and sales of an earlier release', async () => {
  await stock.manageInventory();
  await sellPours([pour(unit.rum, 1, 100)]);
  expect((await compared()).map(({ level_ml, ledger_ml }) => [level_ml, ledger_ml])).toEqual([
    [900, 900],
    [10_000, 10_000],
  ]);
  // As a process of the release before stores it.
  await sellPours([pour(unit.rum, 1, 50)]);
  const [last] = await app.db
    .selectFrom('orders')
    .select('id')
    .where('unit_id', '=', unit.id)
    .orderBy('number', 'desc')
    .execute();
  await app.db
    .updateTable('orders')
    .set({ number: null })
    .where('id', '=', last?.id ?? '')
    .execute();
  await stock.leaveMl(101, 123);
  expect(await compared()).toMatchObject([
    { position: 1, level_ml: 850, ledger_ml: 900, sales_without_number: 1 },
    { position: 101, level_ml: 123, ledger_ml: 10_000 },
  ]);
  await app.db.deleteFrom('stock_movements').where('unit_id', '=', unit.id).execute();
  expect((await compared()).map(({ ledger_ml }) => ledger_ml)).toEqual([null, null]);
  await stock.restore(unit.rum);
  expect((await compared())[0]).toMatchObject({ level_ml: 1000, ledger_ml: 1000 });
});

/** Up to twice a bottle, so that each run meets pours beyond the level. */
const ml = fc.integer({ min: 0, max: 150_000 }).map((hundredths) => hundredths / 100);
const which = fc.nat(5);
const positionInUnit = fc
  .uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 3 })
  .map((positions) => positions.map(String));
const size = fc.constantFrom(700, 750, 1000, 11_356.23);
const kinds = {
  add: { positionInUnit, ingredientSize: size },
  move: { which, positionInUnit },
  resize: { which, ingredientSize: size },
  deactivate: { which },
  reactivate: { which },
  restore: { which },
  manage: { enabled: fc.boolean() },
  refund: {},
  correct: { ago: fc.integer({ min: 0, max: 3_600_000 }) },
  sale: {
    which,
    // A sale of before the last movement changes no level.
    ago: fc.oneof(
      { weight: 4, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 86_400_000 }) },
    ),
    by: fc.constantFrom('unit', 'unit', 'owner'),
    key: fc.constantFrom(null, null, 'a', 'b'),
    // Without pours, servings are deducted; a position may hold something else.
    pours: fc.option(
      fc.array(fc.record({ which, position: fc.integer({ min: 1, max: 5 }), ml }), {
        maxLength: 3,
      }),
    ),
    successQuantity: fc.constantFrom(0, 1, 2),
    isDouble: fc.boolean(),
    price: fc.constantFrom(null, null, null, 0.01),
  },
};
type Step = { kind?: string; [field: string]: any };
/** Refills are to be met in every run. */
const weights: Record<string, number> = { sale: 16, restore: 3 };
const step = fc.oneof(
  ...Object.entries(kinds).map(([kind, fields]) => ({
    weight: weights[kind] ?? 1,
    arbitrary: fc.record<Step>({ kind: fc.constant(kind), ...fields }),
  })),
);

interface Night {
  unit: TestUnit;
  orders: string[];
}

/** Takes one step through the API; refusals are part of a night. */
async function take({ unit: of, orders }: Night, now: Step): Promise<void> {
  if (orders.length === 0 && (now.kind === 'refund' || now.kind === 'correct')) return;
  const send = (method: string, url: string, body: object = {}, token = owner.token) =>
    app.send(method, url, { token, body });
  const { kind, which: nth, ...fields } = now;
  const ids = (await stock.listUnit(of.unitNumber)).map(({ id }) => id as string);
  const idOf = (index: number): string => ids[index % ids.length] ?? '';
  const request = () => {
    if (kind === 'manage')
      return switchFlag(
        app.db,
        { venueId: owner.venueId, unitId: of.id },
        'general--inventory-management',
        fields['enabled'],
      );
    if (kind === 'add')
      return send('POST', '/api/ingredients', {
        name: 'Gin',
        venueId: owner.venueId,
        unitId: of.id,
        ...fields,
      });
    if (kind === 'move' || kind === 'resize')
      return send('PUT', `/api/ingredients/${idOf(nth)}`, { unitId: of.id, ...fields });
    if (kind === 'restore')
      return send('POST', `/api/ingredients/${of.unitNumber}/restore/${idOf(nth)}`, {
        venueName: 'Rooftop Bar',
      });
    if (kind === 'refund') return send('GET', `/api/orders/${orders.at(-1)}/refund?drinkIndexes=0`);
    if (kind === 'correct')
      return send('PUT', `/api/orders/${orders.at(-1)}`, { date: Date.now() - fields['ago'] });
    if (kind !== 'sale')
      return send('PUT', `/api/ingredients/${idOf(nth)}/${kind}`, { unitId: of.id });
    const pours = fields['pours']?.map((each: Step) =>
      pour(idOf(each['which']), each['position'], each['ml']),
    );
    const drink = {
      ingredients: [idOf(nth)],
      quantity: 2,
      successQuantity: fields['successQuantity'],
      isDouble: fields['isDouble'],
      ...(pours && { pours }),
      ...(fields['price'] && { price: fields['price'] }),
    };
    const isManual = fields['by'] === 'owner';
    return send(
      'POST',
      '/api/orders',
      {
        ...(fields['ago'] > 0 && { date: Date.now() - fields['ago'] }),
        drinks: [drink],
        ...(fields['key'] && { id: fields['key'] }),
        ...(isManual && { unitId: of.id }),
      },
      isManual ? owner.token : of.key,
    );
  };
  const response = await request();
  if (!response) return;
  expect([200, 201, 400, 409, 422], `${kind}: ${response.text}`).toContain(response.status);
  if (response.status === 201 && kind === 'sale') orders.push(response.body.id);
}

/** Pours more than a bottle holds, so that some is found every night. */
async function pourMoreThanHeld(night: Night): Promise<void> {
  await take(night, { kind: 'manage', enabled: true });
  await take(night, { kind: 'add', positionInUnit: ['4'], ingredientSize: 700 });
  const listed = await stock.listUnit(night.unit.unitNumber);
  const nth = listed.findIndex(({ positionInUnit: [first] }) => first !== undefined);
  const position = Number(listed[nth].positionInUnit[0]);
  const pours = [{ which: nth, position, ml: 20_000 }];
  await take(night, { kind: 'sale', which: nth, ago: 0, successQuantity: 1, pours });
}

test('BASE-03 after a random night, the last movement less later pours is the level of every position', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 80, maxLength: 80 }), async (steps) => {
      const nights: Night[] = [];
      for (const _ of [1, 2]) {
        const of = await createUnit(app, owner);
        const at = { venueId: owner.venueId, unitId: of.id };
        await switchFlag(app.db, at, 'general--inventory-management');
        nights.push({ unit: of, orders: [] });
      }
      // Two requests at a time for each unit.
      const lanes = [...nights, ...nights].map(async (night, lane) => {
        for (const [index, now] of steps.entries()) if (index % 4 === lane) await take(night, now);
      });
      await Promise.all(lanes);
      for (const night of nights) await pourMoreThanHeld(night);
      const units = new Set(nights.map((night) => night.unit.id));
      const places = (await compareLevels(app.db, owner.venueId)).filter((place) =>
        units.has(place.unit_id),
      );
      for (const place of places)
        expect(place.ledger_ml ?? Number.NaN, JSON.stringify(place)).toBeCloseTo(place.level_ml, 2);
      const moved = await app.db
        .selectFrom('stock_movements')
        .select('kind')
        .distinct()
        .where('unit_id', 'in', [...units])
        .execute();
      for (const { kind } of moved) seen.add(kind);
      for (const { orders } of nights) expect(orders.length).toBeGreaterThan(0);
    }),
    { seed: 2, numRuns: 2, endOnFailure: true },
  );
  expect([...seen].sort()).toEqual(
    expect.arrayContaining(['adjusted', 'found', 'loaded', 'refilled', 'removed']),
  );
}, 60_000);
