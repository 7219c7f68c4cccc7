import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { deductPours, drawPours, type PositionLevel, type Poured } from './pour-stock.ts';

const level = (position: number, ingredientId: string, remainingMl: number): PositionLevel => ({
  position,
  ingredientId,
  remainingMl,
});

test('deducts a pour from the position it names', () => {
  const places = [level(1, 'rum', 700), level(2, 'rum', 700), level(101, 'cola', 5000)];
  expect(deductPours(places, [{ ingredientId: 'rum', position: 2, ml: 44.36 }])).toEqual([
    level(2, 'rum', 655.64),
  ]);
});

test('deducts a pour without a position from the lowest one that is not empty', () => {
  const places = [level(12, 'rum', 700), level(3, 'rum', 20)];
  expect(deductPours(places, [{ ingredientId: 'rum', ml: 45 }])).toEqual([
    level(12, 'rum', 675),
    level(3, 'rum', 0),
  ]);
});

test("deducts a pour from its ingredient's current position when it has moved", () => {
  const places = [level(1, 'gin', 700), level(2, 'rum', 700)];
  expect(deductPours(places, [{ ingredientId: 'rum', position: 1, ml: 45 }])).toEqual([
    level(2, 'rum', 655),
  ]);
});

test('a named position that runs empty is not supplemented by others', () => {
  const places = [level(1, 'rum', 30), level(2, 'rum', 700)];
  expect(deductPours(places, [{ ingredientId: 'rum', position: 1, ml: 45 }])).toEqual([
    level(1, 'rum', 0),
  ]);
});

test('consecutive pours add up without rounding drift', () => {
  const pours = Array.from({ length: 1000 }, () => ({ ingredientId: 'rum', ml: 0.1 }));
  expect(deductPours([level(1, 'rum', 100.03)], pours)).toEqual([level(1, 'rum', 0.03)]);
});

test('an ingredient that is not loaded deducts nothing', () => {
  expect(deductPours([level(1, 'rum', 700)], [{ ingredientId: 'gin', ml: 45 }])).toEqual([]);
  expect(deductPours([level(1, 'rum', 0)], [{ ingredientId: 'rum', ml: 45 }])).toEqual([]);
  expect(deductPours([level(1, 'rum', 700)], [])).toEqual([]);
});

test('what is poured beyond the level is found at the last position it could come from', () => {
  const places = [level(1, 'rum', 30), level(2, 'rum', 10), level(3, 'gin', 5)];
  const drawn = (pours: Poured[]) =>
    drawPours(places, pours).map(({ position, deductedMl, foundMl, remainingMl }) => [
      position,
      deductedMl,
      foundMl,
      remainingMl,
    ]);
  expect(drawn([{ ingredientId: 'rum', position: 1, ml: 45.5 }])).toEqual([[1, 45.5, 15.5, 0]]);
  expect(drawn([{ ingredientId: 'rum', ml: 45.5 }])).toEqual([
    [1, 30, 0, 0],
    [2, 15.5, 5.5, 0],
  ]);
  expect(drawn([{ ingredientId: 'cola', ml: 45 }])).toEqual([]);
});

const ml = fc.integer({ min: 0, max: 200_000 }).map((hundredths) => hundredths / 100);
const ingredientId = fc.constantFrom('rum', 'gin', 'cola');
const position = fc.integer({ min: 1, max: 16 });
const unit = fc.uniqueArray(fc.record({ position, ingredientId, remainingMl: ml }), {
  selector: (place) => place.position,
});
const poured = fc.record({ ingredientId, position: fc.option(position, { nil: undefined }), ml });

const roundTo2 = (amounts: readonly number[]) =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
const after = (places: readonly PositionLevel[], pours: readonly Poured[]): PositionLevel[] => {
  const changed = new Map(deductPours(places, pours).map((place) => [place.position, place]));
  return places.map((place) => changed.get(place.position) ?? place);
};

test('no level falls below zero or rises, and nothing but the level changes', () => {
  fc.assert(
    fc.property(unit, fc.array(poured), (places, pours) => {
      for (const place of deductPours(places, pours)) {
        const before = places.find((own) => own.position === place.position);
        expect(place.remainingMl).toBeGreaterThanOrEqual(0);
        expect(place.remainingMl).toBeLessThan(before?.remainingMl ?? 0);
        expect({ ...place, remainingMl: 0 }).toEqual({ ...before, remainingMl: 0 });
      }
    }),
  );
});

test('deducts the poured amount of each ingredient, or all that is left', () => {
  const anywhere = poured.map(({ ingredientId, ml }) => ({ ingredientId, ml }));
  fc.assert(
    fc.property(unit, fc.array(anywhere), ingredientId, (places, pours, ingredient) => {
      const own = (levels: readonly PositionLevel[]) =>
        roundTo2(
          levels.flatMap((place) => (place.ingredientId === ingredient ? place.remainingMl : [])),
        );
      const requested = roundTo2(
        pours.flatMap((pour) => (pour.ingredientId === ingredient ? pour.ml : [])),
      );
      const taken = own(places) - own(after(places, pours));
      expect(taken).toBe(Math.min(requested, own(places)));
    }),
  );
});

test('no pour deducts more than it reports, whatever position it names', () => {
  fc.assert(
    fc.property(unit, poured, (places, pour) => {
      const total = (levels: readonly PositionLevel[]) =>
        roundTo2(levels.map((place) => place.remainingMl));
      const taken = total(places) - total(after(places, [pour]));
      expect(taken).toBeLessThanOrEqual(roundTo2([pour.ml]));
    }),
  );
});

test('the level is that before and what was found, less what was deducted', () => {
  fc.assert(
    fc.property(unit, fc.array(poured), (places, pours) => {
      for (const { position, remainingMl, deductedMl, foundMl } of drawPours(places, pours)) {
        const before = places.find((place) => place.position === position)?.remainingMl ?? 0;
        expect(roundTo2([remainingMl, deductedMl])).toBe(roundTo2([before, foundMl]));
        expect(foundMl).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

test('consecutive pours equal one combined pour', () => {
  fc.assert(
    fc.property(unit, fc.array(poured), fc.array(poured), (places, first, second) => {
      expect(after(after(places, first), second)).toEqual(after(places, [...first, ...second]));
    }),
  );
});
