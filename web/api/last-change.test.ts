import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writtenHeader } from '../../contract/headers.ts';
import { endSession } from '../session/session.ts';
import { api } from './client.ts';

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  fetched.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  endSession();
});

/** Makes a change whose response has this position. */
async function change(position: string, status = 200): Promise<void> {
  const headers = { [writtenHeader]: position };
  fetched.mockResolvedValue(new Response('{}', { status, headers }));
  await api.updateTerms({ query: {}, body: { terms: 'Be kind.' } }).catch(() => undefined);
}

/** Position that the next request sends. */
async function sent(): Promise<string | null> {
  fetched.mockResolvedValue(new Response('{}'));
  await api.getVersion({});
  return new Headers(fetched.mock.lastCall?.[1]?.headers).get(writtenHeader);
}

test('requests after a change send its position, also after one that was refused', async () => {
  expect(await sent()).toBeNull();
  await change('0000000001d6c670');
  expect(await sent()).toBe('0000000001d6c670');
  await change('0000000001d6d000', 402);
  expect(await sent()).toBe('0000000001d6d000');
});

test('the furthest position is sent, whatever the order of the responses', async () => {
  await change('0000000101d6c670');
  await change('0000000001d6c670');
  expect(await sent()).toBe('0000000101d6c670');
});

test('a position is sent for ten minutes and not after the end of the session', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await change('0000000001d6c670');
  vi.setSystemTime(Date.now() + 9 * 60_000);
  expect(await sent()).toBe('0000000001d6c670');
  vi.setSystemTime(Date.now() + 60_000);
  expect(await sent()).toBeNull();
  await change('0000000001d6c670');
  endSession();
  expect(await sent()).toBeNull();
});
