import { expect, test } from 'vitest';
import { connect } from '../../db/pool/connect.ts';
import { queueJobs } from '../jobs/queue-jobs.ts';
import { app, withApp } from '../testing/with-app.ts';
import { addOwner, startTestApp } from '../testing/app.ts';
import { emptyQueue, queueSchedules } from '../testing/services/messages.ts';

const metricsToken = 'prometheus-may-read';

withApp({ deps: { metricsToken } });

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
  await emptyQueue(app.db);
  await queueSchedules(app.db);
  await queueJobs(
    app.db,
    ['due', 'running', 'later', 'again', 'of a backup', 'given up'].map((key) => ({
      kind: 'remove file',
      key,
      payload: { key },
    })),
  );
  for (const [key, change] of [
    ['running', `locked_by = 'a worker', locked_at = now(), attempts = 1`],
    ['sweep files', `run_at = now() + interval '1 hour'`],
    ['later', `run_at = now() + interval '1 hour'`],
    ['again', `run_at = now() + interval '1 hour', attempts = 2, last_error = 'no'`],
    ['of a backup', `run_at = 'infinity', last_error = 'no'`],
    ['given up', `attempts = 8, last_error = 'no'`],
  ]) {
    await app.pool.query(`update graphile_worker._private_jobs set ${change} where key = '${key}'`);
  }
  const described = (await figures()).match(/^barback_jobs\{.*$/gm);
  expect(described).toEqual([
    'barback_jobs{state="due"} 11',
    'barback_jobs{state="running"} 1',
    'barback_jobs{state="later"} 3',
    'barback_jobs{state="retrying"} 1',
    'barback_jobs{state="parked"} 1',
    'barback_jobs{state="failed"} 1',
  ]);
  expect(await figures()).toContain('barback_database_up 1');
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
