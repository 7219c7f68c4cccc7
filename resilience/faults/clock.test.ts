/** Server clock that is wrong by more than a year, or by a day, and then correct again. */
import { beforeAll, expect, test } from 'vitest';
import { dependsOnAccount } from '../../server/shared/require.ts';
import {
  queuedJobs,
  queueSchedules,
  runJobs,
  testOutbox,
} from '../../server/testing/services/messages.ts';
import { type Place, settle } from '../../server/testing/places.ts';
import { addSuperAdmin } from '../../server/testing/app.ts';
import { shoot, type Shot, shotsAt } from '../authorization/rounds.ts';
import { app, withApp } from '../../server/testing/with-app.ts';

const dayMs = 24 * 3_600_000;
const right = new Date('2026-05-05T12:00:00Z');

let place: Place;
let admin: string;
withApp({ now: right });
beforeAll(async () => {
  place = await settle(app, 'Mine');
  admin = await addSuperAdmin(app);
});

/** Endpoints that would remove data other requests need are left out; the rest is requested unchanged. */
const spared = new Set([
  'deleteUnit',
  'deleteDrink',
  'revokeUnitKey',
  'revokeWall',
  'logout',
  'endOtherSessions',
]);
const shots = () => shotsAt(place).filter(({ name }) => !spared.has(name));

/** Status of every endpoint, by actor and token. */
async function requestEverything(token: string): Promise<Map<string, number>> {
  const statuses = new Map<string, number>();
  for (const shot of shots()) {
    const response = await shoot(app, shot, token);
    statuses.set(shot.name, response.status);
    expect(response.status, `${shot.name} answers ${response.text}`).toBeLessThan(500);
  }
  return statuses;
}

/** True for endpoints that ignore a token which is not valid. */
const isPublic = ({ endpoint }: Shot): boolean =>
  endpoint.access === 'anyone' && !dependsOnAccount(endpoint);

async function jobsDone(): Promise<number> {
  const { deps } = testOutbox(app);
  await queueSchedules(app.db);
  return runJobs(app, deps);
}

test.each([
  ['400 days ahead', 400],
  ['a day behind', -1],
  ['right again', 0],
  ['400 days ahead once more', 400],
  ['right at last', 0],
])('%s: no request fails, and only valid tokens are accepted', async (_, days) => {
  app.setNow(right);
  const before = await app.login(place.owner.email);
  const now = new Date(right.getTime() + days * dayMs);
  app.setNow(now);
  const after = await app.login(place.owner.email);

  const old = await requestEverything(before);
  const isExpired = days > 0;
  if (isExpired) {
    const others = shots().filter((shot) => !isPublic(shot));
    expect(new Set(others.map(({ name }) => old.get(name)))).toEqual(new Set([401]));
  } else expect([...old.values()]).not.toContain(401);
  const fresh = await requestEverything(after);
  expect([...fresh].filter(([, status]) => status === 401)).toEqual([]);
  expect((await app.send('GET', '/api/audit', { token: isExpired ? admin : after })).status).toBe(
    isExpired ? 401 : 200,
  );

  const order = { drinks: [{ drinkId: place.unit.cubaLibre }], date: now.toISOString() };
  const sold = await app.send('POST', '/api/orders', { token: place.unit.key, body: order });
  expect(sold.status, sold.text).toBe(201);
  expect(sold.body.date).toBe(now.toISOString());

  // Each schedule runs once, not once for every hour that appears to have passed.
  expect(await jobsDone()).toBeLessThan(20);
  const waiting = (await queuedJobs(app.db)).filter(({ key }) => key?.startsWith('sweep'));
  expect(waiting.length).toBeGreaterThan(0);
  for (const { run_at, updated_at } of waiting)
    expect(Number(run_at) - updated_at.getTime()).toBeLessThanOrEqual(dayMs);
});

test('the audit log is ordered by time, whatever the clock', async () => {
  app.setNow(right);
  const token = await app.login(place.owner.email);
  const { body } = await app.send('GET', '/api/audit?pagination[size]=100', { token });
  const times: string[] = body.entries.map(({ at }: { at: string }) => at);
  expect(times.length).toBeGreaterThan(10);
  expect(times).toEqual([...times].sort().toReversed());
});
