import { EventEmitter, once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  expectNoRequest,
  type ReadersTest,
  type Received,
  startReadersTest,
  startTestService,
  type TestResponse,
  type TestService,
} from '../../testing/providers.ts';

const authToken = '3504489F-A774-88E0-80114FBBC925E207';
const accessToken = 'EA79FB05-3AA7-4500-AF9A-73F986FF2C1D';
const clientGuid = 'A3B18F21-AD17-8416-0626C4C9F1CA86A7';
const privateKey = 'sk_test_of_the_other_provider';
const credentials = { privateKey, clientGuid, authToken };

let readers: ReadersTest;
let shift4: TestService;
beforeAll(async () => {
  readers = await startReadersTest(expectNoRequest, shift4KnowsTheReader);
  ({ shift4 } = readers);
});
beforeEach(() => readers.restart());
afterEach(() => {
  for (const secret of [authToken, accessToken]) {
    expect(readers.warnings.join('\n')).not.toContain(secret);
  }
  expect(readers.stripe.received).toEqual([]);
});
afterAll(() => readers.close());

const addPaxUnit = (given: object = credentials) => readers.addVenueUnit(given, { pax: true });

/** As documented for the three endpoints; the auth token is valid for one exchange. */
const shift4KnowsTheReader = ({ path, body }: Received): TestResponse => {
  const call = path.replace('/api/rest/v1/', '');
  const server = { name: 'U2API01CE' };
  if (call === 'credentials/accesstoken') {
    const spent = shift4.received.filter((received) => received.path === path).length > 1;
    return spent
      ? shift4Error(9862, `AuthToken not valid ${body}`)
      : { body: { result: [{ dateTime: 'x', credential: { accessToken }, server }] } };
  }
  if (call === 'devices/getstatus') {
    const device = { cloudRegistered: 'Y', cloudConnected: 'N', offlineMode: 'U', server };
    return { body: { result: [device] } };
  }
  const merchant = {
    addressLine1: '456 Fake St',
    city: 'Las Vegas',
    industry: 'F',
    mid: 15877,
    name: 'Merchant XYZ',
    region: 'NV',
    postalCode: '78402',
  };
  return { body: { result: [{ dateTime: 'x', merchant, server }] } };
};
const shift4Error = (primaryCode: number, longText: string): TestResponse => ({
  status: 400,
  body: { result: [{ error: { primaryCode, secondaryCode: 0, longText }, server: {} }] },
});
const exchanges = () => shift4.received.filter(({ path }) => path.endsWith('accesstoken'));

test('returns the reader from Shift4 instead of Stripe when the flag is on', async () => {
  const { look } = await addPaxUnit();
  expect((await look('1850001')).body).toEqual({
    serialNumber: '1850001',
    displayName: 'Merchant XYZ',
    addressLine1: '456 Fake St',
    city: 'Las Vegas',
    state: 'NV',
    country: '',
    zipCode: '78402',
  });
  const [exchange, ...others] = shift4.received;
  expect(exchange).toMatchObject({
    method: 'POST',
    path: '/api/rest/v1/credentials/accesstoken',
    headers: { interfacename: 'Barback', interfaceversion: '1.0', companyname: 'Barback' },
  });
  expect(JSON.parse(exchange?.body ?? '')).toEqual({
    dateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/),
    credential: { clientGuid, authToken },
  });
  expect(others.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'GET /api/rest/v1/merchants/merchant',
    'POST /api/rest/v1/devices/getstatus',
  ]);
  for (const { headers } of others) {
    expect(headers).toMatchObject({ accesstoken: accessToken, interfacename: 'Barback' });
  }
  const status = others.find(({ path }) => path.endsWith('getstatus'));
  expect(JSON.parse(status?.body ?? '').device).toEqual({
    cloud: true,
    manufacturer: 'PAX',
    serialNumber: '1850001',
  });
});

