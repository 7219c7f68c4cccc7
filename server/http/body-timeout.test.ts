import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sendOnOneConnection } from '../testing/load.ts';
import { discardRest, giveTime, limitBodyTime } from './connections.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = fastify();
  limitBodyTime(app);
  app.post('/usual', () => 'done');
  app.post('/long', { onRequest: async (request) => giveTime(request) }, () => 'done');
  app.post(
    '/refused',
    { onRequest: async (_, reply) => void (await reply.code(401).send()) },
    () => 'done',
  );
  app.addContentTypeParser('text/refused', (_request, body, done) => {
    body.once('data', () => done(new Error('refused midway')));
  });
  app.post('/midway', { onRequest: async (request) => giveTime(request) }, () => 'done');
  app.setErrorHandler((_error, failed, reply) => {
    discardRest(failed, reply);
    return reply.code(400).send();
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Sends half of a body, and waits until the server has started to read it. */
async function sendHalf(path: string, type = 'text/plain'): Promise<Socket> {
  const [address] = app.addresses();
  const socket = connect(typeof address === 'object' ? address.port : 0, '127.0.0.1');
  const begun = once(app.server, 'request');
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: bar\r\ncontent-type: ${type}\r\ncontent-length: 4\r\n\r\nab`,
  );
  await begun;
  return socket;
}

const nextResponse = async (socket: Socket): Promise<string> => {
  const [data]: unknown[] = await once(socket, 'data');
  return String(data);
};

test('cuts off a body that does not arrive within half a minute', async () => {
  const socket = await sendHalf('/usual');
  const response = nextResponse(socket);
  vi.advanceTimersByTime(30_000);
  expect(await response).toMatch(/^HTTP\/1.1 408 /);
  socket.destroy();
});

test('accepts a body that arrives in time, and cuts nothing off later', async () => {
  const socket = await sendHalf('/usual');
  vi.advanceTimersByTime(29_999);
  const response = nextResponse(socket);
  socket.write('cd');
  expect(await response).toMatch(/^HTTP\/1.1 200 /);
  vi.advanceTimersByTime(3_600_000);
  expect(vi.getTimerCount()).toBe(0);
  socket.destroy();
});

test('allows an endpoint for large uploads a quarter of an hour', async () => {
  const socket = await sendHalf('/long');
  vi.advanceTimersByTime(899_999);
  const response = nextResponse(socket);
  vi.advanceTimersByTime(1);
  expect(await response).toMatch(/^HTTP\/1.1 408 /);
  socket.destroy();
});

test('reads the rest of a body that was refused midway for half a minute', async () => {
  const socket = await sendHalf('/midway', 'text/refused');
  expect(await nextResponse(socket)).toMatch(/^HTTP\/1.1 400 /);
  vi.advanceTimersByTime(29_999);
  const next = nextResponse(socket);
  socket.write('cdGET /none HTTP/1.1\r\nhost: bar\r\n\r\n');
  expect(await next).toMatch(/^HTTP\/1.1 404 /);
  socket.destroy();

  const late = await sendHalf('/midway', 'text/refused');
  await nextResponse(late);
  const closed = once(late, 'close');
  vi.advanceTimersByTime(30_000);
  await closed;
});

test('a client that sends more than allowed receives the error, and uses its connection again', async () => {
  const [address] = app.addresses();
  const port = typeof address === 'object' ? address.port : 0;
  const headers = { 'content-type': 'text/plain' };
  expect(
    await sendOnOneConnection({ port, path: '/usual', headers }, Buffer.alloc(20_000_000)),
  ).toEqual([false, true, true].map((isReused) => ({ status: 400, isReused })));
});

test('leaves an injected request alone whose body was not read', async () => {
  const refused = await app.inject({ method: 'POST', url: '/refused', payload: { a: 1 } });
  expect(refused.statusCode).toBe(401);
  const late = vi.fn();
  app.server.once('clientError', late);
  vi.advanceTimersByTime(30_000);
  expect(late).not.toHaveBeenCalled();
  app.server.off('clientError', late);
});
