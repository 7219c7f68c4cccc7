/** Sales that arrive after the stock of their unit was changed, as those of a unit that was offline. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createUnit, type TestUnit } from '../testing/app.ts';
import {
  minutesAfter,
  saturday,
  sell,
  signInAt,
  trackStock,
  withRefills,
} from '../testing/health.ts';
import { app, owner, send, unit } from '../testing/with-app.ts';

withRefills();

const eight = saturday('20:00');
const pour = (of: TestUnit, ml: number, outcome = 'poured', position = 1) => ({
  ingredientId: of.rum,
  position: String(position),
  ml,
  ms: 900,
  outcome,
});
const pours = (of: TestUnit, ml: number, outcome = 'poured', position = 1) => ({
  successQuantity: outcome === 'poured' ? 1 : 0,
  pours: [pour(of, ml, outcome, position)],
});

const placesOf = async (of: TestUnit) =>
  (
    await app.db
      .selectFrom('unit_positions as place')
      .innerJoin('ingredients as ingredient', (join) =>
        join
          .onRef('ingredient.venue_id', '=', 'place.venue_id')
          .onRef('ingredient.id', '=', 'place.ingredient_id'),
      )
      .select(['position', 'ingredient.name', 'remaining_ml', 'reported_empty_at'])
      .where('unit_id', '=', of.id)
      .orderBy('position')
      .execute()
  ).map(
    ({ position, name, remaining_ml: ml, reported_empty_at: empty }) =>
      `${position} ${name} ${ml}${empty ? ` empty at ${empty.toISOString()}` : ''}`,
  );
const rumOf = async (of = unit) => (await placesOf(of)).filter((place) => place.includes('Rum'));

const inventory = (of: TestUnit, body: object) =>
  send('PUT', `/api/ingredients/${of.rum}`, { unitId: of.id, ...body });
const refill = (of: TestUnit, key: string, more: object = {}) =>
  send('POST', `/api/units/${of.unitNumber}/refills`, {
    refills: [{ key, position: 1, ingredientId: of.rum, ...more }],
  });
const discard = (of: TestUnit, key: string, ml: number) =>
  send('POST', `/api/units/${of.unitNumber}/discards`, {
    discards: [{ key, position: 1, ingredientId: of.rum, ml }],
  });
const openNotices = async (of: TestUnit) =>
  (
    await app.db
      .selectFrom('restock_notices')
      .select('ingredient_id')
      .where('unit_id', '=', of.id)
      .where('resolved_at', 'is', null)
      .execute()
  ).map(({ ingredient_id: id }) => (id === of.rum ? 'rum' : 'other'));
const refillListOf = async (of: TestUnit) => {
  const list = await send('GET', `/api/venues/${owner.venueId}/refill-list?until=close`);
  expect(list.status, list.text).toBe(200);
  const own = list.body.units.find((one: any) => one.unitNumber === of.unitNumber);
  return (own?.places ?? []).map(({ position, reason, bring }: any) => ({
    position,
    reason,
    bring,
  }));
};

describe('a sale of before a change of the stock', () => {
  const nine = minutesAfter(eight, 60);
  const late = (more: object) => sell(unit, minutesAfter(eight, 30), more, minutesAfter(nine, 10));

  test.each<[string, () => Promise<unknown>, string[]]>([
    ['refill', () => refill(unit, 'a'), ['1 White Rum 1000']],
    ['refill to a level', () => refill(unit, 'a', { levelPercent: 40 }), ['1 White Rum 400']],
    [
      'restore',
      () =>
        send('POST', `/api/ingredients/${unit.unitNumber}/restore/${unit.rum}`, {
          venueName: 'Bar',
        }),
      ['1 White Rum 1000'],
    ],
    ['move', () => inventory(unit, { positionInUnit: ['3'] }), ['3 White Rum 1000']],
    [
      'load',
      () => inventory(unit, { positionInUnit: ['1', '2'] }),
      ['1 White Rum 1000', '2 White Rum 1000'],
    ],
    [
      'removal',
      () => send('PUT', `/api/ingredients/${unit.rum}/deactivate`, { unitId: unit.id }),
      [],
    ],
  ])('changes no level after a %s', async (_, change, after) => {
    await inventory(unit, { name: 'White Rum' });
    await sell(unit, eight, pours(unit, 300));
    app.setNow(nine);
    await change();
    await late(pours(unit, 135));
    await late(pours(unit, 0, 'empty'));
    await late({});
    expect((await placesOf(unit)).filter((place) => place.includes('Rum'))).toEqual(after);
    expect(await openNotices(unit)).toEqual([]);
  });

  test('takes from the same bottle as what was discarded after it', async () => {
    await inventory(unit, { name: 'White Rum' });
    app.setNow(nine);
    await discard(unit, 'a', 100);
    await late(pours(unit, 60));
    expect(await rumOf()).toEqual(['1 White Rum 840']);
  });

  test('with the position of a bottle that was taken out takes nothing from the others', async () => {
    await inventory(unit, { name: 'White Rum', positionInUnit: ['1', '2'] });
    app.setNow(nine);
    await inventory(unit, { positionInUnit: ['2'] });
    const before = await rumOf();
    await late(pours(unit, 60, 'poured', 1));
    expect(await rumOf()).toEqual(before);
  });

  test('without a position takes what was left of the old bottle first, each time less', async () => {
    app.setNow(minutesAfter(eight, -60));
    await inventory(unit, { name: 'White Rum', positionInUnit: ['1', '2'] });
    await sell(unit, eight, pours(unit, 900));
    app.setNow(nine);
    await refill(unit, 'a');
    // 100 ml were left: two servings and a part of the third.
    for (const _ of [1, 2, 3]) await late({});
    expect(await rumOf()).toEqual(['1 White Rum 1000', '2 White Rum 965']);
  });
});

// Events of a night, in the order of time and as they arrive.

const minute = fc.integer({ min: 1, max: 120 });
const event = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('sale' as const),
      minute,
      /** Minutes until it arrives. */
      delay: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 120 })),
      position: fc.integer({ min: 1, max: 3 }),
      ml: fc.integer({ min: 0, max: 700 }),
      outcome: fc.constantFrom('poured', 'poured', 'poured', 'empty', 'partial'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('refill' as const),
      minute,
      /** Of a phone without a network. */
      delay: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20 })),
      levelPercent: fc.constantFrom(100, 100, 60),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('discard' as const),
      minute,
      ml: fc.integer({ min: 1, max: 300 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      minute,
      to: fc.constantFrom(['1'], ['2'], ['1', '3'], ['1', '2', '3']),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), minute }) },
);
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never;

