import { expect, test } from 'vitest';
import { usualAlertSettings } from './notified-people.ts';
import { settingsFor, settingsToStore } from './venues-of-settings.ts';

const owners = new Map([
  ['a1', 'anna'],
  ['a2', 'anna'],
  ['b1', 'ben'],
]);
const choosing = (venueIds: readonly string[] | null) => ({
  ...usualAlertSettings(false),
  venueIds,
});

test.each([
  ['all venues', null, null, null],
  ['some of one owner', ['a1'], ['a1'], null],
  ['some of each', ['a1', 'b1'], ['a1'], ['b1']],
  // Those of nobody else go on to limit: they are venues that were deleted.
  ['one that is gone', ['gone'], ['gone'], ['gone']],
])('%s hold for each owner on its own', (_, stored, forAnna, forBen) => {
  expect(settingsFor('anna', choosing(stored), owners).venueIds).toEqual(forAnna);
  expect(settingsFor('ben', choosing(stored), owners).venueIds).toEqual(forBen);
});

test.each([
  [['a2'], null, ['a2']],
  [['a2'], ['a1', 'b1'], ['a2', 'b1']],
  [null, ['a1', 'b1'], ['b1']],
  [null, ['a1'], null],
])(
  'choosing %j for one owner where %j is stored keeps the choice for others',
  (chosen, before, stored) => {
    expect(settingsToStore('anna', choosing(chosen), before, owners).venueIds).toEqual(stored);
  },
);
