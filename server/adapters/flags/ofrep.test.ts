import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Received,
  startTestService,
  type TestResponse,
  type TestService,
} from '../../testing/providers.ts';
import { ofrepFlags } from './ofrep.ts';
import { type FlagReader, unitFlags, venueFlags } from './port.ts';

const rooftop = venueFlags({ id: randomUUID(), name: 'Rooftop Bar' });
const unit = unitFlags({ id: randomUUID(), venue_id: rooftop.id, unit_number: 1001 });
const secondMs = 1000;

let service: TestService;
let flags: FlagReader;
let warnings: string[];
let nowMs: number;
beforeEach(async () => {
  warnings = [];
  nowMs = 0;
  service = await startTestService(turboshotForRooftop);
  flags = readerOf(service.url);
});
afterEach(async () => {
  vi.useRealTimers();
  await service.close();
});

const readerOf = (url: string, token: string | null = null) =>
  ofrepFlags({ url, token }, { warn: (text) => void warnings.push(text), now: () => nowMs });
const keyOf = ({ path }: Received) => path.split('/').at(-1) ?? '';
const contextOf = ({ body }: Received) => JSON.parse(body).context;
const on = async (context = rooftop) => [...(await flags.flagsOn(context))];

/** As documented in the protocol: a value, or 404 with FLAG_NOT_FOUND. */
const turboshotForRooftop = (received: Received): TestResponse => {
  const key = keyOf(received);
  if (key !== 'general--turboshot') {
    return { status: 404, body: { key, errorCode: 'FLAG_NOT_FOUND', errorDetails: 'no flag' } };
  }
  const value = contextOf(received).targetingKey === 'Rooftop Bar';
  return { body: { key, value, variant: String(value), reason: 'TARGETING_MATCH', metadata: {} } };
};

const nonsense: [string, () => TestResponse][] = [
  ['fails', () => ({ status: 500, body: { errorDetails: 'oops' } })],
  ['never answers', () => 'silence'],
  ['answers no JSON', () => ({ body: '<html>' })],
  ['answers a page', () => ({ headers: { 'content-type': 'text/html' }, body: '<html>' })],
  ['answers something else', () => ({ body: [] })],
  ['answers neither yes nor no', () => ({ body: { key: 'x', value: 'true' } })],
  ['does not let us in', () => ({ status: 401, body: '' })],
  ['has had enough', () => ({ status: 429, headers: { 'retry-after': '99999999' }, body: '' })],
];

test('sends requests as specified by OFREP, and treats an unknown flag as off', async () => {
  flags = readerOf(`${service.url}/flags`, 'let me in');
  expect(flags.isSwitchable).toBe(false);
  expect(await on()).toEqual(['general--turboshot']);
  expect(await on(unit)).toEqual([]);
  expect(service.received[0]).toMatchObject({
    method: 'POST',
    path: expect.stringMatching(/^\/flags\/ofrep\/v1\/evaluate\/flags\/general--/),
    headers: { authorization: 'Bearer let me in' },
  });
  expect(contextOf(service.received[0] as Received)).toEqual({
    kind: 'venue',
    targetingKey: 'Rooftop Bar',
    id: rooftop.id,
    venueId: rooftop.id,
  });
  expect(new Set(service.received.map(keyOf))).toContain('native--1bpd');
  expect(warnings).toEqual([]);
});

test('sends no request before the first evaluation', () => {
  expect(service.received).toEqual([]);
});

test('caches a response for 30 seconds, separately for each venue and unit', async () => {
  await Promise.all([on(), on()]);
  const each = service.received.length;
  expect(new Set(service.received.map(keyOf)).size).toBe(each);
  nowMs = 29 * secondMs;
  await on();
  expect(service.received).toHaveLength(each);
  await on({ ...unit, key: rooftop.key });
  expect(service.received).toHaveLength(2 * each);
  nowMs = 30 * secondMs;
  service.response = () => ({ status: 404, body: { key: 'x', errorCode: 'FLAG_NOT_FOUND' } });
  expect(await on()).toEqual([]);
});

describe('failing flag service', () => {
  test.each(nonsense)(
    'a service that %s leaves flags without a cached response off',
    async (_name, response) => {
      service.response = response;
      expect(await on()).toEqual([]);
      expect(warnings).toEqual([
        expect.stringMatching(/^The flag service does not respond as expected \([^\n]+\): /),
      ]);
    },
  );

  test.each(nonsense)(
    'a service that %s leaves cached flags unchanged for five minutes',
    async (_name, response) => {
      await on();
      service.response = response;
      nowMs = 299 * secondMs;
      expect(await on()).toEqual(['general--turboshot']);
      nowMs = 330 * secondMs;
      expect(await on()).toEqual([]);
    },
  );

  test.each(nonsense)(
    'a service that %s gets no requests for a short pause, and then new ones',
    async (_name, response) => {
      service.response = response;
      await on();
      const received = service.received.length;
      nowMs = 4 * secondMs;
      await on();
      expect(service.received).toHaveLength(received);
      service.response = turboshotForRooftop;
      vi.useFakeTimers({ toFake: ['Date'] });
      vi.setSystemTime(Date.now() + 30 * secondMs);
      nowMs = 30 * secondMs;
      expect(await on()).toEqual(['general--turboshot']);
    },
  );

  test.each([
    ['refuses', () => ({ status: 401, body: '' }), 'status 401'],
    ['is silent', () => 'silence' as const, 'timeout'],
  ])('a service that %s is logged with the reason', async (_name, response, reason) => {
    service.response = response;
    await on();
    expect(warnings[0]).toContain(reason);
  });

  test('a service that is down leaves flags off, with one warning a minute', async () => {
    await service.close();
    for (nowMs of [0, 10, 59, 60, 70].map((seconds) => seconds * secondMs)) {
      expect(await on()).toEqual([]);
    }
    expect(warnings).toEqual(warnings.map(() => expect.stringContaining('ECONNREFUSED')));
    expect(warnings).toHaveLength(2);
  });

  test('an invalid value for one flag does not affect the others', async () => {
    service.response = (received) =>
      keyOf(received) === 'general--double-order'
        ? { body: { key: 'general--double-order', value: 1 } }
        : turboshotForRooftop(received);
    expect(await on()).toEqual(['general--turboshot']);
  });

  test('does not follow a redirect of the flag service', async () => {
    const elsewhere = await startTestService(turboshotForRooftop);
    service.response = ({ path }) => ({
      status: 307,
      headers: { location: `${elsewhere.url}${path}` },
      body: '',
    });
    expect(await on()).toEqual([]);
    expect(elsewhere.received).toEqual([]);
    await elsewhere.close();
  });
});
