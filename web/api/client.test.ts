import { identityMessages } from '../../rules/users/sign-in.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writtenHeader } from '../../contract/headers.ts';

import { ApiError } from './api-error.ts';
import { api } from './client.ts';
import { queryText } from './endpoint-input.ts';
import { onActingEnd, sendActingFor } from '../session/acting.ts';
import { onIdentityDemand, onSecondFactorDemand } from '../session/demands.ts';
import { currentSession, endSession, startSession } from '../session/session.ts';
import { tokenWith } from '../testing/tokens.ts';

const { notConfirmed } = identityMessages;
const fetched = vi.fn<typeof fetch>();

const respondWith = (body: unknown, status = 200) =>
  fetched.mockResolvedValue(new Response(JSON.stringify(body), { status }));

const sent = () => {
  const [url, options] = fetched.mock.lastCall ?? [];
  return { url, method: options?.method, headers: new Headers(options?.headers), options };
};

const failureOf = async (attempt: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await attempt.catch((thrown: unknown) => thrown);
  if (error instanceof ApiError) return error;
  throw new Error('The call did not fail with a ApiError', { cause: error });
};

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  fetched.mockReset();
});
afterEach(() => endSession());

test('takes method and path from the contract and fills and encodes the path', async () => {
  respondWith([]);
  await api.listUnits({ params: { venueId: 'a/b c' } });
  expect(sent()).toMatchObject({ url: '/api/venues/a%2Fb%20c/units', method: 'GET' });
});

test('sends the API token as a bearer token', async () => {
  startSession(tokenWith({ rotoken: 'the-api-token' }));
  respondWith({ version: '1.0.0' });
  expect(await api.getVersion({})).toEqual({ version: '1.0.0' });
  expect(sent().headers.get('Authorization')).toBe('Bearer the-api-token');
});

test('a change outlives the page, unless its body exceeds what browsers allow; reading does not', async () => {
  respondWith({});
  await api.updateTerms({ query: {}, body: { terms: 'Be kind.' } });
  expect(sent().options?.keepalive).toBe(true);
  respondWith({});
  await api.updateTerms({ query: {}, body: { terms: 'x'.repeat(10_000) } });
  expect(sent().options?.keepalive).toBe(false);
  respondWith({});
  await api.getSettings({});
  expect(sent().options?.keepalive).toBe(false);
});

test('logging out sends the raw login token', async () => {
  const token = tokenWith();
  startSession(token);
  respondWith({ ended: true });
  await api.logout({});
  expect(sent().headers.get('Authorization')).toBe(token);
});

test.each([
  ['login', () => api.login({ body: { email: 'a@b.example', password: 'x' } })],
  ['listOrders', () => api.listOrders({ query: {} })],
  ['getSettings', () => api.getSettings({})],
])('%s is sent without the Authorization header even when signed in', async (_, make) => {
  startSession(tokenWith());
  respondWith({});
  await make();
  expect(sent().headers.has('Authorization')).toBe(false);
});

test('a registration is sent with the header only where the server demands it', async () => {
  startSession(tokenWith({ rotoken: 'the-api-token' }));
  const body = { name: 'n', venueName: 'v', email: 'e', password: 'p', password2: 'p' };
  fetched.mockResolvedValueOnce(new Response('{}', { status: 401 }));
  fetched.mockResolvedValueOnce(new Response('{}', { status: 201 }));
  await api.register({ body });
  const headers = fetched.mock.calls.map(([, options]) => new Headers(options?.headers));
  expect(headers.map((each) => each.get('Authorization'))).toEqual([null, 'Bearer the-api-token']);
});

test('the owner acted for is named, and a refusal for that owner ends the acting', async () => {
  const ended = vi.fn<() => void>();
  const stop = onActingEnd(ended);
  startSession(tokenWith());
  sendActingFor('owner-7');
  const refusal = { error: { message: 'Ended', code: 'acting_ended' } };
  respondWith(refusal, 403);
  expect(await failureOf(api.getVersion({}))).toMatchObject({ message: 'Ended', status: 403 });
  expect(sent().headers.get('X-Acting-For')).toBe('owner-7');
  expect(ended).toHaveBeenCalledOnce();
  fetched.mockImplementation(async () => {
    sendActingFor('owner-8');
    return new Response(JSON.stringify(refusal), { status: 403 });
  });
  await failureOf(api.getVersion({}));
  expect(ended, 'another owner has been chosen meanwhile').toHaveBeenCalledOnce();
  sendActingFor(null);
  stop();
});

