/** Refunds at full speed, kills the product midway, and verifies that no refund is paid twice or lost. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { report } from '../testing/outcome.ts';
import { type RunningProduct, startProduct } from '../testing/running-product.ts';
import { login, openClient, requestJson, type TestClient } from '../testing/test-client.ts';

const ordersPerRound = 12;
const drinksPerOrder = 3;
const glassesPerDrink = 2;
/** Of each order: the glasses of the first drink one by one, the others whole. */
const refundsPerOrder = ['0&glasses=1', '0&glasses=1', '1', '2'];
/** A refund is retried after a minute. */
const settledWithinMs = 240_000;

type Report = ResponseOf<Endpoints['getSalesReport']>;

export interface RefundRoundsOutcome {
  rounds: number;
  drinks: number;
  /** Cents paid by the provider, and shown in the report. */
  paidCents: number;
  reportedCents: number;
  /** Cents that were charged, and that the report shows as gross volume. */
  chargedCents: number;
  grossCents: number;
  /** Payments with refunds above the amount paid. */
  overpaid: string[];
  /** Drinks whose refund is pending or failed. */
  open: number;
}

const cents = (dollars: number): number => Math.round(dollars * 100);

export async function refundRounds(dataDir: string, rounds: number): Promise<RefundRoundsOutcome> {
  const stripe = await startCountingStripe();
  const environment = { STRIPE_API_BASE: stripe.url };
  const since = Date.now();
  const charged = new Map<string, number>();
  let product = await startProduct(dataDir, environment);
  const client = await openClient(product);
  await enterStripeKey(product, client);

  for (let round = 0; round < rounds; round += 1) {
    const orders = await sellSome(product, client, charged);
    const enough =
      stripe.received() + 1 + Math.floor(Math.random() * ordersPerRound * refundsPerOrder.length);
    const running = product;
    const refunding = orders.map((id) => refundAll(running, client, id));
    while (stripe.received() < enough && !(await isOver(refunding))) await wait(1);
    await product.kill(round % 2 === 1 ? 'postgres' : undefined);
    await Promise.all(refunding);
    product = await startProduct(dataDir, environment);
    // Refunds that were never requested are requested again; the rest is rejected or completed.
    await Promise.all(orders.map((id) => refundAll(product, client, id)));
  }

  const report = await settledReport(product, client, since);
  await product.stop();
  await stripe.close();
  const lines = report.sales.flatMap((sale) => sale.drinks);
  return {
    rounds,
    drinks: lines.length,
    paidCents: [...stripe.paid.values()].reduce((sum, paid) => sum + paid, 0),
    reportedCents: cents(report.totalRefunds),
    chargedCents: [...charged.values()].reduce((sum, each) => sum + each, 0),
    grossCents: cents(report.grossVolume),
    overpaid: [...stripe.paid].flatMap(([payment, paid]) =>
      paid > (charged.get(payment) ?? 0) ? [payment] : [],
    ),
    open: lines.filter((line) => line.status !== 'refunded').length,
  };
}

/** Enters a key of Stripe for the venue of the client. */
export async function enterStripeKey(
  product: RunningProduct,
  { venueId }: TestClient,
): Promise<void> {
  const token = await login(product, 'admin@barback.example');
  const body = { privateKey: 'sk_test_for_this_machine_only' };
  await requestJson(product, `/api/users/venues/${venueId}`, { token, body, method: 'PUT' });
}

async function sellSome(
  product: RunningProduct,
  client: TestClient,
  charged: Map<string, number>,
): Promise<string[]> {
  const ids: string[] = [];
  for (let count = 0; count < ordersPerRound; count += 1) {
    const paymentId = `pi_${randomUUID().replaceAll('-', '')}`;
    const sale = await client.sellPaid(product, {
      paymentId,
      drinks: drinksPerOrder,
      glasses: glassesPerDrink,
    });
    charged.set(paymentId, cents(sale.price) + cents(sale.tax) + cents(sale.tips));
    ids.push(sale.id);
  }
  return ids;
}

/** Refunds everything separately and concurrently; ignores responses and aborted connections. */
async function refundAll(
  product: RunningProduct,
  { token }: TestClient,
  id: string,
): Promise<void> {
  await Promise.allSettled(
    refundsPerOrder.map((drink) =>
      requestJson(product, `/api/orders/${id}/refund?drinkIndexes=${drink}`, { token }),
    ),
  );
}

const isOver = (work: readonly Promise<void>[]): Promise<boolean> =>
  Promise.race([Promise.all(work).then(() => true), wait(0, false)]);

async function settledReport(
  product: RunningProduct,
  client: TestClient,
  since: number,
): Promise<Report> {
  const path =
    `/api/orders/sales/report?venueId=${client.venueId}&unitId=${client.unitId}` +
    `&startDate=${since}&endDate=${Date.now() + 60_000}&pagination[size]=10000`;
  const until = Date.now() + settledWithinMs;
  for (;;) {
    const report = await requestJson<Report>(product, path, { token: client.token });
    const drinks = report.sales.flatMap((sale) => sale.drinks);
    if (drinks.every(({ status }) => status === 'refunded') || Date.now() > until) return report;
    await wait(1000);
  }
}

/** 20 rounds of kill -9 during refund requests, two minutes. */
export async function refundSuite(dataDir: string): Promise<void> {
  const found = await refundRounds(dataDir, 20);
  report(
    'payments overpaid and refunds left open by kill -9',
    found.overpaid.length + found.open,
    { most: 0 },
    `${found.drinks} drinks refunded in ${found.rounds} rounds`,
  );
  report(
    'cents that the report and the provider see differently',
    Math.abs(found.paidCents - found.reportedCents) +
      Math.abs(found.chargedCents - found.grossCents),
    { most: 0 },
    `${found.paidCents} paid back, ${found.chargedCents} charged`,
  );
}

export interface CountingStripe {
  url: string;
  /** Cents by payment. */
  paid: Map<string, number>;
  received(): number;
  close(): Promise<void>;
}

interface Refund {
  id: string;
  object: 'refund';
  status: 'succeeded';
  payment_intent: string;
  metadata: { refundId: string };
}

const slowestMs = 40;

/** Local fake of Stripe's documented refunds: pays once per idempotency key, counts payments, and is sometimes slow. */
export async function startCountingStripe(): Promise<CountingStripe> {
  const paid = new Map<string, number>();
  const refunds = new Map<string, Refund>();
  let received = 0;

  const pay = (key: string, form: URLSearchParams): Refund => {
    const known = refunds.get(key);
    if (known) return known;
    const payment = form.get('payment_intent') ?? '';
    paid.set(payment, (paid.get(payment) ?? 0) + Number(form.get('amount')));
    const refund: Refund = {
      id: `re_${refunds.size}`,
      object: 'refund',
      status: 'succeeded',
      payment_intent: payment,
      metadata: { refundId: form.get('metadata[refundId]') ?? '' },
    };
    refunds.set(key, refund);
    return refund;
  };

  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => {
      body += piece;
    });
    request.on('end', () => {
      received += 1;
      const payment = new URL(request.url ?? '', 'http://localhost').searchParams.get(
        'payment_intent',
      );
      const reported =
        request.method === 'GET'
          ? {
              object: 'list',
              data: [...refunds.values()].filter((refund) => refund.payment_intent === payment),
            }
          : pay(String(request.headers['idempotency-key']), new URLSearchParams(body));
      setTimeout(() => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(reported));
      }, Math.random() * slowestMs);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    paid,
    received: () => received,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
