/** Every call, ten kinds of those who ask, what is theirs, what is another's, and a mixture of both: nothing leaks. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nowhere, type Place, settle, tracesOf } from '../../server/testing/endpoint-targets.ts';
import { startTestApp, type TestApp } from '../../server/testing/app.ts';
import { setNets } from '../../bench/nets.ts';
import { type SeedData, makeAccounts } from './accounts.ts';
import { isAimed, normalised, photograph, sentIn, shoot, shotsAt, strayShots } from './rounds.ts';

const now = new Date('2026-05-05T12:00:00Z');

let app: TestApp;
let mine: Place;
let theirs: Place;
let seedData: SeedData;
beforeAll(async () => {
  app = await startTestApp();
  // It would hide what a query forgets; here the queries have to hold by themselves.
  await setNets(app.db, 'disable');
  app.setNow(now);
  mine = await settle(app, 'Mine');
  theirs = await settle(app, 'Theirs');
  seedData = await makeAccounts(app, mine, theirs, now);
});
afterAll(() => app.close());

const traces = () => [...tracesOf(theirs), 'Theirs'];

/** By decision, anybody sees what was poured lately: ids and ingredients, nothing that names a venue, a price or a person. */
const isPublicList = (name: string): boolean => name === 'listOrders';

test('who is nobody, or nobody any more, is told nothing of anybody', async () => {
  for (const [who, token] of Object.entries(seedData.strangers)) {
    for (const shot of [...shotsAt(mine), ...shotsAt(theirs)]) {
      const answer = await shoot(app, shot, token);
      const what = `${who}: ${shot.name} answers ${answer.status} ${answer.text}`;
      if (token !== undefined || shot.call.access !== 'anyone') {
        expect(answer.status, what).toBe(401);
      }
      if (token === undefined && isPublicList(shot.name)) continue;
      for (const trace of [...tracesOf(mine), ...traces()])
        expect(answer.text, what).not.toContain(trace);
    }
  }
});

describe('what is another’s is answered as what nobody has', () => {
  test.each(['owner', 'unit', 'customer'] as const)('to the %s', async (who) => {
    const before = await photograph(app, theirs);
    const token = seedData.mine[who];
    const missing = strayShots(mine, nowhere(mine));
    const stray = strayShots(mine, theirs);
    expect(stray.length).toBe(missing.length);
    for (const [index, shot] of stray.entries()) {
      const same = missing[index] ?? shot;
      const answer = await shoot(app, shot, token);
      const told = normalised(answer, sentIn(shot));
      const what = `${who}: ${shot.name} ${JSON.stringify(shot.aim)} answers ${answer.status} ${answer.text}`;
      expect(told, what).toBe(normalised(await shoot(app, same, token), sentIn(same)));
      for (const trace of traces()) {
        if (!sentIn(shot).includes(trace)) expect(told, what).not.toContain(trace);
      }
    }
    expect(await photograph(app, theirs)).toEqual(before);
  });
});

test('what happens at another’s changes nothing of what one is told, no count either', async () => {
  const looks = () =>
    Promise.all(
      Object.values(seedData.mine).flatMap((token) =>
        shotsAt(mine)
          .filter(({ call }) => call.method === 'GET' && !call.guarded)
          .map(async (shot) => `${shot.name} ${normalised(await shoot(app, shot, token), [])}`),
      ),
    );
  const before = await looks();
  const { owner, unit } = theirs;
  const order = { drinks: [{ drinkId: unit.cubaLibre }] };
  for (let count = 0; count < 3; count += 1) {
    const sold = await app.send('POST', '/api/orders', { token: unit.key, body: order });
    expect(sold.status).toBe(201);
  }
  const more = { token: owner.token, body: { name: 'Theirs Two' } };
  expect((await app.send('POST', '/api/users/venues', more)).status).toBe(201);
  const added = await app.send('POST', `/api/units/${owner.venueId}`, {
    token: owner.token,
    body: {},
  });
  expect(added.status).toBe(201);
  expect(await looks()).toEqual(before);
});

test('a super admin who acts for an owner is told of that owner alone', async () => {
  const actingFor = { ownerId: mine.owner.userId };
  for (const shot of shotsAt(mine)) {
    const names = isAimed(shot) || shot.name === 'getTerms';
    if (!names || shot.call.method !== 'GET' || shot.call.guarded) continue;
    const query = shot.name === 'getTerms' ? actingFor : { ...shot.aim.query };
    const answer = await shoot(app, { ...shot, aim: { ...shot.aim, query } }, seedData.superAdmin);
    expect(answer.status, shot.name).toBe(200);
    for (const trace of traces()) expect(answer.text, shot.name).not.toContain(trace);
  }
});

test('the same shots reach what is one’s own, so that all of this proves something', async () => {
  for (const shot of shotsAt(mine)) {
    const { name } = shot;
    if (!isAimed(shot) || name === 'updateSetting') continue;
    const answer = await shoot(app, shot, seedData.mine.owner);
    expect([401, 403, 404, 500], `${name} answers ${answer.text}`).not.toContain(answer.status);
  }
});
