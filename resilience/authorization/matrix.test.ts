/** Every endpoint with sixteen kinds of actors and with own, foreign and mixed ids: nothing leaks. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  nowhere,
  type Place,
  settle,
  settleBeside,
  tracesOf,
} from '../../server/testing/places.ts';
import { addPerson } from '../../server/testing/accounts.ts';
import { insiders, type SeedData, makeAccounts } from './accounts.ts';
import { isAimed, normalised, photograph, sentIn, shoot, shotsAt, strayShots } from './rounds.ts';
import { app, withApp } from '../../server/testing/with-app.ts';

const now = new Date('2026-05-05T12:00:00Z');

let mine: Place;
let theirs: Place;
let seedData: SeedData;
withApp({ now });
beforeAll(async () => {
  // Row-level security would hide missing query conditions; this test verifies the queries alone.
  await disableRowSecurity();
  mine = await settle(app, 'Mine');
  theirs = await settle(app, 'Theirs');
  seedData = await makeAccounts(app, mine, theirs, now);
});

async function disableRowSecurity(): Promise<void> {
  const { rows } = await app.pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relrowsecurity`,
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { name } of rows) {
    await app.pool.query(`alter table ${name} disable row level security`);
  }
}

const traces = () => [...tracesOf(theirs), 'Theirs'];

/** Traces in a response that its request did not contain. */
const leaksIn = (text: string, of: readonly string[], sent: readonly string[] = []): string[] =>
  of.filter((trace) => text.includes(trace) && !sent.includes(trace));

interface Attempt {
  token: string;
  headers?: Record<string, string>;
  /** Where the token may work, and the other place whose ids are sent in place of its own. */
  own: Place;
  other: Place;
  /** Has ids that nothing has. */
  unknown?: Place;
  traces: readonly string[];
}

/** Expects the same responses to ids of the other place as to unknown ones, and nothing of it in them. */
async function expectUnknown(who: string, attempt: Attempt): Promise<void> {
  const { token, headers, own, other, unknown = nowhere(own) } = attempt;
  const before = await photograph(app, other);
  const missing = strayShots(own, unknown);
  const stray = strayShots(own, other);
  expect(stray.length).toBe(missing.length);
  for (const [index, shot] of stray.entries()) {
    const same = missing[index] ?? shot;
    const response = await shoot(app, shot, token, headers);
    const described = normalised(response, sentIn(shot));
    const what = `${who}: ${shot.name} ${JSON.stringify(shot.aim)} answers ${response.status} ${response.text}`;
    const expected = normalised(await shoot(app, same, token, headers), sentIn(same));
    expect(described, what).toBe(expected);
    expect(leaksIn(described, attempt.traces, sentIn(shot)), what).toEqual([]);
  }
  expect(await photograph(app, other)).toEqual(before);
}

/** Recent orders are public by design: ids and ingredients, without venue, price or person. */
const isPublicList = (name: string): boolean => name === 'listOrders';

test('an actor without a valid token receives no tenant data', async () => {
  for (const [who, token] of Object.entries(seedData.strangers)) {
    for (const shot of [...shotsAt(mine), ...shotsAt(theirs)]) {
      const response = await shoot(app, shot, token);
      const what = `${who}: ${shot.name} answers ${response.status} ${response.text}`;
      const isRefused = token !== undefined && isPublicList(shot.name);
      if (isRefused || shot.endpoint.access !== 'anyone') {
        expect(response.status, what).toBe(401);
      }
      if (token === undefined && isPublicList(shot.name)) continue;
      expect(leaksIn(response.text, [...tracesOf(mine), ...traces()]), what).toEqual([]);
    }
  }
});

describe("responses for another tenant's ids equal those for unknown ids", () => {
  test.each(insiders)(
    "ROLE-01 for the %s, another tenant's ids are answered like unknown ids",
    (who) =>
      expectUnknown(who, {
        token: seedData.mine[who],
        own: mine,
        other: theirs,
        traces: traces(),
      }),
  );
});

describe('an account of two owners', () => {
  test('ROLE-01 for a manager of both owners who has chosen the other one, ids of the first are answered like unknown ids', () =>
    expectUnknown('manager of both', {
      token: seedData.ofBoth.token,
      headers: { 'x-owner': theirs.owner.userId },
      own: theirs,
      other: mine,
      traces: [...tracesOf(mine), 'Mine'],
    }));

  test('ROLE-01 nobody reaches an owner by naming it, whatever they send', async () => {
    const chosen = { 'x-owner': theirs.owner.userId };
    for (const who of ['owner', 'customer', 'partner', 'manager', 'accountant'] as const)
      for (const shot of shotsAt(theirs)) {
        const response = await shoot(app, shot, seedData.mine[who], chosen);
        const what = `${who}: ${shot.name} answers ${response.status} ${response.text}`;
        expect(response.status, what).toBe(403);
        expect(response.body.error.code, what).toBe('owner_ended');
      }
  });
});

describe('another venue of the same owner', () => {
  test.each(['manager', 'bartender', 'accountant'] as const)(
    'ROLE-01 for a %s of one venue, ids of another venue are answered like unknown ids',
    async (role) => {
      const beside = await settleBeside(app, mine, `Beside ${role}`);
      const { token } = await addPerson(app, mine.owner, role, [mine.owner.venueId]);
      const { venueId } = beside.owner;
      await expectUnknown(role, {
        token,
        own: mine,
        other: beside,
        unknown: elsewhere(beside),
        traces: [venueId, beside.unit.id, beside.orderId, `Beside ${role}`],
      });
    },
  );
});

/** Unknown ids, of the same owner. */
const elsewhere = (place: Place): Place => {
  const unknown = nowhere(place);
  const owner = { ...unknown.owner, userId: place.owner.userId };
  return { ...unknown, owner, supplierId: place.supplierId };
};

test('changes in another tenant change no response, not even a count', async () => {
  const reads = () =>
    Promise.all(
      Object.values(seedData.mine).flatMap((token) =>
        shotsAt(mine)
          .filter(({ endpoint }) => endpoint.method === 'GET' && !endpoint.guarded)
          .map(async (shot) => `${shot.name} ${normalised(await shoot(app, shot, token), [])}`),
      ),
    );
  const before = await reads();
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
  expect(await reads()).toEqual(before);
});

test('a super admin who acts for an owner receives data of that owner only', async () => {
  const actingFor = { ownerId: mine.owner.userId };
  for (const shot of shotsAt(mine)) {
    const names = isAimed(shot) || shot.name === 'getTerms';
    if (!names || shot.endpoint.method !== 'GET' || shot.endpoint.guarded) continue;
    const query = shot.name === 'getTerms' ? actingFor : { ...shot.aim.query };
    const response = await shoot(
      app,
      { ...shot, aim: { ...shot.aim, query } },
      seedData.superAdmin,
    );
    expect(response.status, shot.name).toBe(200);
    expect(leaksIn(response.text, traces()), shot.name).toEqual([]);
  }
});

test('the same requests succeed with own ids, so that the matrix is conclusive', async () => {
  for (const shot of shotsAt(mine)) {
    const { name } = shot;
    if (!isAimed(shot) || name === 'updateSetting') continue;
    const response = await shoot(app, shot, seedData.mine.owner);
    expect([401, 403, 404, 500], `${name} answers ${response.text}`).not.toContain(response.status);
  }
});
