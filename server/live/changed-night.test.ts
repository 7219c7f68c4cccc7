/** Streams of a night that changes otherwise than by what is sold. */
import type { AddressInfo } from 'node:net';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { app, withApp } from '../testing/with-app.ts';
import { addOwner, createUnit, type TestOwner } from '../testing/app.ts';
import { openStream, type ReadEvent } from '../testing/live.ts';

/** In the afternoon in New York. */
const now = new Date(new Date().setUTCHours(20, 0, 0, 0));

let base: string;
let owner: TestOwner;
withApp({
  deps: {
    liveTimes: { pollMs: 50, checkMs: 100 },
  },
  now: now,
});
beforeAll(async () => {
  await app.app.listen({ port: 0 });
  base = `http://localhost:${(app.app.server.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  owner = await addOwner(app, `Bar ${Math.random().toString(36).slice(2)}`);
});

const path = () => `/api/venues/${owner.venueId}/live`;
const watch = (options: Parameters<typeof openStream>[2] = {}) =>
  openStream(base + path(), owner.token, options);
const put = async (url: string, body: object) => {
  const saved = await app.send('PUT', url, { token: owner.token, body });
  expect(saved.status, saved.text).toBe(200);
};
const isSnapshot = ({ name }: ReadEvent) => name === 'snapshot';

test('a change of the clock or of the end of the night is followed, and streams begin anew', async () => {
  const night = async () => (await app.send('GET', path(), { token: owner.token })).body.night;
  const venue = `/api/venues/${owner.venueId}`;
  const ofUtc = await night();
  await put(`${venue}/clock`, { timezone: 'America/New_York', startsAt: '05:00' });
  const stream = await watch();
  const { data: first } = await stream.next(isSnapshot);
  expect(first.night.day).toBe(ofUtc.day);
  expect(first.night.start > ofUtc.start).toBe(true);
  expect(await night()).toEqual(first.night);

  const endsAt = new Date(now.getTime() - 3_600_000).toISOString();
  await put(`${venue}/nights/${ofUtc.day}`, { endsAt });
  expect((await night()).start).toBe(endsAt);
  const { data: next } = await stream.next(isSnapshot);
  expect(next.night.start).toBe(endsAt);
  expect(next.night.day > ofUtc.day).toBe(true);
  stream.close();
});

test('a sale that is corrected to another night is shown no more: streams begin anew', async () => {
  const unit = await createUnit(app, owner);
  const sell = async (): Promise<string> => {
    const body = { drinks: [{ drinkId: unit.cubaLibre }] };
    return (await app.send('POST', '/api/orders', { token: unit.key, body })).body.id;
  };
  const [stays, moves] = [await sell(), await sell()];
  const stream = await watch();
  const first = await stream.next(isSnapshot);
  expect(first.data.sales).toHaveLength(2);
  await put(`/api/orders/${moves}`, { date: new Date(now.getTime() - 2 * 86_400_000) });
  const { data } = await stream.next(isSnapshot);
  expect(data).toMatchObject({ figures: { orders: 1, gross: 9 }, sales: [{ id: stays }] });
  stream.close();

  const resumed = await watch({ after: first.id });
  const { name, data: missed } = await resumed.next(() => true);
  expect([name, missed.sales?.length]).toEqual(['snapshot', 1]);
  resumed.close();
});
