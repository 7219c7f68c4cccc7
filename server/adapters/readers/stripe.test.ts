import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Asked,
  startTestService,
  type TestAnswer,
  type TestService,
} from '../../testing/service.ts';
import { nobodyAsks, type ReadersTest, startReadersTest } from '../../testing/readers.ts';

const privateKey = 'sk_test_a_very_private_key';

let readers: ReadersTest;
let stripe: TestService;
beforeAll(async () => {
  readers = await startReadersTest(stripeKnowsTheReader, nobodyAsks);
  ({ stripe } = readers);
});
beforeEach(() => readers.restart());
afterEach(() => {
  expect(readers.warnings.join('\n')).not.toContain(privateKey);
  expect(readers.shift4.asked).toEqual([]);
});
afterAll(() => readers.close());

/** As documented for terminal.reader with an expanded terminal.location. */
const stripeKnowsTheReader = ({ path }: Asked): TestAnswer => ({
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
const stripeFails = (status: number, error: object) => (): TestAnswer => ({
  status,
  body: { error: { type: 'invalid_request_error', message: `Bad key ${privateKey}`, ...error } },
});

describe('what was entered by hand', () => {
  const record = { serialNumber: 'SN-1', displayName: 'By hand' };
  const enter = async (unitNumber: number, token: string, stripeReader: object) =>
    readers.app.send('PUT', `/api/units/${String(unitNumber)}`, { token, body: { stripeReader } });

  test('wins, and nobody is asked', async () => {
    const { owner, unit, look } = await readers.addVenueUnit({ privateKey });
    await enter(unit.unitNumber, owner.token, record);
    expect((await look('tmr_1')).body).toMatchObject(record);
    expect(stripe.asked).toEqual([]);
  });

  test('gives way when all of it is empty', async () => {
    const { owner, unit, look } = await readers.addVenueUnit({ privateKey });
    await enter(unit.unitNumber, owner.token, {});
    expect((await look('tmr_1')).body.displayName).toBe('Front bar');
  });
});

describe('Stripe', () => {
  test('tells of the reader with the key of the venue', async () => {
    const { look } = await readers.addVenueUnit({ privateKey });
    const answer = await look('tmr_1');
    expect(answer.body).toEqual({
      serialNumber: '123-456-789',
      displayName: 'Front bar',
      addressLine1: '1272 Valencia Street',
      city: 'San Francisco',
      state: 'CA',
      country: 'US',
      zipCode: '94110',
    });
    expect(stripe.asked).toMatchObject([
      {
        method: 'GET',
        path: expect.stringContaining('/v1/terminal/readers/tmr_1?expand'),
        headers: { authorization: `Bearer ${privateKey}` },
      },
    ]);
    expect(answer.text).not.toContain(privateKey);
  });

  test('tells of a reader that stands nowhere', async () => {
    const { look } = await readers.addVenueUnit({ privateKey });
    stripe.answer = () => ({
      body: { id: 'tmr_1', serial_number: 'S', label: 'L', location: null },
    });
    expect((await look('tmr_1')).body).toMatchObject({ serialNumber: 'S', city: '', country: '' });
  });

  test('is asked for the reader of the unit only, and only with a key', async () => {
    const { look } = await readers.addVenueUnit({ privateKey });
    expect((await look('tmr_2')).status).toBe(404);
    expect((await look('1850001')).status).toBe(404);
    const without = await readers.addVenueUnit({});
    expect((await without.look('tmr_1')).status).toBe(404);
    expect(stripe.asked).toEqual([]);
    expect(readers.warnings).toEqual([]);
  });

  test.each([
    ['does not know the reader', stripeFails(404, { code: 'resource_missing' })],
    ['deleted the reader', () => ({ body: { id: 'tmr_1', deleted: true } })],
  ])('that %s leaves it unknown', async (_name, answer) => {
    const { look } = await readers.addVenueUnit({ privateKey });
    stripe.answer = answer;
    expect((await look('tmr_1')).status).toBe(404);
    expect(readers.warnings).toEqual([]);
  });

  test.each<[string, TestService['answer'], string]>([
    ['refuses the key', stripeFails(401, {}), 'StripeAuthenticationError'],
    ['has had enough', stripeFails(429, {}), 'StripeRateLimitError'],
    ['fails', stripeFails(500, {}), 'StripeAPIError'],
    ['answers nonsense', () => ({ body: '<html>' }), 'StripeAPIError'],
    ['never answers', () => 'silence', 'no answer in time'],
  ])('that %s leaves the reader unknown and one line in the log', async (_name, answer, reason) => {
    const { look, unit } = await readers.addVenueUnit({ privateKey });
    stripe.answer = answer;
    const { status, text } = await look('tmr_1');
    expect(status).toBe(404);
    expect(text).not.toContain(privateKey);
    expect(readers.warnings).toEqual([
      `Stripe did not tell of the card reader of unit ${String(unit.unitNumber)} (${reason}): it counts as unknown.`,
    ]);
  });

  test('is not asked when the key cannot be opened', async () => {
    const { look } = await readers.addVenueUnit({ privateKey });
    readers.restart('lost and replaced by another');
    expect((await look('tmr_1')).status).toBe(404);
    expect(stripe.asked).toEqual([]);
    expect(readers.warnings[0]).toContain('SECRETS_KEY');
  });

  test('sends us elsewhere in vain', async () => {
    const { look } = await readers.addVenueUnit({ privateKey });
    const elsewhere = await startTestService(stripeKnowsTheReader);
    stripe.answer = () => ({ status: 302, headers: { location: elsewhere.url }, body: '' });
    expect((await look('tmr_1')).status).toBe(404);
    expect(elsewhere.asked).toEqual([]);
    await elsewhere.close();
    expect(readers.warnings).toHaveLength(1);
  });

  test('that is down leaves the reader unknown', async () => {
    const { look } = await readers.addVenueUnit({ privateKey });
    await stripe.close();
    expect((await look('tmr_1')).status).toBe(404);
    expect(readers.warnings).toEqual([expect.stringContaining('(StripeConnectionError)')]);
  });
});
