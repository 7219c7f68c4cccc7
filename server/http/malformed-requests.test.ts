import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { usualBodyBytes } from '../../contract/endpoint.ts';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { spawnServer } from '../testing/services/processes.ts';
import { app, owner, unit, withApp } from '../testing/with-app.ts';

describe('malformed requests', () => {
  let port: number;
  withApp();
  beforeAll(async () => {
    port = Number(new URL(await app.app.listen({ host: '127.0.0.1', port: 0 })).port);
  });

  /** Returns the response to these bytes once the server closes the connection. */
  async function responseTo(bytes: string, to = port): Promise<{ head: string; body: any }> {
    const socket = connect(to, '127.0.0.1');
    let reported = '';
    socket.on('data', (piece) => {
      reported += piece.toString();
    });
    socket.write(bytes);
    await once(socket, 'close');
    const [head = '', body = ''] = reported.split('\r\n\r\n');
    return { head, body: JSON.parse(body) };
  }

  const end = 'host: bar\r\nconnection: close\r\n\r\n';

  describe('malformed requests with the usual error format', () => {
    test.each([
      ['no HTTP', 'HELLO\r\n\r\n', 400],
      ['too many headers', `GET /api/version HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n${end}`, 431],
      ['an address that cannot be decoded', `GET /api/drinks/%zz HTTP/1.1\r\n${end}`, 400],
    ])('rejects malformed input: %s', async (_, bytes, status) => {
      const { head, body } = await responseTo(bytes);
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(head.toLowerCase()).toContain('cache-control: no-store');
      const { message, requestId } = body.error;
      expect(message).toEqual(expect.any(String));
      expect(head.toLowerCase()).toContain(`x-request-id: ${requestId}`);
    });
  });

  test('ignores an unknown Expect header', async () => {
    const { head } = await responseTo(`GET /api/version HTTP/1.1\r\nexpect: wonders\r\n${end}`);
    expect(head).toMatch(/^HTTP\/1.1 200 /);
  });

  test('an id that is too long is reported as not found', async () => {
    const { head, body } = await responseTo(
      `GET /api/drinks/${'x'.repeat(5000)} HTTP/1.1\r\nauthorization: x\r\n${end}`,
    );
    expect(head).toMatch(/^HTTP\/1.1 401 /);
    expect(body.error.message).toBe('Please sign in');
  });

  test('what is refused early is in the log with its request id, and is counted', async () => {
    const dataDir = await makeTestFolder();
    const metricsToken = 'prometheus-may-read';
    const server = spawnServer({
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: dataDir,
      METRICS_TOKEN: metricsToken,
      LOG_LEVEL: 'warn',
    });
    const url = await server.ready;
    const to = Number(new URL(url).port);
    const ids = [];
    for (const bytes of [
      'HELLO\r\n\r\n',
      `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n${end}`,
      `GET /api/drinks/%zz HTTP/1.1\r\n${end}`,
    ]) {
      ids.push((await responseTo(bytes, to)).body.error.requestId);
    }
    const headers = { authorization: `Bearer ${metricsToken}`, connection: 'close' };
    const figures = await (await fetch(`${url}/metrics`, { headers })).text();
    server.process.kill('SIGTERM');
    await server.ended;
    await rm(dataDir, { recursive: true });

    expect(figures).toContain('barback_http_early_refusals_total{status="400"} 2');
    expect(figures).toContain('barback_http_early_refusals_total{status="431"} 1');
    const lines = server
      .reported()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ requestId: ids[0], status: 400, ip: '127.0.0.1' }),
      expect.objectContaining({ requestId: ids[1], status: 431, ip: '127.0.0.1' }),
      expect.objectContaining({ requestId: ids[2], status: 400 }),
    ]);
  });
});

describe('json body', () => {
  withApp({ owner: 'Rooftop', unit: true });

  const post = async (url: string, payload: string, authorization = '') => {
    const response = await app.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', authorization },
      payload,
    });
    return [response.statusCode, response.json().error?.message] as const;
  };
  const padded = (body: object, bytes: number): string => JSON.stringify(body).padEnd(bytes);
  const credentials = { email: 'maya@example.com', password: 'wrong' };
  const tooNested = [400, 'This request is nested too deeply or has too many values'];

  test.each(['/api/users/login', '/api/users/register', '/api/nowhere'])(
    'clients without an account can send 16 kB to %s, and no more',
    async (url) => {
      const [status] = await post(url, padded(credentials, usualBodyBytes));
      expect(status).not.toBe(413);
      expect(await post(url, padded(credentials, usualBodyBytes + 1))).toEqual([
        413,
        'This is too large',
      ]);
    },
  );

  test('a unit can send an order of 1 MB, and no more', async () => {
    const order = {
      unitNumber: unit.unitNumber,
      drinks: [{ drinkId: unit.cubaLibre, quantity: 1 }],
    };
    const key = `Bearer ${unit.key}`;
    expect((await post('/api/orders', padded(order, 1_048_576), key))[0]).toBe(201);
    expect((await post('/api/orders', padded(order, 1_048_577), key))[0]).toBe(413);
  });

  test.each([
    ['arrays', '['.repeat(8000)],
    ['objects', '{"a":'.repeat(3000)],
    ['21 levels', '['.repeat(21) + ']'.repeat(21)],
    ['a string with a bracket in between', '["]",'.repeat(100)],
    ['an escaped quote', '["\\"]]]]]",'.repeat(100)],
  ])('refuses nested JSON before it is parsed: %s', async (_, text) => {
    expect(await post('/api/users/login', text)).toEqual(tooNested);
  });

  test('refuses more values than the largest order has', async () => {
    const many = `{"terms":"x"${',"":0'.repeat(60_001)}}`;
    const { statusCode, payload } = await app.app.inject({
      method: 'PATCH',
      url: '/api/settings',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` },
      payload: many,
    });
    expect([statusCode, JSON.parse(payload).error.message]).toEqual(tooNested);
  });

  test('brackets and commas inside of texts are text', async () => {
    const terms = '[{,"\\'.repeat(15_000);
    const { statusCode } = await app.app.inject({
      method: 'PATCH',
      url: '/api/settings',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` },
      payload: JSON.stringify({ terms }),
    });
    expect(statusCode).toBe(200);
  });

  test.each(['', '{', '"', '"\\', '{"__proto__": 1}'])(
    'refuses JSON that is not valid: %s',
    async (text) => {
      expect(await post('/api/users/login', text)).toEqual([
        400,
        'This request is not well-formed',
      ]);
    },
  );
});
