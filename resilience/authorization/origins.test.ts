/** Verifies that other sites, other host names and rendering pages cannot use the API. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { buildRenderingHost } from '../../server/renderings/rendering-host.ts';
import { type Place, settle } from '../../server/testing/places.ts';
import { shoot, shotsAt } from './rounds.ts';
import { app, withApp } from '../../server/testing/with-app.ts';

const evil = 'evil.example';
const every = Object.entries<Endpoint>(endpoints);
const pages = ['/healthz', '/readyz', '/metrics', '/api/docs', '/api/openapi.json', '/files/x.png'];

let place: Place;
withApp();
beforeAll(async () => {
  place = await settle(app, 'Mine');
});

/** Names of response headers that grant access to another origin (CORS). */
const opening = (headers: Record<string, unknown>): string[] =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));

const addresses = every.map(([name, { method, path }]) => [
  name,
  method,
  path.replaceAll(/\{\w+\}/g, 'x'),
]);

test.each(addresses)(
  '%s sends no CORS headers to another site',
  async (_, method = '', url = '') => {
    const headers = { origin: `https://${evil}`, 'access-control-request-method': method };
    const preflight = await app.send('OPTIONS', url, {
      headers: { ...headers, 'access-control-request-headers': 'authorization' },
    });
    expect(preflight.status).toBe(404);
    for (const token of [undefined, place.owner.token]) {
      if (url.endsWith('/logout')) continue;
      const response = await app.send(method, url, { headers, ...(token ? { token } : {}) });
      expect(opening(response.headers)).toEqual([]);
      expect(response.headers['set-cookie']).toBeUndefined();
    }
    expect(opening(preflight.headers)).toEqual([]);
  },
);

test.each(pages)('%s sends no CORS headers to another site either', async (url) => {
  const { headers } = await app.send('GET', url, { headers: { origin: 'null' } });
  expect(opening(headers)).toEqual([]);
});

test('no response repeats the Host header of a request, for any actor', async () => {
  const headers = {
    host: evil,
    'x-forwarded-host': evil,
    'x-forwarded-proto': 'gopher',
    forwarded: `host=${evil}`,
    'x-original-url': `/${evil}`,
    referer: `https://${evil}/`,
  };
  const reported: string[] = [];
  for (const { endpoint, aim } of shotsAt(place)) {
    if (endpoint.path.endsWith('/logout') || endpoint.method === 'DELETE') continue;
    const url = endpoint.path.replaceAll(
      /\{(\w+)\}/g,
      (_, name: string) => aim.params?.[name] ?? 'nothing',
    );
    const query = new URLSearchParams(aim.query).toString();
    const response = await app.send(endpoint.method, `${url}?${query}`, {
      token: place.owner.token,
      headers,
      ...(aim.body ? { body: aim.body } : {}),
    });
    reported.push(JSON.stringify(response.headers) + response.text);
  }
  for (const url of pages) {
    const response = await app.send('GET', url, { headers });
    reported.push(JSON.stringify(response.headers) + response.text);
  }
  // Changes made under that host name do not appear in later responses either.
  for (const shot of shotsAt(place)) {
    if (shot.endpoint.method === 'GET')
      reported.push((await shoot(app, shot, place.owner.token)).text);
  }
  expect(reported.filter((text) => text.includes(evil) || text.includes('gopher'))).toEqual([]);
});

describe('rendering host', () => {
  const host = () =>
    buildRenderingHost({ live: app.deps.live, bundles: app.deps.bundles, warn: () => {} });

  test.each(addresses)('the rendering host does not serve %s', async (_, method = '', url = '') => {
    const response = await host().inject({
      method: method as 'GET',
      url,
      headers: { authorization: `Bearer ${place.owner.token}`, host: 'localhost:4000' },
      ...(method === 'GET' ? {} : { payload: {} }),
    });
    expect(response.statusCode).toBe(404);
    expect(response.headers['content-type']).toMatch(/^text\/html/);
    expect(response.body).not.toContain('Mine');
  });
});
