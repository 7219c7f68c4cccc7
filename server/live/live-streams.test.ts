import { beforeAll, describe, expect, test } from 'vitest';
import { addPerson } from '../testing/accounts.ts';
import {
  addOwner,
  createUnit,
  startTestApp,
  type TestApp,
  type TestOwner,
} from '../testing/app.ts';
import { openStream, type ReadEvent } from '../testing/live.ts';
import { app, owner, withApp } from '../testing/with-app.ts';

describe('live streams', () => {
  let url: string;
  withApp({
    deps: {
      metricsToken: 'for the metrics',
      liveTimes: { pollMs: 50, checkMs: 100 },
    },
    owner: 'Bar',
  });
  beforeAll(async () => {
    url = await listen(app, owner);
  });

  /** Starts listening; returns the URL of the live night of the owner's venue. */
  async function listen({ app: server }: TestApp, { venueId }: TestOwner): Promise<string> {
    const base = await server.listen({ host: '127.0.0.1', port: 0 });
    return `${base}/api/venues/${venueId}/live`;
  }

  const watch = (token = owner.token) => openStream(url, token);
  const isSnapshot = ({ name }: ReadEvent) => name === 'snapshot';

  test('metrics count open streams, and not how long they were open', async () => {
    const read = async () => (await app.send('GET', '/metrics', { token: 'for the metrics' })).text;
    const answered = (text: string) =>
      /_count\{.*venueId\/live",status="200"\} \d+/.exec(text)?.[0];
    const before = answered(await read());
    const token = await app.login(owner.email);
    const stream = await watch(token);
    await stream.next(isSnapshot);
    expect(await read()).toMatch(/barback_live_streams [1-9]/);
    expect((await app.send('POST', '/api/users/logout', { token })).status).toBe(200);
    await stream.ended;
    expect(answered(await read())).toBe(before);
  });

  test('closing the app ends streams at once', async () => {
    const other = await startTestApp();
    const place = await addOwner(other, 'Corner');
    const stream = await openStream(await listen(other, place), place.token);
    await stream.next(isSnapshot);
    await Promise.all([stream.ended, other.close()]);
  });

  test('an account has at most 30 streams, also where more begin at once', async () => {
    const begun = await Promise.allSettled(Array.from({ length: 33 }, () => watch()));
    const open = begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const refused = begun.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect(open).toHaveLength(30);
    expect(refused).toEqual(Array(3).fill(expect.stringContaining('429')));
    await expect(watch()).rejects.toThrow('429');
    const colleague = await addPerson(app, owner, 'manager');
    const other = await watch(colleague.token);
    await other.next(isSnapshot);
    for (const stream of [...open, other]) stream.close();
  });
});

/** Streams of a night that changes otherwise than by what is sold. */
describe('changed night', () => {
  /** In the afternoon in New York. */
  const now = new Date(new Date().setUTCHours(20, 0, 0, 0));

  let base: string;
  withApp({
    deps: {
      liveTimes: { pollMs: 50, checkMs: 100 },
    },
    now: now,
    owner: { each: 'Bar' },
  });
  beforeAll(async () => {
    base = await app.app.listen({ host: '127.0.0.1', port: 0 });
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
});
