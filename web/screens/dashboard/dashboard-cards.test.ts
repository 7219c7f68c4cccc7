import { expect, test } from 'vitest';
import type { Notice, Overview } from '../../api/venues.ts';
import { deliveryText, noticeText } from './notices-card.tsx';
import { ordersBeside, volumeBeside } from './today-card.tsx';

const saturday = '2026-11-21';

const overview = (
  today: [number, number],
  before: [number, number],
  day = saturday,
  sameUnits: Overview['sameUnits'] = { orders: today[0], grossVolume: today[1], leftOut: [] },
): Overview => ({
  day,
  night: null,
  sales: 0,
  orders: today[0],
  grossVolume: today[1],
  servings: 0,
  refunds: 0,
  weekBefore: { orders: before[0], grossVolume: before[1] },
  sameUnits,
  units: [],
  attention: [],
  nearlyFull: [],
  firstSteps: [],
});

test.each([
  [overview([25, 400.1], [13, 380.3]), '12 more than last Saturday by now'],
  [overview([9, 100], [13, 380.3]), '4 fewer than last Saturday by now'],
  [overview([13, 100], [13, 380.3]), 'As many as last Saturday by now'],
  [overview([13, 100], [0, 0]), 'No sales last Saturday by now'],
  [overview([2013, 1], [1, 1], '2026-11-22'), '2,012 more than last Sunday by now'],
])('compares orders %#: %s', (figures, words) => {
  expect(ordersBeside(figures)).toBe(words);
});

test.each([
  // In floating point this is 19.799999999999955.
  [overview([25, 400.1], [13, 380.3]), '$19.80 more than last Saturday by now'],
  [overview([9, 196.52], [13, 1216.04]), '$1,019.52 less than last Saturday by now'],
  [overview([9, 10.1], [13, 10.1]), 'As much as last Saturday by now'],
  [overview([9, 10], [0, 0]), 'No sales last Saturday by now'],
  [overview([0, 0], [3, 31.5]), 'Nothing sold today yet; it was $31.50 last Saturday by now'],
  [overview([0, 0], [0, 0]), 'Nothing sold today yet'],
])('compares volume %#: %s', (figures, words) => {
  expect(volumeBeside(figures)).toBe(words);
});

test('compares the units that were in contact, and names those that were not', () => {
  const leftOut = [{ unitNumber: 1042, unitName: null }];
  const silent = overview([25, 400], [13, 120], saturday, { orders: 5, grossVolume: 100, leftOut });
  expect(volumeBeside(silent)).toBe('$20.00 less than last Saturday by now, without unit 1042');
  expect(ordersBeside(silent)).toBe('8 fewer than last Saturday by now, without unit 1042');
  const two = [...leftOut, { unitNumber: 1043, unitName: 'Terrace' }];
  const all = overview([25, 400], [0, 0], saturday, { orders: 0, grossVolume: 0, leftOut: two });
  expect(volumeBeside(all)).toBe('No unit was in contact all the time');
});

const notice = (percent: number, ...states: [string, string][]) =>
  ({
    ingredientName: 'Campari',
    percent,
    messages: states.map(([recipient, state]) =>
      ['unconfirmed', 'declined', 'limit', 'repeated'].includes(state)
        ? { recipient, state: 'failed', heldBecause: state }
        : { recipient, state, heldBecause: null },
    ),
  }) as unknown as Notice;

test('shows the ingredient and its level', () => {
  expect(noticeText(notice(18))).toBe('Campari was at 18%');
  expect(noticeText(notice(0))).toBe('Campari was out');
});

test('shows who was not written to, and the reason', () => {
  expect(
    deliveryText(
      notice(1, ['a@b.c', 'sent'], ['+1', 'unconfirmed'], ['+2', 'declined'], ['+3', 'limit']),
    ),
  ).toBe('Sent to a@b.c. Not confirmed yet by +1. Declined by +2. Limit of the day reached for +3');
  expect(deliveryText(notice(1, ['+1', 'repeated']))).toBe('Not repeated within an hour for +1');
});

test('shows recipients and failed recipients', () => {
  expect(deliveryText(notice(1))).toBe('No message was sent');
  expect(deliveryText(notice(1, ['a@b.c', 'sent'], ['+1', 'sent']))).toBe('Sent to a@b.c and +1');
  expect(
    deliveryText(
      notice(1, ['a@b.c', 'waiting'], ['+1', 'failed'], ['+2', 'uncertain'], ['+3', 'sent']),
    ),
  ).toBe('Sent to +3. On its way to a@b.c. Could not be sent to +1. May not have reached +2');
});
