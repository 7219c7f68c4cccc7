import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { app, owner, withApp } from '../testing/with-app.ts';
import { addOwner, startTestApp, type TestApp, type TestOwner } from '../testing/app.ts';
import { openStream, type ReadEvent } from '../testing/live.ts';
import { addPerson } from '../testing/accounts.ts';

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
  await server.listen({ port: 0 });
  const { port } = server.server.address() as AddressInfo;
  return `http://localhost:${port}/api/venues/${venueId}/live`;
}

const watch = (token = owner.token) => openStream(url, token);
const isSnapshot = ({ name }: ReadEvent) => name === 'snapshot';

test('metrics count open streams, and not how long they were open', async () => {
  const read = async () => (await app.send('GET', '/metrics', { token: 'for the metrics' })).text;
  const answered = (text: string) => /_count\{.*venueId\/live",status="200"\} \d+/.exec(text)?.[0];
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
