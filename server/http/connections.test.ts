import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { discardRest, giveTime, limitBodyTime, rejectUnderPressure } from './connections.ts';
import { handleErrors } from './error-handler.ts';
import {
  addOwner,
  createUnit,
  startTestApp,
  type TestApp,
  type TestOwner,
  type TestUnit,
} from '../testing/app.ts';
import { countLockWaits, sendOnOneConnection } from '../testing/services/load.ts';

describe('body timeout', () => {
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
});

/** Requests that wait, for a provider or for their own turn, leave connections for the others. */
describe('waiting requests', () => {
  let app: TestApp;
  let noisy: TestOwner & { unit: TestUnit };
  let quiet: TestOwner & { unit: TestUnit };
  let waiting = 0;
  let respond = (): void => undefined;

  beforeAll(async () => {
    const responded = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const findReader = async (): Promise<null> => {
      waiting += 1;
      await responded;
      return null;
    };
    app = await startTestApp({ readers: { findReader } });
    const settle = async (name: string) => {
      const owner = await addOwner(app, name);
      return { ...owner, unit: await createUnit(app, owner) };
    };
    [noisy, quiet] = [await settle('Noisy'), await settle('Quiet')];
  });
  afterAll(() => app.close());

  const sell = ({ unit }: typeof quiet) =>
    app.send('POST', '/api/orders', {
      token: unit.key,
      body: { drinks: [{ drinkId: unit.cubaLibre }] },
    });

  test('requests that wait for a card provider occupy no place of other requests', async () => {
    const path = `/api/stripe-readers/tmr_1?unitId=${noisy.unit.unitNumber}`;
    const lookUps = Array.from({ length: 40 }, () => app.send('GET', path, { token: noisy.token }));
    await expect.poll(() => waiting, { timeout: 20_000 }).toBe(40);
    for (const { userId, token } of [quiet, noisy])
      expect((await app.send('GET', `/api/users/${userId}/venues`, { token })).status).toBe(200);
    respond();
    const statuses = (await Promise.all(lookUps)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([404]));
  });

  test('sales of a locked unit hold two connections, and all others are served meanwhile', async () => {
    const locking = await app.pool.connect();
    await locking.query('begin');
    const ofUnit = [noisy.venueId, noisy.unit.id];
    await locking.query(
      'select from unit_state where venue_id = $1 and unit_id = $2 for update',
      ofUnit,
    );
    const queued = Array.from({ length: 50 }, () => sell(noisy));
    await expect.poll(() => countLockWaits(app), { timeout: 20_000 }).toBe(2);
    expect((await sell(quiet)).status).toBe(201);
    expect((await app.send('GET', '/readyz')).status).toBe(200);
    const list = `/api/venues/${noisy.venueId}/units`;
    expect((await app.send('GET', list, { token: noisy.token })).status).toBe(200);
    expect(await countLockWaits(app)).toBe(2);
    await locking.query('rollback');
    locking.release();
    expect(new Set((await Promise.all(queued)).map(({ status }) => status))).toEqual(
      new Set([201]),
    );
  });

  test('requests of one address that send other invalid tokens share three connections', async () => {
    const locking = await app.pool.connect();
    await locking.query('begin');
    await locking.query('lock table invitations in access exclusive mode');
    const queued = Array.from({ length: 8 }, (_, index) =>
      app.send('POST', '/api/invitations', {
        token: `invalid ${index}`,
        body: { token: 'unknown' },
      }),
    );
    await expect.poll(() => countLockWaits(app), { timeout: 20_000 }).toBe(3);
    const list = `/api/venues/${quiet.venueId}/units`;
    expect((await app.send('GET', list, { token: quiet.token })).status).toBe(200);
    expect(await countLockWaits(app)).toBe(3);
    await locking.query('rollback');
    locking.release();
    expect(new Set((await Promise.all(queued)).map(({ status }) => status))).toEqual(
      new Set([404]),
    );
  });
});

describe('pressure', () => {
  test('an overloaded process rejects requests with Retry-After and stays in service', async () => {
    const app = fastify();
    handleErrors(app);
    // Every measured delay exceeds this limit.
    await rejectUnderPressure(app, { mostDelayMs: 0.001, sampleMs: 5 });
    app.get('/api/version', () => ({}));
    app.get('/readyz', () => ({ ready: true }));
    await expect
      .poll(async () => {
        const { statusCode, headers } = await app.inject('/api/version');
        return [statusCode, headers['retry-after']];
      })
      .toEqual([503, '5']);
    expect((await app.inject('/readyz')).statusCode).toBe(200);
    await app.close();
  });
});
