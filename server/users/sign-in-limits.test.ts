import { randomInt } from 'node:crypto';
import { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { app, withApp } from '../testing/with-app.ts';
import { addOwner, type Reply, startTestApp, testPassword } from '../testing/app.ts';
import { emptyQueue, queueSchedules, testOutbox } from '../testing/services/messages.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let email: string;
let token: string;
let owners = 0;

withApp({ deps: { trustProxy: true } });
beforeEach(async () => {
  owners += 1;
  ({ email, token } = await addOwner(app, `Owner ${owners}`));
});
afterEach(() => void vi.useRealTimers());

const setClock = (date: Date): void => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(date);
};

function signIn(from: string, password = testPassword, as = email): Promise<Reply> {
  const headers = { 'x-forwarded-for': from };
  return app.send('POST', '/api/users/login', { headers, body: { email: as, password } });
}

async function failTimes(count: number, from: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let tries = 0; tries < count; tries += 1)
    statuses.push((await signIn(from, 'a wrong password')).status);
  return statuses;
}

describe('the limit of sign-in attempts', () => {
  test('stops the network that fails ten times, and not the network of the owner', async () => {
    const home = '198.51.100.7';
    expect((await signIn(home)).status).toBe(200);
    expect(await failTimes(10, '203.0.113.9')).toEqual(Array(10).fill(401));
    expect((await signIn(home)).status).toBe(200);
    expect(await failTimes(40, '203.0.113.9')).toEqual(Array(40).fill(429));
    expect((await signIn(home)).status).toBe(200);
    expect((await signIn('198.51.100.8')).status).toBe(200);
  });

  test('stops new networks after a hundred attempts for an account, and no network that it has used', async () => {
    const home = '198.51.101.7';
    expect((await signIn(home)).status).toBe(200);
    for (let network = 0; network < 10; network += 1)
      await Promise.all(
        Array.from({ length: 10 }, () => signIn(`203.0.114.${network}`, 'a wrong password')),
      );
    const refused = await signIn('198.51.101.8');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await signIn(home)).status).toBe(200);
  });

  test('starts over with a successful attempt', async () => {
    await failTimes(9, '198.51.100.20');
    expect((await signIn('198.51.100.20')).status).toBe(200);
    expect(await failTimes(10, '198.51.100.20')).toEqual(Array(10).fill(401));
    expect((await signIn('198.51.100.20')).status).toBe(429);
  });

  test('counts the addresses of an IPv6 /64 as one network', async () => {
    for (let host = 1; host <= 10; host += 1)
      expect((await signIn(`2001:db8:0:1::${host}`, 'a wrong password')).status).toBe(401);
    expect((await signIn('2001:DB8:0:1:ffff::11')).status).toBe(429);
    expect((await signIn('2001:db8:0:2::1')).status).toBe(200);
  });

  test('counts an IPv4 address that is mapped into IPv6 as that IPv4 address', async () => {
    await failTimes(10, '203.0.113.77');
    expect((await signIn('::ffff:203.0.113.77')).status).toBe(429);
    expect((await signIn('::ffff:cb00:714e')).status).toBe(200);
  });

  test('ends after its window, also when a clock was ahead', async () => {
    const now = new Date();
    const from = '203.0.113.80';
    setClock(new Date(now.getTime() + 400 * dayMs));
    await failTimes(11, from);
    setClock(now);
    const refused = await signIn(from);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
    setClock(new Date(now.getTime() + 16 * minuteMs));
    expect((await signIn(from)).status).toBe(200);
  });

  test('rejects an email that is longer than a key of the limiter as unknown', async () => {
    const long = `${'x'.repeat(240)}@example.com`;
    expect((await signIn('2001:db8:0:3::1', 'any', long)).status).toBe(401);
  });

  test('lets no attempt pass while it cannot be counted', async () => {
    const pool = new Pool({ host: '127.0.0.1', port: 1 });
    const cut = await startTestApp({ pool });
    const { email: ofOwner } = await addOwner(app, 'Cut off');
    const body = { email: ofOwner, password: testPassword };
    expect(await cut.send('POST', '/api/users/login', { body })).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
      body: { error: { message: 'The database cannot be reached. Please try again' } },
    });
    await cut.close();
    await pool.end();
  });
});

