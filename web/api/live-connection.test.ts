import { expect, test } from 'vitest';
import { afterEvent, eventReader, type LiveNight } from './live-connection.ts';

const sale = (id: string, soldAt: string, refunded = 0) => ({
  id,
  unitNumber: 1001,
  soldAt,
  drinks: [],
  charged: 9,
  refunded,
});
const point = (minute: number, taken: number) => ({ minute, taken, drinks: taken / 9 });

/** Only the parts that events change here. */
const night = {
  night: { day: '2026-11-21' },
  figures: { gross: 9 },
  sales: [sale('a', '2026-11-22T01:00:00.000Z')],
  curve: [point(0, 0), point(60, 9)],
} as unknown as LiveNight;

const event = (name: string, data: object) => ({ name, id: '', data: JSON.stringify(data) });

test('events that arrive in pieces are read as whole ones, and comments are left out', () => {
  const read = eventReader();
  const text =
    ':\n\nevent: sale\nid: 2026-11-21;1001.5\ndata: {"a": 1}\n\nevent: night\nid: x\ndata: {}\n\n';
  const events = text.split('').flatMap((letter) => read(letter));
  expect(events).toEqual([
    { name: 'sale', id: '2026-11-21;1001.5', data: '{"a": 1}' },
    { name: 'night', id: 'x', data: '{}' },
  ]);
});

test('an event changes what it has, and nothing else', () => {
  const data = {
    unitNumber: 1001,
    number: 7,
    sale: sale('b', '2026-11-22T01:05:00.000Z'),
    figures: { gross: 18 },
    curve: [point(60, 9), point(65, 18)],
  };
  const after = afterEvent(night, event('sale', data));
  expect(after).toMatchObject({
    night: { day: '2026-11-21' },
    figures: { gross: 18 },
    curve: [point(0, 0), point(60, 9), point(65, 18)],
  });
  expect(after?.sales.map(({ id }) => id)).toEqual(['b', 'a']);
});

test('NIGHT-01 a sale that is sent twice, or refunded, is in the list once', () => {
  const again = event('refund', { sale: sale('a', '2026-11-22T01:00:00.000Z', 9) });
  const after = afterEvent(afterEvent(night, again), again);
  expect(after?.sales).toEqual([sale('a', '2026-11-22T01:00:00.000Z', 9)]);
});

test('NIGHT-07 a snapshot begins anew', () => {
  const next = { ...night, night: { day: '2026-11-22' }, sales: [] };
  expect(afterEvent(night, event('snapshot', next))).toEqual(next);
  expect(afterEvent(null, event('sale', { figures: { gross: 1 } }))).toBeNull();
});
