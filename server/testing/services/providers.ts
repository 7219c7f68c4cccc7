/** Test services with configurable responses, which record their requests: card providers and card readers. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { venuePayments } from '../../adapters/payments/venue-payments.ts';
import { venueReaders } from '../../adapters/readers/venue-readers.ts';
import { shift4AccessTokens } from '../../adapters/shift4-client.ts';
import type { SecretsKey } from '../../shared/encryption.ts';
import {
  addOwner,
  addSuperAdmin,
  createUnit,
  type Reply,
  startTestApp,
  type TestApp,
  type TestOwner,
  type TestUnit,
} from '../app.ts';
import { emptyQueue, runDueJobs, testOutbox } from './messages.ts';

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** 'silence' accepts the request and never responds; a text is sent as it is, anything else as JSON. */
export type TestResponse =
  | 'silence'
  | { status?: number; headers?: Record<string, string>; body: unknown };

export interface TestService {
  url: string;
  received: Received[];
  /** Response to all further requests. */
  response: (received: Received) => TestResponse | Promise<TestResponse>;
  close(): Promise<void>;
}

export async function startTestService(response: TestService['response']): Promise<TestService> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      void reply({ method, path: url, headers, body }, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const service: TestService = {
    url: `http://127.0.0.1:${String(port)}`,
    received: [],
    response,
    close: async () => {
      server.closeAllConnections();
      if (server.listening) {
        server.close();
        await once(server, 'close');
      }
    },
  };
  const reply = async (received: Received, response: ServerResponse): Promise<void> => {
    service.received.push(received);
    const reported = await service.response(received);
    if (reported === 'silence') return;
    const type = { 'content-type': 'application/json' };
    response.writeHead(reported.status ?? 200, { ...type, ...reported.headers });
    response.end(typeof reported.body === 'string' ? reported.body : JSON.stringify(reported.body));
  };
  return service;
}

// Test helper: a fake of Shift4, and a venue whose sales are paid through it.

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

// Test app with local card provider fakes, and sales paid through them.

export interface CardProviderTest {
  app: TestApp;
  stripe: TestService;
  shift4: TestService;
  /** Warnings of jobs, as they would be logged. */
  warnings: string[];
  /** Clears the recorded requests and the process's caches. */
  restart(): void;
  createVenue(credentials: object, more?: { pax: boolean }): Promise<PayingVenue>;
  /** Runs the jobs that are due `ms` from now. */
  workAfter(ms: number): Promise<void>;
  close(): Promise<void>;
}

export interface PayingVenue {
  venueId: string;
  token: string;
  /** Sells a Cuba Libre for $9, two of them, or one and a Cola for $2.50. */
  sell(paymentId: string | null, drinks?: 'both' | 'two'): Promise<string>;
  refund(orderId: string, drinkIndexes?: string): Promise<Reply>;
  /** Audit log and report as text. */
  auditAndReport(): Promise<string>;
  sale(orderId: string): Promise<any>;
}

export async function startCardProviderTest(): Promise<CardProviderTest> {
  const app = await startTestApp();
  const admin = await addSuperAdmin(app);
  const nobody = { status: 500, body: 'Nobody should have asked' };
  const [stripe, shift4] = [
    await startTestService(() => nobody),
    await startTestService(() => nobody),
  ];
  const warnings: string[] = [];
  const { db } = app;
  let venues = 0;
  let aheadMs = 0;

  const restart = (): void => {
    for (const list of [stripe.received, shift4.received, warnings]) list.length = 0;
    const { secretsKey } = app.deps;
    const shift4Base = `${shift4.url}/api/rest/v1`;
    app.deps.payments = venuePayments({
      db,
      secretsKey,
      stripeBase: stripe.url,
      shift4Base,
      accessTokenOf: shift4AccessTokens(db, secretsKey, shift4Base),
      demo: null,
      timeoutMs: 500,
    });
  };
  restart();

  const createVenue: CardProviderTest['createVenue'] = async (credentials, more) => {
    venues += 1;
    const name = `Owner ${venues}`;
    const { venueId, token } = await addOwner(app, name);
    const unit = await createUnit(app, { userId: '', email: '', venueId, token });
    const put = (url: string, body: object) => app.send('PUT', url, { token: admin, body });
    await put(`/api/users/venues/${venueId}`, credentials);
    const flag = { kind: 'venue', key: `${name} Bar`, flag: 'general--pax-shift4' };
    await put('/api/flags', { ...flag, enabled: more?.pax ?? false });
    const date = Date.now();
    const report = async (): Promise<Reply> => {
      const range = `startDate=${date - 1000}&endDate=${date + 1000}`;
      return app.send('GET', `/api/orders/sales/report?venueId=${venueId}&${range}`, { token });
    };
    return {
      venueId,
      token,
      sell: async (paymentId, drinks) => {
        const body = {
          date,
          ...(paymentId === null ? {} : { paymentId, sharesPayment: true }),
          drinks: [
            { drinkId: unit.cubaLibre, quantity: drinks === 'two' ? 2 : 1 },
            ...(drinks === 'both' ? [{ ingredients: [unit.cola] }] : []),
          ],
        };
        return (await app.send('POST', '/api/orders', { token: unit.key, body })).body.id;
      },
      refund: (orderId, drinkIndexes = '0') =>
        app.send('GET', `/api/orders/${orderId}/refund?drinkIndexes=${drinkIndexes}`, { token }),
      auditAndReport: async () =>
        (await app.send('GET', '/api/audit', { token })).text + (await report()).text,
      sale: async (orderId) => (await report()).body.sales.find((sale: any) => sale.id === orderId),
    };
  };

  return {
    app,
    stripe,
    shift4,
    warnings,
    restart,
    createVenue,
    workAfter: async (ms) => {
      aheadMs += ms;
      app.setNow(new Date(Date.now() + aheadMs));
      const { deps } = testOutbox(app);
      await runDueJobs(app, deps, { warn: (message) => warnings.push(message) });
      app.setNow(new Date());
    },
    close: async () => {
      await stripe.close();
      await shift4.close();
      await app.close();
    },
  };
}

