/** Requests that wait, for a provider or for their own turn, leave connections for the others. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addOwner,
  createUnit,
  startTestApp,
  type TestApp,
  type TestOwner,
  type TestUnit,
} from '../testing/app.ts';
import { countLockWaits } from '../testing/load.ts';

let app: TestApp;
let noisy: TestOwner & { unit: TestUnit };
let quiet: TestOwner & { unit: TestUnit };
let waiting = 0;
let respond = (): void => undefined;

beforeAll(async () => {
  const responded = new Promise<void>((resolve) => {
    respond = resolve;
  });
  const findReader = async (): Promise<null> => {
    waiting += 1;
    await responded;
    return null;
  };
  app = await startTestApp({ readers: { findReader } });
  const settle = async (name: string) => {
    const owner = await addOwner(app, name);
    return { ...owner, unit: await createUnit(app, owner) };
  };
  [noisy, quiet] = [await settle('Noisy'), await settle('Quiet')];
});
afterAll(() => app.close());

const sell = ({ unit }: typeof quiet) =>
  app.send('POST', '/api/orders', {
    token: unit.key,
    body: { drinks: [{ drinkId: unit.cubaLibre }] },
  });

test('requests that wait for a card provider occupy no place of other requests', async () => {
  const path = `/api/stripe-readers/tmr_1?unitId=${noisy.unit.unitNumber}`;
  const lookUps = Array.from({ length: 40 }, () => app.send('GET', path, { token: noisy.token }));
  await expect.poll(() => waiting, { timeout: 20_000 }).toBe(40);
  for (const { userId, token } of [quiet, noisy])
    expect((await app.send('GET', `/api/users/${userId}/venues`, { token })).status).toBe(200);
  respond();
  const statuses = (await Promise.all(lookUps)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([404]));
});

test('sales of a locked unit hold two connections, and all others are served meanwhile', async () => {
  const locking = await app.pool.connect();
  await locking.query('begin');
  const ofUnit = [noisy.venueId, noisy.unit.id];
  await locking.query(
    'select from unit_state where venue_id = $1 and unit_id = $2 for update',
    ofUnit,
  );
  const queued = Array.from({ length: 50 }, () => sell(noisy));
  await expect.poll(() => countLockWaits(app), { timeout: 20_000 }).toBe(2);
  expect((await sell(quiet)).status).toBe(201);
  expect((await app.send('GET', '/readyz')).status).toBe(200);
  const list = `/api/venues/${noisy.venueId}/units`;
  expect((await app.send('GET', list, { token: noisy.token })).status).toBe(200);
  expect(await countLockWaits(app)).toBe(2);
  await locking.query('rollback');
  locking.release();
  expect(new Set((await Promise.all(queued)).map(({ status }) => status))).toEqual(new Set([201]));
});

test('requests of one address that send other invalid tokens share three connections', async () => {
  const locking = await app.pool.connect();
  await locking.query('begin');
  await locking.query('lock table invitations in access exclusive mode');
  const queued = Array.from({ length: 8 }, (_, index) =>
    app.send('POST', '/api/invitations', { token: `invalid ${index}`, body: { token: 'unknown' } }),
  );
  await expect.poll(() => countLockWaits(app), { timeout: 20_000 }).toBe(3);
  const list = `/api/venues/${quiet.venueId}/units`;
  expect((await app.send('GET', list, { token: quiet.token })).status).toBe(200);
  expect(await countLockWaits(app)).toBe(3);
  await locking.query('rollback');
  locking.release();
  expect(new Set((await Promise.all(queued)).map(({ status }) => status))).toEqual(new Set([404]));
});
