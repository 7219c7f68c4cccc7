import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../db/pool/connect.ts';
import { newId } from '../shared/ids.ts';
import { addOwner, startTestApp, type TestApp } from '../testing/app.ts';

const metricsToken = 'prometheus-may-read';
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ metricsToken });
});
afterAll(() => app.close());

const figures = async (test = app): Promise<string> => {
  const { status, headers, text } = await test.send('GET', '/metrics', { token: metricsToken });
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
    'no-store',
  ]);
  return text;
};

test('metrics are disabled unless a token is set', async () => {
  const closed = await startTestApp();
  expect((await closed.send('GET', '/metrics', { token: metricsToken })).status).toBe(404);
  await closed.close();
});

test("metrics require the metrics token and accept no account's token", async () => {
  const { token } = await addOwner(app, 'Rooftop');
  for (const given of [{}, { token: 'prometheus-may-rea' }, { token: '' }, { token }]) {
    const refused = await app.send('GET', '/metrics', given);
    expect([refused.status, refused.body.error.message]).toEqual([
      401,
      'Send the METRICS_TOKEN as a bearer token',
    ]);
  }
  const asApiToken = await app.send('GET', '/api/users/me', { token: metricsToken });
  expect(asApiToken.status).not.toBe(200);
});

test('metrics count requests by route template and status', async () => {
  const responded = async (labels: string): Promise<number> => {
    const line = (await figures())
      .split('\n')
      .find((text) => text.startsWith(`barback_http_request_duration_seconds_count{${labels}}`));
    return Number(line?.split(' ').at(-1) ?? 0);
  };
  for (const unit of [1, 2, 3]) await app.send('GET', `/api/venues/${unit}/notices`);
  expect(await responded('method="GET",route="/api/venues/:venueId/notices",status="401"')).toBe(3);
  await app.send('DELETE', '/nowhere/at/all');
  await app.send('DELETE', '/nowhere/else');
  expect(await responded('method="DELETE",route="none",status="404"')).toBe(2);
  expect(await figures()).not.toContain('nowhere');
});

test('metrics count jobs by state', async () => {
  const now = new Date('2024-03-10T12:00:00Z');
  app.setNow(now);
  const at = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);
  const row = (key: string, more: object) => ({
    id: newId(now),
    kind: 'juggle',
    key,
    payload: '{}',
    run_at: now,
    ...more,
  });
  await app.db
    .insertInto('jobs')
    .values([
      row('due', {}),
      row('abandoned', { attempts: 1, leased_until: at(-1) }),
      row('running', { attempts: 1, leased_until: at(1) }),
      row('later', { run_at: at(5) }),
      row('again', { run_at: at(5), attempts: 2, last_error: 'no' }),
      row('of a backup', { run_at: at(5), last_error: 'no', leased_until: sql`'infinity'` }),
      row('done', { done_at: at(-5) }),
      row('given up', { done_at: at(-5), attempts: 8, last_error: 'no' }),
    ])
    .execute();
  const described = (await figures()).match(/^barback_jobs\{.*$/gm);
  expect(described).toEqual([
    'barback_jobs{state="due"} 2',
    'barback_jobs{state="running"} 1',
    'barback_jobs{state="later"} 2',
    'barback_jobs{state="retrying"} 1',
    'barback_jobs{state="parked"} 1',
    'barback_jobs{state="failed"} 1',
  ]);
  expect(await figures()).toContain('barback_database_up 1');
  app.setNow(new Date());
});

test('metrics include the process and its connections, also while the database is down', async () => {
  const nobody = connect({ url: 'postgres://nobody@127.0.0.1:1/nothing' });
  const cut = await startTestApp({ db: nobody.tenantDb, pools: nobody.pools, metricsToken });
  const text = await figures(cut);
  expect(text).toContain('barback_database_up 0');
  expect(text).not.toMatch(/^barback_jobs\{/m);
  expect(text).toContain('barback_database_connections{state="waiting"} 0');
  expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  await nobody.close();
  await cut.close();
});