test('a change that needs a recent authentication is repeated as it was, once the user has confirmed', async () => {
  startSession(tokenWith());
  const refusal = { error: { message: 'Confirm', code: 'recent_authentication_required' } };
  const change = () =>
    api.updatePerson({ params: { id: 'p-1' }, query: {}, body: { role: 'manager' } });
  respondWith(refusal, 403);
  expect((await failureOf(change())).message, 'nobody can be asked').toBe(notConfirmed);

  const ask = vi.fn<() => Promise<boolean>>();
  const stop = onIdentityDemand(ask);
  ask.mockResolvedValueOnce(false);
  respondWith(refusal, 403);
  expect(await failureOf(change())).toMatchObject({ message: notConfirmed, status: 403 });
  expect(ask).toHaveBeenCalledOnce();

  fetched.mockReset();
  const refused = () => new Response(JSON.stringify(refusal), { status: 403 });
  fetched.mockResolvedValueOnce(refused()).mockResolvedValueOnce(refused());
  ask.mockImplementationOnce(async () => {
    fetched.mockImplementation(async () => new Response('{"id":"p-1"}'));
    return true;
  });
  await expect(Promise.all([change(), change()])).resolves.toMatchObject([
    { id: 'p-1' },
    { id: 'p-1' },
  ]);
  expect(ask, 'one question for both').toHaveBeenCalledTimes(2);
  const bodies = fetched.mock.calls.map(([url, options]) => [url, options?.body]);
  expect(bodies).toEqual(
    Array.from({ length: 4 }, () => ['/api/people/p-1', '{"role":"manager"}']),
  );
  stop();
});

test('a refusal for want of a second factor is reported', async () => {
  const demanded = vi.fn<() => void>();
  const stop = onSecondFactorDemand(demanded);
  startSession(tokenWith());
  respondWith({ error: { message: 'Add one', code: 'second_factor_required' } }, 403);
  expect((await failureOf(api.getVersion({}))).message).toBe('Add one');
  expect(demanded).toHaveBeenCalledOnce();
  stop();
});

test('sends a body as JSON', async () => {
  respondWith({ token: 't' });
  await api.login({ body: { email: 'a@b.example', password: 'x' } });
  expect(sent().headers.get('Content-Type')).toBe('application/json');
  expect(sent().options?.body).toBe('{"email":"a@b.example","password":"x"}');
});

test('a missing response becomes a readable message', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await failureOf(api.getVersion({}))).toMatchObject({
    message: 'The server cannot be reached. Please try again',
    status: 0,
    shape: 'network',
  });
});

test('passes an abort through as an AbortError', async () => {
  const controller = new AbortController();
  controller.abort();
  fetched.mockRejectedValue(controller.signal.reason);
  await expect(api.getVersion({ signal: controller.signal })).rejects.toBe(
    controller.signal.reason,
  );
});

test('a 401 ends the session that sent the request', async () => {
  startSession(tokenWith());
  respondWith({ error: { message: 'Please log in' } }, 401);
  expect((await failureOf(api.getVersion({}))).status).toBe(401);
  expect(currentSession()).toBeNull();
  expect(localStorage.getItem('token')).toBeNull();
});

test('a wrong password does not end the session of another window', async () => {
  startSession(tokenWith());
  respondWith({ passwordincorrect: 'The password is not correct' }, 401);
  await failureOf(api.login({ body: { email: 'a@b.example', password: 'x' } }));
  expect(currentSession()).not.toBeNull();
});

test('a late 401 of an older session does not end the new one', async () => {
  startSession(tokenWith({ rotoken: 'older' }));
  fetched.mockImplementation(async () => {
    startSession(tokenWith({ rotoken: 'newer' }));
    return new Response('{}', { status: 401 });
  });
  await failureOf(api.getVersion({}));
  expect(currentSession()?.apiToken).toBe('newer');
});

test('a successful response without a body is a success', async () => {
  fetched.mockResolvedValue(new Response(null, { status: 204 }));
  await expect(
    api.updateTerms({ query: {}, body: { terms: 'Be kind.' } }),
  ).resolves.toBeUndefined();
});

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
async function sentChange(): Promise<string | null> {
  fetched.mockResolvedValue(new Response('{}'));
  await api.getVersion({});
  return new Headers(fetched.mock.lastCall?.[1]?.headers).get(writtenHeader);
}

test('requests after a change send its position, also after one that was refused', async () => {
  expect(await sentChange()).toBeNull();
  await change('0000000001d6c670');
  expect(await sentChange()).toBe('0000000001d6c670');
  await change('0000000001d6d000', 402);
  expect(await sentChange()).toBe('0000000001d6d000');
});

test('the furthest position is sent, whatever the order of the responses', async () => {
  await change('0000000101d6c670');
  await change('0000000001d6c670');
  expect(await sentChange()).toBe('0000000101d6c670');
});

test('a position is sent for ten minutes and not after the end of the session', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await change('0000000001d6c670');
  vi.setSystemTime(Date.now() + 9 * 60_000);
  expect(await sentChange()).toBe('0000000001d6c670');
  vi.setSystemTime(Date.now() + 60_000);
  expect(await sentChange()).toBeNull();
  await change('0000000001d6c670');
  endSession();
  expect(await sentChange()).toBeNull();
});

test('writes nested names in brackets', () => {
  expect(queryText({ venueId: 'v 1', pagination: { current: 1, size: 10 } })).toBe(
    '?venueId=v+1&pagination[current]=1&pagination[size]=10',
  );
});

test('omits undefined values', () => {
  expect(queryText({ unitId: undefined })).toBe('');
  expect(queryText({ unitId: undefined, startDate: 0 })).toBe('?startDate=0');
});

test('repeats list parameters', () => {
  expect(queryText({ drinkIndexes: ['0', '2'] })).toBe('?drinkIndexes=0&drinkIndexes=2');
});
