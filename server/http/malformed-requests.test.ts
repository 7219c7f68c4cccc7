import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { spawnServer } from '../testing/processes.ts';
import { app, withApp } from '../testing/with-app.ts';

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
  expect(body.error.message).toBe('Please log in');
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
