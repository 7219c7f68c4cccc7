import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { withTestFolder } from '../../db/testing/with-folder.ts';
import { withoutSecrets } from './logging.ts';
import { addOwner, createUnit, startTestApp, type TestApp, testPassword } from '../testing/app.ts';
import { spawnServer } from '../testing/services/processes.ts';

describe('logging', () => {
  let app: TestApp;
  const dataDir = withTestFolder();

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  test('every request is traceable by its id, and the log contains no secret', async () => {
    const owner = await addOwner(app, 'Rooftop');
    const unit = await createUnit(app, owner);
    const metricsToken = 'prometheus-may-read-this';
    const server = spawnServer({
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: dataDir,
      JWT_SECRET: app.deps.jwtSecret.current,
      SECRETS_KEY: app.deps.secretsKey.current,
      METRICS_TOKEN: metricsToken,
      TRUST_PROXY: 'on',
      LOG_LEVEL: 'trace',
    });
    const url = await server.ready;
    const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' };
    const send = (path: string, options: RequestInit = {}): Promise<Response> =>
      fetch(url + path, { headers, ...options });
    const post = (path: string, body: string, more: object = {}): Promise<Response> =>
      send(path, { method: 'POST', body, headers: { ...headers, ...more } });

    const body = JSON.stringify({ email: owner.email, password: testPassword });
    const responded = await post('/api/users/login', body, { 'x-request-id': 'from-the-proxy-1' });
    const { token }: any = await responded.json();
    expect(responded.headers.get('x-request-id')).toBe('from-the-proxy-1');
    const unusable = await send('/healthz', { headers: { 'x-request-id': 'a "quoted" one' } });
    expect(unusable.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);

    const missing = await send(`/api/units/1?token=${owner.token}&unitKey=${unit.key}`);
    const described: any = await missing.json();
    expect(described.error.requestId).toBe(missing.headers.get('x-request-id'));
    await send('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } });
    await send('/files/x/y.png?expires=1&signature=abcdefgh', { method: 'PUT', body: 'x' });
    await post('/api/orders', '{"broken', { authorization: `Bearer ${unit.key}` });
    await post('/api/users/login', `{"password":"${testPassword}"`);
    server.process.kill('SIGTERM');
    expect(await server.ended).toEqual({ code: 0, stderr: '' });

    const log = server.reported();
    const lines = log.split('\n').filter((line) => line.startsWith('{'));
    const entries = lines.map((line) => JSON.parse(line));
    const ofProxy = entries.filter(({ requestId }) => requestId === 'from-the-proxy-1');
    expect(ofProxy).toMatchObject([
      {
        msg: 'incoming request',
        req: { method: 'POST', url: '/api/users/login', ip: '127.0.0.1' },
      },
      { msg: 'request completed', res: { statusCode: 200 }, responseTime: expect.any(Number) },
    ]);
    expect(entries).toContainEqual(
      expect.objectContaining({
        requestId: described.error.requestId,
        req: expect.objectContaining({ url: '/api/units/1?token=[hidden]&unitKey=[hidden]' }),
      }),
    );
    const { jwtSecret, secretsKey } = app.deps;
    const keys = [jwtSecret.current, secretsKey.current];
    const secrets = [owner.token, token, unit.key, testPassword, metricsToken, ...keys];
    for (const secret of [...secrets, 'abcdefgh']) expect(log).not.toContain(secret);
  });

  describe('secret masking', () => {
    test.each([
      [
        '/api/report-subscriptions/unsubscribe/0123456789abcdef0123456789abcdef',
        '/api/report-subscriptions/unsubscribe/[hidden]',
      ],
      [
        '/files/a.png?expires=1&signature=AbC-_9&x=1',
        '/files/a.png?expires=1&signature=[hidden]&x=1',
      ],
      [
        '/b?X-Amz-Signature=0f&X-Amz-Security-Token=q',
        '/b?X-Amz-Signature=[hidden]&X-Amz-Security-Token=[hidden]',
      ],
      ['refused: Bearer abc.def', 'refused: Bearer [hidden]'],
      ['No such key: sk_test_4eC39H', 'No such key: [hidden]'],
      ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl is no token', '[hidden] is no token'],
      [`key ${'aB3-_'.repeat(8)}xyz`, 'key [hidden]'],
    ])('masks the secrets in %s', (text, described) => {
      expect(withoutSecrets(text)).toBe(described);
    });

    test.each([
      '/api/units/1001?unitId=0190a0b0-0000-7000-8000-000000000001&pagination[current]=2',
      '/assets/sales-report-B3xk9_Zq.js',
      "The job 'send message' failed at attempt 8 of 8: The server is down",
    ])('leaves %s unmasked', (text) => {
      expect(withoutSecrets(text)).toBe(text);
    });
  });
});

describe('forwarded', () => {
  let behind: TestApp;
  let alone: TestApp;
  beforeAll(async () => {
    behind = await startTestApp({ trustProxy: true });
    alone = await startTestApp();
  });
  afterAll(() => Promise.all([behind.close(), alone.close()]));

  const guess = async (app: TestApp, number: number, forwarded: string): Promise<number> => {
    const body = { email: `nobody-${number}@example.com`, password: 'a guess of mine' };
    const headers = { 'x-forwarded-for': forwarded };
    return (await app.send('POST', '/api/users/login', { body, headers })).status;
  };

  test('behind a trusted proxy, uses the client address seen by the proxy, not the one the client claims', async () => {
    for (let number = 0; number < 100; number += 1)
      expect(await guess(behind, number, `10.0.0.${number}, 203.0.113.7`)).toBe(401);
    expect(await guess(behind, 100, '10.0.0.100, 203.0.113.7')).toBe(429);
    expect(await guess(behind, 100, '203.0.113.7, 203.0.113.8')).toBe(401);
  });

  test('without a trusted proxy, uses the address of the connection', async () => {
    for (let number = 0; number < 100; number += 1)
      expect(await guess(alone, number, `203.0.113.${number}`)).toBe(401);
    expect(await guess(alone, 100, '203.0.113.100')).toBe(429);
  });

  test.each([
    ['off', 1],
    ['on', 0],
  ])(
    'with TRUST_PROXY=%s, logs %d warnings about a proxy that adds X-Forwarded-For',
    async (TRUST_PROXY, count) => {
      const dataDir = await makeTestFolder();
      const { databaseUrl, deps } = alone;
      const server = spawnServer({
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        JWT_SECRET: deps.jwtSecret.current,
        SECRETS_KEY: deps.secretsKey.current,
        LOG_LEVEL: 'warn',
        TRUST_PROXY,
      });
      const url = await server.ready;
      const headers = { 'x-forwarded-for': '203.0.113.7' };
      for (const more of [{}, { headers }, { headers }]) await fetch(`${url}/api/version`, more);
      server.process.kill('SIGTERM');
      await server.ended;
      expect(server.reported().split('X-Forwarded-For is ignored').length - 1).toBe(count);
      await rm(dataDir, { recursive: true });
    },
  );

  test.each([
    ['<script>alert(1)</script>', '127.0.0.1'],
    ['203.0.113.7, unknown', '127.0.0.1'],
    ['x'.repeat(3000), '127.0.0.1'],
    ['10.0.0.1, 203.0.113.9', '203.0.113.9'],
    ['2001:db8::1', '2001:db8::1'],
  ])('behind a trusted proxy, X-Forwarded-For %s is logged as %s', async (forwarded, address) => {
    const { userId, token } = await addOwner(behind, `Owner ${Math.random()}`);
    const headers = { 'x-forwarded-for': forwarded };
    const body = { name: 'Harbour' };
    expect((await behind.send('POST', '/api/users/venues', { token, headers, body })).status).toBe(
      201,
    );
    const entry = await behind.db
      .selectFrom('audit')
      .select('address')
      .where('action', '=', 'venue.created')
      .where('on_behalf_of', '=', userId)
      .executeTakeFirstOrThrow();
    expect(entry.address).toBe(address);
  });
});
