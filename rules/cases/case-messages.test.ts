import { expect, test } from 'vitest';
import { causeText, drinksText, failedText, timesText } from './case-messages.ts';

test('a cause names its position and its ingredient, where a pour shows them', () => {
  const at = { position: 3, ingredient: 'Campari' };
  expect(causeText({ cause: 'blocked', ...at })).toBe('Position 3, Campari, blocked');
  expect(causeText({ cause: 'power', position: null, ingredient: null })).toBe('No pours reported');
});

test('glasses that were not poured are counted among those of the line', () => {
  expect(failedText({ failedGlasses: 1, quantity: 1 })).toBe('Not poured');
  expect(failedText({ failedGlasses: 2, quantity: 3 })).toBe('2 of 3 not poured');
});

test('drinks are counted', () => {
  expect([drinksText(1), drinksText(9)]).toEqual(['1 drink', '9 drinks']);
});

test.each([
  ['9:40 to 10:05 PM', '2026-06-13T01:40:00Z', '2026-06-13T02:05:59Z'],
  ['11:40 PM to 12:20 AM', '2026-06-13T03:40:00Z', '2026-06-13T04:20:00Z'],
  ['9:40 PM', '2026-06-13T01:40:00Z', '2026-06-13T01:40:30Z'],
])('a span of time is %s', (text, from, to) => {
  const zone = 'America/New_York';
  const ofDay = (now: string) => timesText(Date.parse(from), Date.parse(to), zone, Date.parse(now));
  expect(ofDay('2026-06-13T02:30:00Z')).toBe(text);
  expect(ofDay('2026-06-20T02:30:00Z')).toBe(`Jun 12, ${text}`);
});
