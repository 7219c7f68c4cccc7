import { expect, test } from 'vitest';
import { ingredientProfile, type PastServings } from './ingredient-profile.ts';

/** Four equal nights with 10 servings each at 21 and 22. */
const four = [0, 1, 2, 3].map((nth) => ({ nth, weight: 1 }));
const even: PastServings = {
  weights: four,
  weighted: new Map([
    [21, 40],
    [22, 40],
  ]),
  stockouts: [],
  unitInHour: new Map([
    [21, 30],
    [22, 60],
  ]),
};

test('the profile is the weighted mean of the nights', () => {
  expect(ingredientProfile(even)).toEqual({
    inHour: new Map([
      [21, 10],
      [22, 10],
    ]),
    nights: 4,
    effectiveNights: 4,
  });
});

test('RUN-03 an hour in which the bottle was out is left out, and a shorter time made up for', () => {
  // On night 0 it was out from 21:00 to 22:30, with 5 servings in the half-hour after it.
  const past = {
    ...even,
    weighted: new Map([
      [21, 30],
      [22, 35],
    ]),
    stockouts: [
      { nth: 0, hour: 21, share: 1, servings: 0 },
      { nth: 0, hour: 22, share: 0.5, servings: 5 },
    ],
  };
  expect(ingredientProfile(past).inHour).toEqual(
    new Map([
      [21, 10],
      [22, 10],
    ]),
  );
});

test('an hour that was out on every night is expected as the unit sells in it', () => {
  const past = {
    ...even,
    weighted: new Map([[21, 40]]),
    stockouts: four.map(({ nth }) => ({ nth, hour: 22, share: 1, servings: 0 })),
  };
  expect(ingredientProfile(past).inHour).toEqual(
    new Map([
      [21, 10],
      [22, 20],
    ]),
  );
});

test('nights without it for more than half of what the unit sells do not count', () => {
  const past = {
    ...even,
    stockouts: [
      { nth: 0, hour: 22, share: 1, servings: 0 },
      { nth: 1, hour: 21, share: 1, servings: 0 },
    ],
  };
  const { nights, effectiveNights } = ingredientProfile(past);
  expect([nights, effectiveNights]).toEqual([3, 3]);
});
