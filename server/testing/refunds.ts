// Test helper: a unit that sells, and refunds through a provider fake that counts.
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { sql } from 'kysely';
import { testOutbox } from './outbox.ts';
import { emptyQueue, runDueJobs } from './queue.ts';
import {
  addOwner,
  createUnit,
  type Reply,
  startTestApp,
  type TestApp,
  type TestOwner,
  type TestUnit,
} from './app.ts';
import { countingPayments, type CountingPayments } from './payments.ts';

export let app: TestApp;
export let owner: TestOwner;
export let unit: TestUnit;
export let provider: CountingPayments;

export const noon = new Date('2024-07-01T12:00:00Z');
export const after = (ms: number): void => app.setNow(new Date(noon.getTime() + ms));

export function withRefunds(): void {
  beforeAll(async () => {
    app = await startTestApp();
    app.setNow(noon);
    owner = await addOwner(app, 'Rooftop');
  });
  beforeEach(async () => {
    app.setNow(noon);
    await emptyQueue(app.db);
    unit = await createUnit(app, owner);
    provider = countingPayments();
    app.deps.payments = provider;
  });
  afterAll(() => app.close());
}

export interface Sold {
  id: string;
  drinks: { _id: string }[];
}

/** Sells a Cuba Libre ($9) and a Cola ($2.50) by default; tips $2.30. */
export async function sell(body: object = {}): Promise<Sold> {
  const drinks = [{ drinkId: unit.cubaLibre }, { ingredients: [unit.cola] }];
  const response = await app.send('POST', '/api/orders', {
    token: unit.key,
    body: { date: noon.getTime(), drinks, tips: 2.3, paymentId: 'pi_1', ...body },
  });
  if (response.status !== 201) throw new Error(response.text);
  return response.body;
}

export const refund = (
  order: string,
  drinkIndexes: string,
  { token = owner.token, headers = {} }: { token?: string; headers?: Record<string, string> } = {},
): Promise<Reply> =>
  app.send('GET', `/api/orders/${order}/refund?drinkIndexes=${drinkIndexes}`, { token, headers });

/** Returns the unit's report. */
export async function report(): Promise<any> {
  const range = `startDate=${noon.getTime() - 1000}&endDate=${noon.getTime() + 1000}`;
  const path = `/api/orders/sales/report?venueId=${owner.venueId}&unitId=${unit.id}&${range}&pagination[size]=1000`;
  return (await app.send('GET', path, { token: owner.token })).body;
}

export const drinksOf = async (order: string): Promise<any[]> =>
  (await report()).sales.find((sale: any) => sale.id === order).drinks;

/** Lets the claims of all refunds end, as they do after a while when their process has died. */
export async function endClaims(): Promise<void> {
  await sql`update refunds set claimed_until = now() - interval '1 second' where claimed_until is not null`.execute(
    app.db,
  );
}

/** Runs the jobs due `ms` after noon. */
export async function workAt(ms: number): Promise<void> {
  after(ms);
  const { deps } = testOutbox(app);
  await runDueJobs(app, deps);
  app.setNow(noon);
}
