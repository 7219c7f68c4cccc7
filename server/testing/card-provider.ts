// Test app with local card provider fakes, and sales paid through them.
import {
  type Reply,
  startTestApp,
  type TestApp,
  addOwner,
  addSuperAdmin,
  createUnit,
} from './app.ts';
import { testOutbox } from './outbox.ts';
import { runDueJobs } from './queue.ts';
import { shift4AccessTokens } from '../adapters/shift4-client.ts';
import { startTestService, type TestService } from './service.ts';
import { venuePayments } from '../adapters/payments/venue-payments.ts';

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
          ...(paymentId === null ? {} : { paymentId }),
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
