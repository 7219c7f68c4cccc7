import { expect, test } from 'vitest';
import { EventStream, eventText } from './event-stream.ts';

const textOf = (nth: number) => eventText({ name: 'sale', id: String(nth), data: '{}' });

function readAll({ body }: EventStream): string {
  let read = '';
  for (let part = body.read(); part !== null; part = body.read()) read += part;
  return read;
}

test('a slow reader gets the present state in place of more events than its queue holds', () => {
  let state = 0;
  const stream = new EventStream({ mostQueued: 500, restart: () => `state ${state}` });
  for (let nth = 1; nth <= 501; nth += 1) stream.send(textOf(nth), 1);
  state = 501;
  expect(String(stream.body.read())).toBe('state 501');
  stream.send(textOf(502), 1);
  expect(String(stream.body.read())).toBe(textOf(502));
});

test('events wait for a reader in their order', () => {
  const stream = new EventStream({ mostQueued: 500, restart: () => '' });
  for (let nth = 1; nth <= 500; nth += 1) stream.send(textOf(nth), 1);
  const all = Array.from({ length: 500 }, (_, nth) => textOf(nth + 1)).join('');
  expect(readAll(stream)).toBe(all);
});

test('a stream that has ended takes no more', async () => {
  const stream = new EventStream({ mostQueued: 500, restart: () => '' });
  stream.body.resume();
  stream.end();
  stream.send(textOf(1), 1);
  stream.keepAlive();
  stream.end();
  await new Promise((resolve) => stream.body.once('end', resolve));
});

test('what was missed comes before what happened while it was read', () => {
  const stream = new EventStream({ mostQueued: 500, restart: () => '' });
  stream.send(textOf(2), 1);
  stream.sendFirst(textOf(1), 1);
  expect(readAll(stream)).toBe(textOf(1) + textOf(2));
});
