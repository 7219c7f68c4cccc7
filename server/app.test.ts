import { beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../db/pool/connect.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { endpoints } from '../contract/endpoints.ts';
import { errorMessages } from '../rules/messages.ts';
import { app, withApp } from './testing/with-app.ts';
import {
  addCustomer,
  addOwner,
  addSuperAdmin,
  createUnit,
  startTestApp,
  testPassword,
} from './testing/app.ts';

const tokens: Record<'owner' | 'superAdmin' | 'customer' | 'unit', string> = {
  owner: '',
  superAdmin: '',
  customer: '',
  unit: '',
};
withApp();
beforeAll(async () => {
  const owner = await addOwner(app, 'Rooftop');
  tokens.owner = owner.token;
  tokens.superAdmin = await addSuperAdmin(app);
  tokens.unit = (await createUnit(app, owner)).key;
  tokens.customer = await addCustomer(app);
});

const every = Object.entries<Endpoint>(endpoints);
const send = (call: Endpoint, token?: string) =>
  app.send(
    call.method,
    call.path.replaceAll(/\{\w+\}/g, 'nothing'),
    token === undefined ? {} : { token },
  );

describe('contract endpoints', () => {
  test.each(every)(
    '%s rejects unauthorised requesters before it validates anything else',
    async (_, call) => {
      const allowed: string[] = {
        anyone: ['owner', 'superAdmin', 'customer', 'unit'],
        account: ['owner', 'superAdmin', 'customer'],
        dashboard: ['owner', 'superAdmin'],
        superAdmin: ['superAdmin'],
        unit: ['owner', 'superAdmin', 'unit'],
        wall: [],
        token: [],
      }[call.access];
      const anonymous = await send(call);
      if (call.access === 'anyone')
        expect(anonymous.body?.error?.message).not.toBe('You may not do this');
      else expect(anonymous.status).toBe(401);
      for (const [who, token] of Object.entries(tokens)) {
        const response = await send(call, token);
        if (!allowed.includes(who))
          expect(response.status, who).toBe('hidden' in call && call.hidden ? 404 : 403);
        else if (call !== endpoints.logout)
          expect([401, 403], `${who}: ${response.text}`).not.toContain(response.status);
        if (call === endpoints.logout && allowed.includes(who))
          tokens[who as keyof typeof tokens] = await again(who);
      }
    },
  );

  /** Public endpoints that check a token: the response of the first two is another one to an account. */
  const dependingOnAccount = ['listOrders', 'acceptInvitation', 'getSettings'];
  const ignoresInvalidToken = ([name, call]: (typeof every)[number]) =>
    call.access === 'anyone' && !dependingOnAccount.includes(name);

  test.each(every.filter((one) => !ignoresInvalidToken(one)))(
    '%s responds to an invalid token with a request to log in',
    async (_, call) => {
      expect((await send(call, 'garbage')).status).toBe(401);
    },
  );

  test.each(every.filter(ignoresInvalidToken))('%s ignores an invalid token', async (_, call) => {
    const { status } = await send(call);
    expect(status).not.toBe(401);
    expect((await send(call, 'garbage')).status).toBe(status);
  });

  test('an account signs in with the header of a session that has ended', async () => {
    const body = { email: 'rooftop@example.com', password: testPassword };
    const { token } = (await app.send('POST', '/api/users/login', { body })).body;
    expect((await send(endpoints.logout, token)).status).toBe(200);
    for (const stale of [token, 'garbage', 'bba_unknown', 'bbu_unknown', 'bbw_unknown'])
      expect((await app.send('POST', '/api/users/login', { body, token: stale })).status).toBe(200);
  });

  test('every contract endpoint is implemented', async () => {
    const later: string[] = [];
    for (const [name, call] of every) {
      const { status, text } = await send(call, tokens.superAdmin);
      if (status === 501 || text.includes(errorMessages.notFound)) later.push(name);
      if (call === endpoints.logout) tokens.superAdmin = await again('superAdmin');
    }
    expect(later).toMatchInlineSnapshot(`[]`);
  });
});

const again = async (who: string): Promise<string> => {
  const emails: Record<string, string> = {
    owner: 'rooftop@example.com',
    superAdmin: 'admin@example.com',
    customer: 'kim@example.com',
  };
  return app.login(emails[who] ?? '');
};

describe('invalid requests', () => {
  test('an unknown URL returns JSON', async () => {
    expect(await app.send('GET', '/api/nope')).toMatchObject({
      status: 404,
      body: { error: { message: 'Not found' } },
    });
  });

  test('invalid JSON returns a plain error', async () => {
    const headers = { 'content-type': 'application/json' };
    expect((await app.send('POST', '/api/users/login', { body: '{', headers })).status).toBe(400);
  });

  test('rejects a body of the wrong content type', async () => {
    const headers = { 'content-type': 'text/xml' };
    expect((await app.send('POST', '/api/users/login', { body: '<a/>', headers })).status).toBe(
      415,
    );
  });

  test('rejects a body of two megabytes', async () => {
    const body = { email: 'x'.repeat(2_000_000), password: 'x' };
    expect((await app.send('POST', '/api/users/login', { body })).status).toBe(413);
  });

  test.each([
    '?pagination[current]=x',
    '?pagination=x',
    '?pagination[size]=100000',
    '?pagination[current]=-1&pagination[size]=0',
    '?pagination[current][a][b][c][d]=1',
    `?pagination[current]=${'9'.repeat(400)}`,
    '?__proto__[x]=1&constructor[prototype][y]=2&pagination[size]=x',
  ])('the invalid page parameter %s returns a bad request or a page', async (query) => {
    const response = await app.send('GET', `/api/admins/owners${query}`, {
      token: tokens.superAdmin,
    });
    expect([200, 400]).toContain(response.status);
  });

  test('treats a page below the first as the first', async () => {
    const response = await app.send('GET', '/api/admins/owners?pagination[current]=0', {
      token: tokens.superAdmin,
    });
    expect(response.body.pagination).toEqual({ current: 1, size: 10, total: 1 });
  });

  test('browsers and proxies must not cache API responses', async () => {
    expect((await app.send('GET', '/api/version')).headers['cache-control']).toBe('no-store');
  });
});

describe('API document', () => {
  test('describes every endpoint with its errors', async () => {
    const { body } = await app.send('GET', '/api/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    for (const [name, call] of every) {
      const operation = body.paths[call.path][call.method.toLowerCase()];
      expect(operation.operationId).toBe(name);
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining(['400', '401', '500', '503']),
      );
    }
    const report = body.paths['/api/orders/sales/report'].get.parameters;
    expect(report).toContainEqual(
      expect.objectContaining({ name: 'pagination', style: 'deepObject', required: false }),
    );
    expect(report).toContainEqual(expect.objectContaining({ name: 'startDate', required: true }));
  });

  test('the HTML page of the API document names every endpoint', async () => {
    const { text } = await app.send('GET', '/api/docs');
    for (const [, call] of every) expect(text).toContain(call.path);
    expect(text).not.toContain('<script');
  });
});

describe('health endpoints', () => {
  test('reports healthy while the server runs and the database responds', async () => {
    expect((await app.send('GET', '/healthz')).status).toBe(200);
    expect((await app.send('GET', '/readyz')).body).toEqual({ ready: true });
  });

  test('reports unhealthy while the database is down, and endpoints return a clear message', async () => {
    const nobody = connect({ url: 'postgres://nobody@127.0.0.1:1/nothing' });
    const cut = await startTestApp({ db: nobody.tenantDb });
    expect((await cut.send('GET', '/readyz')).status).toBe(503);
    expect((await cut.send('GET', '/healthz')).status).toBe(200);
    const body = { email: 'rooftop@example.com', password: testPassword };
    const response = await cut.send('POST', '/api/users/login', { body });
    expect(response).toMatchObject({
      status: 503,
      body: { error: { message: expect.stringContaining('database') } },
    });
    await nobody.close();
    await cut.close();
  });
});
