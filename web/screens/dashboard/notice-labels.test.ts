import { expect, test } from 'vitest';
import type { Notice } from '../../api/venues.ts';
import { deliveryText, noticeText } from './notices-card.tsx';

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
