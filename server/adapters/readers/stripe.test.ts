import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  expectNoRequest,
  type ReadersTest,
  type Received,
  startReadersTest,
  startTestService,
  type TestResponse,
  type TestService,
} from '../../testing/providers.ts';

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
    readers.app.send('PUT', `/api/units/${String(unitNumber)}`, { token, body: { stripeReader } });

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
    expect((await look('tmr_1')).body).toMatchObject({ serialNumber: 'S', city: '', country: '' });
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