test('exchanges the auth token once, for concurrent lookups and for all processes', async () => {
  const { app } = readers;
  const { flags } = app.deps;
  const { look } = await addPaxUnit();
  // Completes the exchange once all three have read that there is no access token yet.
  const events = new EventEmitter();
  const allHaveRead = once(events, 'all have read');
  let reads = 0;
  app.deps.flags = {
    ...flags,
    flagsOn: async (context) => {
      const on = await flags.flagsOn(context);
      reads += 1;
      if (reads === 3) events.emit('all have read');
      return on;
    },
  };
  readers.restart();
  shift4.response = async (received) => {
    await allHaveRead;
    return shift4KnowsTheReader(received);
  };
  const together = await Promise.all([look('1850001'), look('1850001'), look('1850001')]);
  expect(together.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(exchanges()).toHaveLength(1);

  app.deps.flags = flags;
  readers.restart();
  expect((await look('1850001')).status).toBe(200);
  expect(exchanges()).toHaveLength(0);
});

test('exchanges again after another auth token was entered', async () => {
  const { look, owner } = await addPaxUnit();
  await look('1850001');
  const body = { authToken: 'another-auth-token' };
  await readers.app.send('PUT', `/api/users/venues/${owner.venueId}`, {
    token: readers.admin,
    body,
  });
  await look('1850001');
  expect(JSON.parse(exchanges()[1]?.body ?? '').credential.authToken).toBe('another-auth-token');
});

test('stores both Shift4 tokens encrypted', async () => {
  const { look, owner } = await addPaxUnit();
  await look('1850001');
  const venues = await readers.app.db.selectFrom('venues').selectAll().execute();
  for (const { auth_token_sealed: sealed } of venues) {
    expect(sealed?.toString('latin1') ?? '').not.toContain(accessToken);
  }
  const seen = await readers.app.send('GET', `/api/users/venues/${owner.venueId}`, {
    token: readers.admin,
  });
  expect(seen.text).not.toContain(accessToken);
  expect(seen.text).not.toContain(authToken);
});

test("requests only the unit's own reader from Shift4, and only with both credentials", async () => {
  const incomplete = await addPaxUnit({ privateKey, clientGuid });
  expect((await incomplete.look('1850001')).status).toBe(404);
  const { look } = await addPaxUnit();
  expect((await look('tmr_1')).status).toBe(404);
  expect(shift4.received).toEqual([]);
});

test('reports a reader that is not registered with Shift4 as unknown', async () => {
  const { look } = await addPaxUnit();
  shift4.response = (received) =>
    received.path.endsWith('getstatus')
      ? { body: { result: [{ cloudRegistered: 'N' }] } }
      : shift4KnowsTheReader(received);
  expect((await look('1850001')).status).toBe(404);
  expect(readers.warnings).toEqual([]);
});

test.each<[string, TestService['response'], string]>([
  [
    'refuses the credentials',
    ({ body }) => shift4Error(9862, body),
    'credentials/accesstoken answered 400, error 9862',
  ],
  ['fails', () => ({ status: 500, body: '' }), 'credentials/accesstoken answered 500'],
  ['answers nonsense', () => ({ body: { result: [] } }), 'credentials/accesstoken answered 200'],
  ['never answers', () => 'silence', 'no response in time'],
])(
  'reports the reader as unknown, with one log line, when Shift4 %s',
  async (_name, response, reason) => {
    const { look, unit } = await addPaxUnit();
    shift4.response = response;
    expect((await look('1850001')).status).toBe(404);
    expect(readers.warnings).toEqual([
      `Shift4 did not return the card reader of unit ${String(unit.unitNumber)} (${reason}): it counts as unknown.`,
    ]);
    shift4.received.length = 0;
    shift4.response = shift4KnowsTheReader;
    if (reason !== 'no response in time') expect((await look('1850001')).status).toBe(200);
  },
);

test('does not follow a redirect of Shift4', async () => {
  const elsewhere = await startTestService(shift4KnowsTheReader);
  const { look } = await addPaxUnit();
  shift4.response = ({ path }) => ({
    status: 307,
    headers: { location: `${elsewhere.url}${path}` },
    body: '',
  });
  expect((await look('1850001')).status).toBe(404);
  expect(elsewhere.received).toEqual([]);
  expect(readers.warnings).toHaveLength(1);
  await elsewhere.close();
});