describe('the limit of passwords that are typed again', () => {
  const confirm = (from: string, password = testPassword): Promise<Reply> => {
    const headers = { 'x-forwarded-for': from };
    return app.send('POST', '/api/users/me/identity', { token, headers, body: { password } });
  };

  test('stops new networks after a hundred attempts for an account, and no network that it has used', async () => {
    const home = '198.51.102.7';
    expect((await signIn(home)).status).toBe(200);
    for (let network = 0; network < 10; network += 1)
      await Promise.all(
        Array.from({ length: 10 }, () => confirm(`203.0.116.${network}`, 'a wrong password')),
      );
    const refused = await confirm('203.0.116.10');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // They count together with those of a sign-in.
    expect((await signIn('203.0.116.11')).status).toBe(429);
    expect((await confirm(home)).status).toBe(200);
  });
});

describe('the limit of registrations', () => {
  const register = (number: number, from: string): Promise<Reply> =>
    app.send('POST', '/api/users/register', {
      headers: { 'x-forwarded-for': from },
      body: {
        name: 'Dana Bars',
        venueName: 'The Corner',
        email: `dana-${number}@example.com`,
        password: testPassword,
        password2: testPassword,
      },
    });

  test('allows twenty from an IPv6 /64', async () => {
    const statuses: number[] = [];
    for (let host = 1; host <= 25; host += 1)
      statuses.push((await register(host, `2001:db8:1:1::${host}`)).status);
    expect(statuses).toEqual([...Array(20).fill(201), ...Array(5).fill(429)]);
    expect((await register(26, '2001:db8:1:2::1')).status).toBe(201);
  });

  test('rejects registrations with 503 when too many passwords wait to be hashed', async () => {
    const replies = await Promise.all(
      Array.from({ length: 400 }, (_, index) => register(1000 + index, `2001:db8:2:${index}::1`)),
    );
    const refused = replies.filter(({ status }) => status !== 201);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(400);
    for (const reply of refused)
      expect(reply).toMatchObject({
        status: 503,
        headers: { 'retry-after': '5' },
        body: {
          error: { message: 'The server is busy. Please try again in a moment' },
        },
      });
    expect((await signIn('198.51.100.99')).status).toBe(200);
  });
});

describe('the sweep', () => {
  const sweep = async (): Promise<void> => {
    await emptyQueue(app.db);
    const { runAll } = testOutbox(app);
    await queueSchedules(app.db);
    await runAll();
  };
  const count = async (table: 'rate_limits' | 'sessions'): Promise<number> =>
    (
      await app.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count;

  test('deletes counts of attempts after their window, and those of a clock that was ahead', async () => {
    const now = new Date();
    await sweep();
    const before = await count('rate_limits');
    await failTimes(1, `10.1.1.${randomInt(255)}`);
    expect(await count('rate_limits')).toBeGreaterThan(before);
    setClock(new Date(now.getTime() + 400 * dayMs));
    await failTimes(1, '10.1.2.1');
    setClock(now);
    await sweep();
    expect(await count('rate_limits')).toBeGreaterThan(0);
    setClock(new Date(now.getTime() + 2 * 60 * minuteMs));
    await sweep();
    expect(await count('rate_limits')).toBe(0);
  });

  test('deletes sessions 90 days after they expired, but not the last of an account', async () => {
    const now = new Date();
    const other = email;
    await signIn('10.1.3.1');
    ({ email } = await addOwner(app, 'Later Owner'));
    await signIn('10.1.3.1');
    const sessionsOf = async (account: string): Promise<number> => {
      const rows = await app.db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .select('sessions.id')
        .where('users.email', '=', account)
        .execute();
      return rows.length;
    };
    const before = await sessionsOf(email);
    setClock(new Date(now.getTime() + 90 * dayMs));
    await sweep();
    expect(await sessionsOf(email)).toBe(before);
    setClock(new Date(now.getTime() + 91 * dayMs));
    const { token } = (await signIn('10.1.3.2')).body;
    await sweep();
    expect([await sessionsOf(email), await sessionsOf(other)]).toEqual([1, 1]);
    expect((await app.send('GET', '/api/audit', { token })).status).toBe(200);
  });
});
