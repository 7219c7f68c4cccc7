import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { deductPours, type PlaceLevel, type Poured } from './pour-stock.ts';

const level = (position: number, ingredientId: string, remainingMl: number): PlaceLevel => ({
  position,
  ingredientId,
  remainingMl,
});

test('a pour comes out of the place it names', () => {
  const places = [level(1, 'rum', 700), level(2, 'rum', 700), level(101, 'cola', 5000)];
  expect(deductPours(places, [{ ingredientId: 'rum', position: 2, ml: 44.36 }])).toEqual([
    level(2, 'rum', 655.64),
  ]);
});

test('a pour that names no place comes out of the lowest number that still has some', () => {
  const places = [level(12, 'rum', 700), level(3, 'rum', 20)];
  expect(deductPours(places, [{ ingredientId: 'rum', ml: 45 }])).toEqual([
    level(12, 'rum', 675),
    level(3, 'rum', 0),
  ]);
});

test('a pour that names a place where its ingredient no longer stands comes out of where it does', () => {
  const places = [level(1, 'gin', 700), level(2, 'rum', 700)];
  expect(deductPours(places, [{ ingredientId: 'rum', position: 1, ml: 45 }])).toEqual([
    level(2, 'rum', 655),
  ]);
});

test('a place that is named gives what it has and no other makes up for it', () => {
  const places = [level(1, 'rum', 30), level(2, 'rum', 700)];
  expect(deductPours(places, [{ ingredientId: 'rum', position: 1, ml: 45 }])).toEqual([
    level(1, 'rum', 0),
  ]);
});

test('pours follow one another, and hundredths of a millilitre never drift', () => {
  const pours = Array.from({ length: 1000 }, () => ({ ingredientId: 'rum', ml: 0.1 }));
  expect(deductPours([level(1, 'rum', 100.03)], pours)).toEqual([level(1, 'rum', 0.03)]);
});

test('what is not loaded anywhere drains nothing', () => {
  expect(deductPours([level(1, 'rum', 700)], [{ ingredientId: 'gin', ml: 45 }])).toEqual([]);
  expect(deductPours([level(1, 'rum', 0)], [{ ingredientId: 'rum', ml: 45 }])).toEqual([]);
  expect(deductPours([level(1, 'rum', 700)], [])).toEqual([]);
});

const ml = fc.integer({ min: 0, max: 200_000 }).map((hundredths) => hundredths / 100);
const ingredientId = fc.constantFrom('rum', 'gin', 'cola');
const position = fc.integer({ min: 1, max: 16 });
const unit = fc.uniqueArray(fc.record({ position, ingredientId, remainingMl: ml }), {
  selector: (place) => place.position,
});
const poured = fc.record({ ingredientId, position: fc.option(position, { nil: undefined }), ml });

const hundredthsOf = (amounts: readonly number[]) =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
const after = (places: readonly PlaceLevel[], pours: readonly Poured[]): PlaceLevel[] => {
  const changed = new Map(deductPours(places, pours).map((place) => [place.position, place]));
  return places.map((place) => changed.get(place.position) ?? place);
};

test('no level falls below nothing or rises, and nothing but the level changes', () => {
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

test('of each ingredient as much is taken as was poured, or all there is', () => {
  const anywhere = poured.map(({ ingredientId, ml }) => ({ ingredientId, ml }));
  fc.assert(
    fc.property(unit, fc.array(anywhere), ingredientId, (places, pours, ingredient) => {
      const own = (levels: readonly PlaceLevel[]) =>
        hundredthsOf(
          levels.flatMap((place) => (place.ingredientId === ingredient ? place.remainingMl : [])),
        );
      const requested = hundredthsOf(
        pours.flatMap((pour) => (pour.ingredientId === ingredient ? pour.ml : [])),
      );
      const taken = own(places) - own(after(places, pours));
      expect(taken).toBe(Math.min(requested, own(places)));
    }),
  );
});

test('no pour takes more than it says, whatever place it names', () => {
  fc.assert(
    fc.property(unit, poured, (places, pour) => {
      const total = (levels: readonly PlaceLevel[]) =>
        hundredthsOf(levels.map((place) => place.remainingMl));
      const taken = total(places) - total(after(places, [pour]));
      expect(taken).toBeLessThanOrEqual(hundredthsOf([pour.ml]));
    }),
  );
});

test('one pour after the other is the same as both together', () => {
  fc.assert(
    fc.property(unit, fc.array(poured), fc.array(poured), (places, first, second) => {
      expect(after(after(places, first), second)).toEqual(after(places, [...first, ...second]));
    }),
  );
});
