import { EventEmitter, once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  expectNoRequest,
  type ReadersTest,
  type Received,
  startReadersTest,
  startTestService,
  type TestResponse,
  type TestService,
} from '../../testing/services/providers.ts';

describe('shift4', () => {
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
});

describe('stripe', () => {
  const privateKey = 'sk_test_a_very_private_key';

  let readers: ReadersTest;
  let stripe: TestService;
  beforeAll(async () => {
    readers = await startReadersTest(stripeKnowsTheReader, expectNoRequest);
    ({ stripe } = readers);
  });
  beforeEach(() => readers.restart());
  afterEach(() => {
    expect(readers.warnings.join('\n')).not.toContain(privateKey);
    expect(readers.shift4.received).toEqual([]);
  });
  afterAll(() => readers.close());

  /** As documented for terminal.reader with an expanded terminal.location. */
  const stripeKnowsTheReader = ({ path }: Received): TestResponse => ({
    body: {
      id: 'tmr_1',
      object: 'terminal.reader',
      action: null,
      device_sw_version: '2.37.2.0',
      device_type: 'bbpos_wisepos_e',
      ip_address: '192.168.2.2',
      label: 'Front bar',
      livemode: false,
      location: path.includes('expand')
        ? {
            id: 'tml_1',
            object: 'terminal.location',
            address: {
              city: 'San Francisco',
              country: 'US',
              line1: '1272 Valencia Street',
              line2: '',
              postal_code: '94110',
              state: 'CA',
            },
            display_name: 'HQ',
            livemode: false,
            metadata: {},
          }
        : 'tml_1',
      metadata: {},
      serial_number: '123-456-789',
      status: 'online',
    },
  });
  const stripeFails = (status: number, error: object) => (): TestResponse => ({
    status,
    body: { error: { type: 'invalid_request_error', message: `Bad key ${privateKey}`, ...error } },
  });

  describe('manually entered reader', () => {
    const record = { serialNumber: 'SN-1', displayName: 'By hand' };
    const enter = async (unitNumber: number, token: string, stripeReader: object) =>
      readers.app.send('PUT', `/api/units/${String(unitNumber)}`, {
        token,
        body: { stripeReader },
      });

    test('a manually entered reader wins, without a request to Stripe', async () => {
      const { owner, unit, look } = await readers.addVenueUnit({ privateKey });
      await enter(unit.unitNumber, owner.token, record);
      expect((await look('tmr_1')).body).toMatchObject(record);
      expect(stripe.received).toEqual([]);
    });

    test('an empty manual entry falls back to Stripe', async () => {
      const { owner, unit, look } = await readers.addVenueUnit({ privateKey });
      await enter(unit.unitNumber, owner.token, {});
      expect((await look('tmr_1')).body.displayName).toBe('Front bar');
    });
  });

  describe('Stripe readers', () => {
    test("returns the reader from Stripe, requested with the venue's key", async () => {
      const { look } = await readers.addVenueUnit({ privateKey });
      const response = await look('tmr_1');
      expect(response.body).toEqual({
        serialNumber: '123-456-789',
        displayName: 'Front bar',
        addressLine1: '1272 Valencia Street',
        city: 'San Francisco',
        state: 'CA',
        country: 'US',
        zipCode: '94110',
      });
      expect(stripe.received).toMatchObject([
        {
          method: 'GET',
          path: expect.stringContaining('/v1/terminal/readers/tmr_1?expand'),
          headers: { authorization: `Bearer ${privateKey}` },
        },
      ]);
      expect(response.text).not.toContain(privateKey);
    });

    test('returns a reader without a location', async () => {
      const { look } = await readers.addVenueUnit({ privateKey });
      stripe.response = () => ({
        body: { id: 'tmr_1', serial_number: 'S', label: 'L', location: null },
      });
      expect((await look('tmr_1')).body).toMatchObject({
        serialNumber: 'S',
        city: '',
        country: '',
      });
    });

    test("requests only the unit's own reader from Stripe, and only with a key", async () => {
      const { look } = await readers.addVenueUnit({ privateKey });
      expect((await look('tmr_2')).status).toBe(404);
      expect((await look('1850001')).status).toBe(404);
      const without = await readers.addVenueUnit({});
      expect((await without.look('tmr_1')).status).toBe(404);
      expect(stripe.received).toEqual([]);
      expect(readers.warnings).toEqual([]);
    });

    test.each([
      ['does not know the reader', stripeFails(404, { code: 'resource_missing' })],
      ['deleted the reader', () => ({ body: { id: 'tmr_1', deleted: true } })],
    ])('reports the reader as unknown when Stripe %s', async (_name, response) => {
      const { look } = await readers.addVenueUnit({ privateKey });
      stripe.response = response;
      expect((await look('tmr_1')).status).toBe(404);
      expect(readers.warnings).toEqual([]);
    });

    test.each<[string, TestService['response'], string]>([
      ['refuses the key', stripeFails(401, {}), 'StripeAuthenticationError'],
      ['has had enough', stripeFails(429, {}), 'StripeRateLimitError'],
      ['fails', stripeFails(500, {}), 'StripeAPIError'],
      ['answers nonsense', () => ({ body: '<html>' }), 'StripeAPIError'],
      ['never answers', () => 'silence', 'no response in time'],
    ])(
      'reports the reader as unknown, with one log line, when Stripe %s',
      async (_name, response, reason) => {
        const { look, unit } = await readers.addVenueUnit({ privateKey });
        stripe.response = response;
        const { status, text } = await look('tmr_1');
        expect(status).toBe(404);
        expect(text).not.toContain(privateKey);
        expect(readers.warnings).toEqual([
          `Stripe did not return the card reader of unit ${String(unit.unitNumber)} (${reason}): it counts as unknown.`,
        ]);
      },
    );

    test('sends no request to Stripe when the key cannot be decrypted', async () => {
      const { look } = await readers.addVenueUnit({ privateKey });
      readers.restart({ current: 'lost and replaced by another', previous: null });
      expect((await look('tmr_1')).status).toBe(404);
      expect(stripe.received).toEqual([]);
      expect(readers.warnings[0]).toContain('SECRETS_KEY');
    });

    test('does not follow a redirect of Stripe', async () => {
      const { look } = await readers.addVenueUnit({ privateKey });
      const elsewhere = await startTestService(stripeKnowsTheReader);
      stripe.response = () => ({ status: 302, headers: { location: elsewhere.url }, body: '' });
      expect((await look('tmr_1')).status).toBe(404);
      expect(elsewhere.received).toEqual([]);
      await elsewhere.close();
      expect(readers.warnings).toHaveLength(1);
    });

    test('reports the reader as unknown when Stripe is down', async () => {
      const { look } = await readers.addVenueUnit({ privateKey });
      await stripe.close();
      expect((await look('tmr_1')).status).toBe(404);
      expect(readers.warnings).toEqual([expect.stringContaining('(StripeConnectionError)')]);
    });
  });
});
