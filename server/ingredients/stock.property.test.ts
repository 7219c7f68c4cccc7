/**
 * Property test: under any operations on a unit, also concurrent ones, no position is assigned twice and no level
 * exceeds its bottle.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { positionsFor } from '../../rules/stock/positions.ts';
import { createUnit, type TestUnit } from '../testing/app.ts';
import * as stock from '../testing/stock.ts';
import { switchFlag, withAStockedUnit } from '../testing/stock.ts';
import { app, owner, send } from '../testing/with-app.ts';

withAStockedUnit();

const position = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 5 }) },
  { weight: 2, arbitrary: fc.integer({ min: 101, max: 102 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 16, 17, 100, 105, 999) },
);
const positionInUnit = fc.array(position.map(String), { maxLength: 5 });
const source = fc.constantFrom('carousel', 'soda gun');
const sizes = fc.constantFrom(750, 1000, 11_356.23);
const place = { positionInUnit, ingredientSize: sizes };
const which = fc.nat();

const step = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), source, ...place }),
  fc.record(
    { kind: fc.constant('change' as const), which, source, ...place, overrides: fc.constant({}) },
    { requiredKeys: ['kind', 'which'] },
  ),
  fc.record({ kind: fc.constant('deactivate' as const), which }),
  fc.record({ kind: fc.constant('reactivate' as const), which }),
  fc.record({ kind: fc.constant('restore' as const), which }),
  fc.record({
    kind: fc.constant('pour' as const),
    which,
    key: fc.constantFrom('a', 'b', 'c', 'd'),
    ml: fc.integer({ min: 0, max: 200_000 }).map((hundredths) => hundredths / 100),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Pour = { kind: 'pour'; which: number; key: string; ml: number };

/** Applies one step to the unit of the run; picks its targets from the unit's current ingredients. */
async function take(unit: TestUnit, ids: string[], now: Step | Pour) {
  if (now.kind === 'add') {
    const { kind: _, ...draft } = now;
    const named = { name: 'Gin', venueId: owner.venueId, unitId: unit.id };
    return send('POST', '/api/ingredients', { ...named, ...draft });
  }
  const id = ids[now.which % ids.length] ?? '';
  if (now.kind === 'deactivate' || now.kind === 'reactivate') {
    return send('PUT', `/api/ingredients/${id}/${now.kind}`, { unitId: unit.id });
  }
  if (now.kind === 'restore') {
    return send('POST', `/api/ingredients/${unit.unitNumber}/restore/${id}`, { venueName: 'Bar' });
  }
  if (now.kind === 'change') {
    const { kind: _, which: __, ...changes } = now;
    return send('PUT', `/api/ingredients/${id}`, { unitId: unit.id, ...changes });
  }
  const pours = [{ ingredientId: id, position: '1', ml: now.ml, ms: 5000, outcome: 'poured' }];
  return app.send('POST', '/api/orders', {
    token: unit.key,
    headers: { 'idempotency-key': now.key },
    body: { drinks: [{ ingredients: [id], pours }] },
  });
}

async function newRun() {
  const unit = await createUnit(app, owner);
  const at = { venueId: owner.venueId, unitId: unit.id };
  await switchFlag(app.db, at, 'general--inventory-management');
  return unit;
}

async function expectSound(unitNumber: number): Promise<void> {
  const rows = await stock.listUnit(unitNumber);
  const taken = rows.flatMap((row) => row.positionInUnit as string[]);
  expect(new Set(taken).size, 'a position is claimed twice').toBe(taken.length);
  for (const row of rows) {
    expect(positionsFor('ROTENDER_CLASSIC', row.source)).toEqual(
      expect.arrayContaining(row.positionInUnit),
    );
    expect(row.activeInUnit).toBe(row.positionInUnit.length > 0);
    const numbers = row.positionInUnit.map(Number);
    expect(numbers).toEqual([...numbers].sort((a: number, b: number) => a - b));
    for (const { sizeMl, remainingMl } of row.places) {
      expect(remainingMl).toBeGreaterThanOrEqual(0);
      expect(remainingMl).toBeLessThanOrEqual(sizeMl);
    }
  }
}

test('positions and levels stay valid under sequential steps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const unit = await newRun();
      for (const now of steps) {
        const ids = (await stock.listUnit(unit.unitNumber)).map(({ id }) => id);
        const { status, text } = await take(unit, ids, now);
        expect([200, 201, 400, 409, 422], text).toContain(status);
        await expectSound(unit.unitNumber);
      }
    }),
    { numRuns: 10 },
  );
}, 60_000);

test('positions and levels stay valid under concurrent steps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      const unit = await newRun();
      const responses = await Promise.all(
        steps.map((now) => take(unit, [unit.rum, unit.cola], now)),
      );
      for (const { status, text } of responses) {
        expect([200, 201, 400, 409, 422], text).toContain(status);
      }
      await expectSound(unit.unitNumber);
    }),
    { numRuns: 8 },
  );
}, 60_000);

test('an order deducts its pours once, however often it is sent', async () => {
  const pour = fc.record({
    ml: fc.integer({ min: 1, max: 30_000 }).map((hundredths) => hundredths / 100),
    times: fc.integer({ min: 1, max: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(pour, { minLength: 1, maxLength: 5 }), async (pours) => {
      const unit = await newRun();
      const sends = pours.flatMap(({ ml, times }, index) =>
        Array.from({ length: times }, () => {
          const now = { kind: 'pour' as const, which: 0, key: `order ${index}`, ml };
          return take(unit, [unit.rum], now);
        }),
      );
      const responses = await Promise.all(sends);
      expect(responses.filter(({ status }) => status === 201)).toHaveLength(pours.length);
      const poured = pours.reduce((sum, { ml }) => sum + Math.round(ml * 100), 0);
      const [rum] = await stock.listUnit(unit.unitNumber);
      expect(Math.round(rum.capacityRemaining * 100)).toBe(Math.max(0, 100_000 - poured));
      const { body } = await app.send('POST', `/api/venues/${owner.venueId}/ingredient-sales`, {
        token: owner.token,
        body: { ingredients: [unit.rum] },
      });
      expect(body).toEqual([{ ingredientId: unit.rum, quantity: pours.length }]);
    }),
    { numRuns: 8 },
  );
}, 60_000);
