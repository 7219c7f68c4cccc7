/** Access tokens: a program reads and changes what its scopes name, at the venues that it was given, and nothing else. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { scopeOfEndpoint } from '../../contract/token-scopes.ts';
import {
  mostTokens,
  permissionsOfScopes,
  tokenMessages,
  tokenRequestsPerMinute,
  type TokenScope,
  tokenScopes,
} from '../../rules/permissions/token-scopes.ts';
import { addPerson } from '../testing/accounts.ts';
import { addressOf, targets } from '../testing/endpoint-targets.ts';
import { type Place, settle, settleBeside, tracesOf } from '../testing/places.ts';
import { app, withApp } from '../testing/with-app.ts';

let place: Place;
let theirs: Place;
withApp();
beforeAll(async () => {
  place = await settle(app, 'Rooftop');
  theirs = await settle(app, 'Harbour');
});

const send = (method: string, url: string, token: string, body?: object) =>
  app.send(method, url, { token, body });
const make = (fields: object = {}, token = place.owner.token) =>
  send('POST', '/api/tokens', token, { name: 'Hotel PMS', scopes: [...tokenScopes], ...fields });

async function addToken(fields: object = {}): Promise<{ id: string; token: string }> {
  const made = await make(fields);
  expect(made.status, made.text).toBe(201);
  return made.body;
}

const current = (token: string) => send('GET', '/api/tokens/current', token);
const list = () => send('GET', '/api/tokens', place.owner.token);
const revoke = (id: string) => send('DELETE', `/api/tokens/${id}`, place.owner.token);
const venueOf = ({ owner }: Place) => `/api/venues/${owner.venueId}/venue`;
const every = Object.entries(endpoints) as [EndpointName, Endpoint][];

test('a token is shown once, says what it may do, and is listed with its last use', async () => {
  const { id, token } = await addToken({ scopes: ['sales:read'], days: 30 });
  const described = await current(token);
  expect(described.body).toMatchObject({
    name: 'Hotel PMS',
    scopes: ['sales:read'],
    venues: [{ id: place.owner.venueId, name: expect.any(String) }],
  });
  const { body, text } = await list();
  expect(body.find((one: { id: string }) => one.id === id)).toMatchObject({
    name: 'Hotel PMS',
    scopes: ['sales:read'],
    venueIds: null,
    addresses: [],
    lastUsedAt: expect.any(String),
  });
  expect(text).not.toContain(token);
  await revoke(id);
});

test('API-01 every endpoint of a scope needs a permission that the scope has', () => {
  for (const [endpoint, scope] of scopeOfEndpoint) {
    const permissions = permissionsOfScopes(scope === 'any' ? [] : [scope]);
    expect(['public', ...permissions], endpoint.path).toContain(endpoint.permission);
  }
});

describe.each<TokenScope>(tokenScopes)('API-01 a token with the scope %s', (scope) => {
  let id: string;
  let token: string;
  beforeAll(async () => {
    ({ id, token } = await addToken({ scopes: [scope] }));
    return async () => {
      await revoke(id);
    };
  });

  test('is refused every call of another scope or of none', async () => {
    const others = every.filter(([, endpoint]) => {
      const needed = scopeOfEndpoint.get(endpoint);
      return needed !== 'any' && needed !== scope;
    });
    expect(others.length).toBeGreaterThan(100);
    for (const [name, endpoint] of others) {
      const aim = targets[name]?.(place) ?? {};
      const reply = await send(endpoint.method, addressOf(endpoint, aim), token, aim.body);
      expect(reply.status, `${name}: ${reply.text}`).toBe(endpoint.hidden ? 404 : 403);
      if (endpoint.hidden) continue;
      const needed = scopeOfEndpoint.get(endpoint);
      const message =
        needed === undefined || needed === 'any'
          ? tokenMessages.notForTokens
          : tokenMessages.needsScopeOf(needed);
      expect(reply.body.error.message, name).toBe(message);
    }
  });

  test('may use the calls of its scope, and finds nothing of another owner or of another venue', async () => {
    const limited = await addToken({ scopes: [scope], venueIds: [place.owner.venueId] });
    const beside = await settleBeside(app, place, `Cellar ${scope}`);
    const own = every.filter(([, endpoint]) => scopeOfEndpoint.get(endpoint) === scope);
    expect(own.length).toBeGreaterThan(1);
    for (const [name, endpoint] of own) {
      const target = targets[name];
      if (!target) continue;
      const use = (at: Place, by: string) => {
        const aim = target(at);
        return send(endpoint.method, addressOf(endpoint, aim), by, aim.body);
      };
      for (const [at, by] of [
        [theirs, token],
        [beside, limited.token],
      ] as const) {
        const foreign = await use(at, by);
        const [there, here] = [target(at), target(place)];
        const namesPlace = JSON.stringify(there) !== JSON.stringify(here);
        expect(foreign.status, `${name}: ${foreign.text}`).toBe(namesPlace ? 404 : 200);
        for (const trace of tracesOf(at)) expect(foreign.text).not.toContain(trace);
      }
      const found = await use(place, limited.token);
      expect(found.status, `${name}: ${found.text}`).not.toBe(401);
      expect(found.status, `${name}: ${found.text}`).not.toBe(403);
    }
    await revoke(limited.id);
  });
});

test('API-05 a revoked token is refused from the next request on', async () => {
  const { id, token } = await addToken();
  expect((await current(token)).status).toBe(200);
  expect((await revoke(id)).body).toEqual({ revoked: true });
  const refused = await current(token);
  expect(refused.status).toBe(401);
  expect(refused.body.error.message).toBe(tokenMessages.unknown);
  expect((await revoke(id)).status).toBe(404);
});

test('a token ends with its days', async () => {
  const { token } = await addToken({ days: 1 });
  app.setNow(new Date(Date.now() + 23 * 60 * 60 * 1000));
  expect((await current(token)).status).toBe(200);
  app.setNow(new Date(Date.now() + 25 * 60 * 60 * 1000));
  expect((await current(token)).status).toBe(401);
  app.setNow(new Date());
});

test('a token works from its addresses only', async () => {
  const open = await addToken({ addresses: ['127.0.0.0/8', '::1'] });
  expect((await current(open.token)).status).toBe(200);
  const closed = await addToken({ addresses: ['203.0.113.7', '2001:db8::/32'] });
  const refused = await current(closed.token);
  expect(refused.status).toBe(403);
  expect(refused.body.error.message).toBe(tokenMessages.otherAddress);
  for (const address of ['203.0.113.0/33', 'example.com', '203.0.113', '']) {
    const made = await make({ addresses: [address] });
    expect(made.status).toBe(400);
    expect(Object.values(made.body)).toEqual([tokenMessages.address]);
  }
  await revoke(open.id);
  await revoke(closed.id);
});

test('what a token changes is in the activity log under its name', async () => {
  const { id, token } = await addToken({ name: 'Till', scopes: ['menu:write'] });
  const { unit } = place;
  const changed = await send('PUT', `/api/drinks/${unit.cubaLibre}`, token, { price: 12.5 });
  expect(changed.status, changed.text).toBe(200);
  await revoke(id);
  const { body } = await send('GET', '/api/audit?search=Till', place.owner.token);
  const entries: { action: string; actor: string; target: string }[] = body.entries;
  const actorOf = new Map(entries.map(({ action, actor }) => [action, actor]));
  expect([...actorOf.keys()].sort()).toEqual([
    'drink.price_updated',
    'token.created',
    'token.revoked',
  ]);
  expect(actorOf.get('drink.price_updated')).toBe('Token Till');
  expect(actorOf.get('token.created')).not.toBe('Token Till');
});

test('only owners make, list and revoke tokens, for their own venues', async () => {
  const manager = await addPerson(app, place.owner, 'manager');
  expect((await make({}, manager.token)).status).toBe(403);
  expect((await send('GET', '/api/tokens', manager.token)).status).toBe(403);
  const { id, token } = await addToken();
  expect((await make({}, token)).status).toBe(403);
  expect((await make({ venueIds: [theirs.owner.venueId] })).body).toEqual({
    venueIds: 'There is no such venue',
  });
  expect((await send('DELETE', `/api/tokens/${id}`, theirs.owner.token)).status).toBe(404);
  const foreign = `/api/tokens?ownerId=${place.owner.userId}`;
  expect((await send('GET', foreign, theirs.owner.token)).status).toBe(404);
  expect((await current(token)).status).toBe(200);
  await revoke(id);
});

test('an owner has at most twenty tokens', async () => {
  const { owner } = theirs;
  const { length } = (await send('GET', '/api/tokens', owner.token)).body;
  for (let count = length; count < mostTokens; count += 1)
    expect((await make({}, owner.token)).status).toBe(201);
  const refused = await make({}, owner.token);
  expect(refused.status).toBe(409);
  expect(refused.body.error.message).toBe(tokenMessages.tooMany);
});

test('the requests of a token are limited, and headers say how many are left', async () => {
  const { id, token } = await addToken();
  const first = await current(token);
  expect(first.headers['ratelimit-limit']).toBe(String(tokenRequestsPerMinute));
  expect(first.headers['ratelimit-remaining']).toBe(String(tokenRequestsPerMinute - 1));
  expect(Number(first.headers['ratelimit-reset'])).toBeLessThanOrEqual(60);
  const other = await addToken();
  for (let count = 1; count < tokenRequestsPerMinute; count += 1) await current(token);
  const refused = await current(token);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await current(other.token)).status).toBe(200);
  await revoke(id);
  await revoke(other.id);
});

test('a session is not a token, and a token opens no session', async () => {
  expect((await current(place.owner.token)).status).toBe(403);
  expect((await current('bbk_unknown')).status).toBe(401);
  const { id, token } = await addToken();
  expect((await send('GET', venueOf(place), token)).status).toBe(200);
  expect((await send('POST', '/api/users/session/renew', token)).status).toBe(403);
  await revoke(id);
});