const timeOf = ({ minute: at }: Event): Date => minutesAfter(eight, at);
const arrivalOf = (one: Event): number => one.minute + ('delay' in one ? one.delay : 0);

async function take(of: TestUnit, one: Event, key: string, arrival: Date): Promise<void> {
  app.setNow(arrival);
  if (one.kind === 'sale') {
    await sell(of, timeOf(one), pours(of, one.ml, one.outcome, one.position), arrival);
    return;
  }
  const { kind } = one;
  const done =
    kind === 'refill'
      ? await refill(of, key, { levelPercent: one.levelPercent, at: timeOf(one).getTime() })
      : kind === 'discard'
        ? await discard(of, key, one.ml)
        : kind === 'move'
          ? await inventory(of, { positionInUnit: one.to })
          : await inventory(of, { positionInUnit: ['2'] });
  expect(done.status, done.text).toBe(200);
}

test('levels, notices and the refill list are those of the same events in order of time', async () => {
  await signInAt(eight);
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(event, { minLength: 4, maxLength: 14, selector: ({ minute: at }) => at }),
      async (events) => {
        const results = [];
        const inTime = [...events].sort((one, other) => one.minute - other.minute);
        const asSent = [...events].sort((one, other) => arrivalOf(one) - arrivalOf(other));
        for (const [order, isLate] of [
          [inTime, false],
          [asSent, true],
        ] as const) {
          app.setNow(minutesAfter(eight, -60));
          const of = await createUnit(app, owner);
          await trackStock(of);
          await inventory(of, { threshold: 30 });
          for (const [nth, one] of order.entries()) {
            const arrival = isLate ? minutesAfter(eight, arrivalOf(one)) : timeOf(one);
            await take(of, one, `${nth}`, arrival);
          }
          app.setNow(minutesAfter(eight, 300));
          results.push({
            places: await placesOf(of),
            notices: await openNotices(of),
            refills: await refillListOf(of),
          });
        }
        expect(results[1]).toEqual(results[0]);
      },
    ),
    { numRuns: 12, seed: 7, endOnFailure: true },
  );
}, 120_000);