// Test app with local card provider fakes for reader lookups, and units with readers there.

export interface ReadersTest {
  app: TestApp;
  admin: string;
  stripe: TestService;
  shift4: TestService;
  warnings: string[];
  /** Clears recorded requests and warnings; simulates a restart of the app. */
  restart(secretsKey?: SecretsKey): void;
  /** Adds a unit with a venue of its own, whose readers are tmr_1 at Stripe and 1850001 at Shift4. */
  addVenueUnit(credentials: object, more?: { pax: boolean }): Promise<VenueUnit>;
  close(): Promise<void>;
}

export interface VenueUnit {
  owner: TestOwner;
  unit: TestUnit;
  look: (readerId: string) => ReturnType<TestApp['send']>;
}

export async function startReadersTest(
  stripeAnswer: TestService['response'],
  shift4Response: TestService['response'],
): Promise<ReadersTest> {
  const app = await startTestApp();
  const admin = await addSuperAdmin(app);
  const stripe = await startTestService(stripeAnswer);
  const shift4 = await startTestService(shift4Response);
  const shift4Base = `${shift4.url}/api/rest/v1`;
  const warnings: string[] = [];
  let owners = 0;
  const restart = (secretsKey = app.deps.secretsKey): void => {
    for (const list of [stripe.received, shift4.received, warnings]) list.length = 0;
    stripe.response = stripeAnswer;
    shift4.response = shift4Response;
    app.deps.readers = venueReaders({
      db: app.db,
      secretsKey,
      flags: app.deps.flags,
      stripeBase: stripe.url,
      shift4Base,
      accessTokenOf: shift4AccessTokens(app.db, secretsKey, shift4Base),
      warn: (message) => void warnings.push(message),
    });
  };
  restart();

  const addVenueUnit: ReadersTest['addVenueUnit'] = async (
    credentials,
    { pax } = { pax: false },
  ) => {
    owners += 1;
    const owner = await addOwner(app, `Owner ${String(owners)}`);
    const unit = await createUnit(app, owner);
    const put = (url: string, token: string, body: object) => app.send('PUT', url, { token, body });
    await put(`/api/users/venues/${owner.venueId}`, admin, credentials);
    await put(`/api/units/updateUnitDetails/${String(unit.unitNumber)}`, owner.token, {
      stripeReaderId: 'tmr_1',
      paxShift4ReaderId: '1850001',
    });
    const key = `Owner ${String(owners)} Bar`;
    const flag = 'general--pax-shift4';
    await put('/api/flags', admin, { kind: 'venue', key, flag, enabled: pax });
    const look = (readerId: string) =>
      app.send('GET', `/api/stripe-readers/${readerId}?unitId=${unit.id}`, { token: owner.token });
    return { owner, unit, look };
  };

  const close = async (): Promise<void> => {
    await stripe.close();
    await shift4.close();
    await app.close();
  };
  return { app, admin, stripe, shift4, warnings, restart, addVenueUnit, close };
}

/** Response of a provider that must not receive requests. */
export const expectNoRequest = (): TestResponse => ({
  status: 500,
  body: 'Nobody should have asked',
});
