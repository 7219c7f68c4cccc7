// Test helper: a fake of Shift4, and a venue whose sales are paid through it.
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type CardProviderTest, type PayingVenue, startCardProviderTest } from './card-provider.ts';
import { emptyQueue } from './queue.ts';
import type { Received, TestResponse, TestService } from './service.ts';

export const accessToken = 'EA79FB05-3AA7-4500-AF9A-73F986FF2C1D';
const credentials = { clientGuid: 'A3B18F21-AD17', authToken: '3504489F-A774-88E0' };
export const minuteMs = 60_000;
export const cardToken = '8048023u8m2ka9tj';

export let cards: CardProviderTest;
export let shift4: TestService;
export let venue: PayingVenue;
/** Invoices of the open batch, with amount and status. */
export let batch: Map<string, { total: number; responseCode: string; token: string }>;

/** Starts the fake; after each test, checks that no secret was logged, audited or reported. */
export function withShift4(): void {
  beforeAll(async () => {
    cards = await startCardProviderTest();
    ({ shift4 } = cards);
  });
  beforeEach(async () => {
    cards.restart();
    shift4.response = platform;
    batch = new Map();
    await emptyQueue(cards.app.db);
    venue = await cards.createVenue(credentials, { pax: true });
  });
  afterEach(async () => {
    for (const secret of [accessToken, credentials.authToken]) {
      expect(cards.warnings.join('\n')).not.toContain(secret);
      expect(await venue.auditAndReport()).not.toContain(secret);
    }
    expect(cards.stripe.received).toEqual([]);
  });
  afterAll(() => cards.close());
}

const server = { name: 'U2API01CE' };
export const shift4Error = (primaryCode: number, status = 400): TestResponse => ({
  status,
  body: { result: [{ error: { primaryCode, secondaryCode: 0, longText: accessToken }, server }] },
});
const described = (invoice: string): TestResponse => {
  const found = batch.get(invoice);
  if (!found) return shift4Error(9815);
  const { total, responseCode, token } = found;
  const transaction = { invoice, responseCode, authSource: 'E', saleFlag: 'S' };
  return {
    body: {
      result: [{ amount: { total }, card: { token: { value: token } }, transaction, server }],
    },
  };
};

/** Implements the endpoints used, as documented. */
export const platform = ({ method, path, headers, body }: Received): TestResponse => {
  const call = `${method} ${path.replace('/api/rest/v1/', '')}`;
  const invoice = String(headers['invoice']);
  if (call === 'POST credentials/accesstoken') {
    return { body: { result: [{ dateTime: 'x', credential: { accessToken }, server }] } };
  }
  if (headers['accesstoken'] !== accessToken) return shift4Error(9862);
  if (call === 'GET transactions/invoice') return described(invoice);
  if (call === 'DELETE transactions/invoice') {
    const response = described(invoice);
    batch.delete(invoice);
    return response;
  }
  const { transaction, amount, card } = JSON.parse(body);
  batch.set(transaction.invoice, {
    total: amount.total,
    responseCode: 'A',
    token: card.token.value,
  });
  return described(transaction.invoice);
};
/** Endpoints requested, in order. */
export const endpoints = (): string[] =>
  shift4.received.map(({ method, path }) => `${method} ${path.replace('/api/rest/v1/', '')}`);
