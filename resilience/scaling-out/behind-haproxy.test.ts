import { makeZip, page } from '../../server/testing/files.ts';
import { readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeForm } from '../../server/testing/renderings.ts';
import { type TestClient, makeTestClient } from '../../server/testing/caller.ts';
import {
  type Haproxy,
  missingPrograms,
  type Processes,
  startProcesses,
} from '../../server/testing/services/processes.ts';
import { openStream } from '../../server/testing/live.ts';
import { type Failure, type Load, startLoad } from '../../server/testing/services/load.ts';
import { demoAdmin, openCounter, orderOf, sharingHolds } from '../../server/testing/sharing.ts';

const missing = missingPrograms(['haproxy', 'pgbouncer', 'openssl']);
const patience = { timeout: 60_000 };

/** Each client sends a hundred requests before and after; another test may use a core meanwhile. */
const withLoad = { timeout: 240_000 };

describe.skipIf(missing.length > 0)('two processes between haproxy and PgBouncer', () => {
  let processes: Processes;
  let haproxy: Haproxy;
  beforeAll(async () => {
    processes = await startProcesses('behind haproxy');
    if (processes.haproxy === null) throw new Error('there is no haproxy');
    haproxy = processes.haproxy;
  });
  afterAll(() => processes.end());

  const from = (localAddress: string): TestClient =>
    makeTestClient(haproxy.certificate, localAddress);

  const publish = async (text: string): Promise<URL> => {
    const { token } = (await processes.login(0, demoAdmin)).body;
    const picture = { name: 'film.mp4', content: randomBytes(5_000_000), method: 0 };
    const { contentType, payload } = makeForm([
      ['venueName', 'Tiki Hut'],
      ['zipFile', makeZip([page(text), picture]), 'site.zip'],
    ]);
    const headers = { 'content-type': contentType };
    const sent = { token, body: payload, headers };
    const response = await processes.at(0, 'POST', '/api/renderings/create', sent);
    expect(response.status).toBe(201);
    return new URL(response.body.url);
  };

  sharingHolds(() => processes);

  test('haproxy alternates requests between two processes', async () => {
    for (const name of ['one', 'two'])
      await expect
        .poll(() => haproxy.reported().split(` barback/${name} `).length)
        .toBeGreaterThan(20);
  });

  test('streams of accounts and of wall displays have connections of their own', () => {
    const config = readFileSync('docs/scaling-out/haproxy.cfg', 'utf8');
    const [, pattern = ''] = /use_backend streams if \{ path_reg (\S+) \}/.exec(config) ?? [];
    for (const path of ['/api/venues/01890000/live', '/api/walls/live', '/api/walls/live/'])
      expect(path).toMatch(new RegExp(pattern));
    for (const path of ['/api/venues/01890000/walls', '/api/venues/1/2/live', '/api/live'])
      expect(path).not.toMatch(new RegExp(pattern));
  });

  test(
    'NIGHT-02 a stream through haproxy shows the sales of both processes',
    patience,
    async () => {
      const counter = await openCounter(processes);
      const { pool } = processes.database.connection;
      const { rows } = await pool.query('select venue_id from units where unit_number = 1001');
      const stream = await openStream(
        `${haproxy.url}/api/venues/${rows[0].venue_id}/live`,
        counter.token,
        { ca: haproxy.certificate },
      );
      await stream.next(({ name }) => name === 'snapshot');
      for (const port of processes.ports) {
        const sent = { token: counter.key, body: orderOf(counter) };
        const direct = makeTestClient(null);
        const sold = await direct(`http://127.0.0.1:${port}`, 'POST', '/api/orders', sent);
        expect(sold.status).toBe(201);
        const { data } = await stream.next((event) => event.data.sale?.id === sold.body.id);
        expect(data.figures.orders).toBeGreaterThan(0);
      }
      stream.close();
      await stream.ended;
      // Haproxy logs a request once both of its connections have ended.
      await expect.poll(() => haproxy.reported()).toContain(' streams/');
    },
  );

  test('haproxy serves TLS only and does not expose the metrics', async () => {
    const plain = await from('127.0.0.1')(haproxy.plainUrl, 'GET', '/login?a=b', {
      headers: { host: 'localhost' },
    });
    expect([plain.status, plain.headers.location]).toEqual([301, 'https://localhost/login?a=b']);
    for (const path of ['/metrics', '/Metrics/', '/%6detrics?a'])
      expect((await processes.at(0, 'GET', path)).status).toBe(404);
    const { headers } = await processes.at(0, 'GET', '/healthz');
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });

  test("both processes use haproxy's request id, whatever the client sends", async () => {
    const { headers } = await processes.at(0, 'GET', '/api/version', {
      headers: { 'x-request-id': 'made-up-by-a-client' },
    });
    const id = String(headers['x-request-id']);
    expect(id).toMatch(/^[\da-f-]{36}$/);
    await expect.poll(() => haproxy.reported()).toContain(`/api/version HTTP/1.1" ${id}`);
  });

  test('sign-in attempts are limited by the real client address, whatever the client claims', async () => {
    const guess = (endpoint: TestClient, number: number, claimed: string) =>
      endpoint(haproxy.url, 'POST', '/api/users/login', {
        body: { email: `nobody-${number}@example.com`, password: 'a guess of mine' },
        headers: { 'x-forwarded-for': claimed, forwarded: `for=${claimed}` },
      });
    const guesser = from('127.0.0.21');
    for (let number = 0; number < 100; number += 1)
      expect((await guess(guesser, number, `10.0.0.${number}`)).status).toBe(401);
    expect((await guess(guesser, 100, '10.0.0.100')).status).toBe(429);
    const other = from('127.0.0.22');
    expect((await guess(other, 100, '127.0.0.21')).status).toBe(401);
  });

  test("haproxy's rate limit affects only the client that exceeds it", async () => {
    const flooder = from('127.0.0.31');
    const drops = Array.from({ length: 2050 }, () => flooder(haproxy.url, 'GET', '/metrics'));
    const responses = await Promise.all(drops);
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers['retry-after']).toBe('10');
    expect((await processes.at(0, 'GET', '/healthz')).status).toBe(200);
  });

  test("both processes serve a venue's pages, whichever published them", async () => {
    const endpoint = from('127.0.0.1');
    for (const text of ['Open', 'Closed']) {
      const url = await publish(text);
      expect(url.origin).toBe('https://pages.example.com');
      for (const port of processes.ports) {
        const shown = () => endpoint(`http://127.0.0.1:${port + 1}`, 'GET', url.pathname);
        await expect.poll(async () => (await shown()).body, patience).toContain(`<h1>${text}</h1>`);
      }
      const headers = { host: 'pages.example.com' };
      const shown = await endpoint(haproxy.url, 'GET', url.pathname, { headers });
      expect(shown.body).toContain(`<h1>${text}</h1>`);
      expect(shown.headers['content-security-policy']).toMatch(/^sandbox/);
      // This host does not expose the dashboard.
      expect((await endpoint(haproxy.url, 'GET', '/api/version', { headers })).status).toBe(404);
    }
  });

  /** Verifies that every client continues. */
  const goesOn = async (load: Load): Promise<void> => {
    const counts = () => [load.acknowledged.size, load.reads(), load.changes()];
    const [orders = 0, reads = 0, changes = 0] = counts();
    await expect
      .poll(counts, patience)
      .toSatisfy(([o, l, c]) => o > orders + 100 && l > reads + 100 && c > changes + 20);
  };

  test('killing one process loses nothing and disturbs almost no client', withLoad, async () => {
    const shownPage = await publish('Open');
    const before = await processes.count('orders');
    const counter = await openCounter(processes);
    const load = startLoad(haproxy.url, haproxy.certificate, counter, shownPage);
    await goesOn(load);
    processes.servers[0]?.process.kill('SIGKILL');
    await processes.servers[0]?.ended;
    await goesOn(load);
    await load.stop();

    // haproxy has retried idempotent requests on the other process.
    expect(load.failures).toEqual([]);
    for (const failure of load.failedChanges) expect(failure).toSatisfy(mayTryAgain);
    const { rows } = await processes.database.connection.pool.query('select id from orders');
    const stored = new Set(rows.map(({ id }) => id));
    expect([...load.acknowledged.values()].filter((id) => !stored.has(id))).toEqual([]);
    expect(stored.size).toBe(before + load.acknowledged.size);
  });

  test('a rolling restart of both processes fails no request', withLoad, async () => {
    await haproxy.sees('one', 'DOWN');
    await processes.restart(0);
    await haproxy.sees('one', 'UP');
    const shownPage = await publish('Open');
    const counter = await openCounter(processes);
    const load = startLoad(haproxy.url, haproxy.certificate, counter, shownPage);
    await goesOn(load);
    const leaving = processes.servers[1];
    leaving?.process.kill('SIGTERM');
    expect(await leaving?.ended).toEqual({ code: 0, stderr: '' });
    await goesOn(load);
    await load.stop();
    expect([load.failures, load.failedChanges]).toEqual([[], []]);
    await haproxy.sees('two', 'DOWN');
  });
});

/** Disconnected, or a response that permits a retry, as browsers and units handle on any network. */
function mayTryAgain(failure: Failure): boolean {
  if (failure instanceof Error) return 'code' in failure && failure.code === 'ECONNRESET';
  const { status, headers, body } = failure;
  const isPending = String(body?.error?.message).includes('Please try again');
  return [502, 503].includes(status) && headers['retry-after'] !== undefined && isPending;
}
