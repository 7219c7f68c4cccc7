/** Property test: under any sales and refunds, sequential or concurrent, all reported figures agree to the cent. */
import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { rebuildRollups } from '../../db/rebuild-rollups.ts';
import { splitCents } from '../../lib/split-cents.ts';
import { createUnit, type TestUnit } from '../testing/app.ts';
import {
  countingPayments,
  type CountingPayments,
  hourMs,
  noon,
  refund,
  run,
  type Run,
  spanMs,
  withRefunds,
  workAt,
} from '../testing/refunds.ts';
import { app, owner } from '../testing/with-app.ts';
import { verifyVenue } from '../verification/verify-venues.ts';

withRefunds();

const cents = (dollars: number): number => Math.round(dollars * 100);

async function sellAll({ taxPercentage, orders }: Run) {
  const unit = await createUnit(app, owner);
  await app.db.updateTable('venues').set({ tax_percentage: taxPercentage }).execute();
  await app.db
    .updateTable('unit_inventory')
    .set({ price_cents: 333 })
    .where('ingredient_id', '=', unit.cola)
    .execute();
  const free = await app.send('POST', '/api/drinks', {
    token: owner.token,
    body: {
      name: 'On us',
      price: 0,
      ingredients: [unit.cola],
      venueId: owner.venueId,
      unitId: unit.id,
    },
  });
  expect(free.status).toBe(201);
  const what: Record<Run['orders'][number]['drinks'][number]['kind'], object> = {
    cubaLibre: { drinkId: unit.cubaLibre },
    rum: { ingredients: [unit.rum] },
    cola: { ingredients: [unit.cola] },
    free: { drinkId: free.body.id },
  };
  const sold: any[] = [];
  for (const { atMs, drinks, tipCents, feeCents } of orders) {
    const body = {
      date: noon.getTime() + atMs,
      tips: tipCents / 100,
      paymentId: 'pi_1',
      sharesPayment: true,
      ...(feeCents === null ? {} : { processingFee: feeCents / 100 }),
      drinks: drinks.map(({ kind, quantity, success, isDouble }) => ({
        ...what[kind],
        quantity,
        successQuantity: Math.min(success, quantity),
        isDouble,
      })),
    };
    const response = await app.send('POST', '/api/orders', { token: unit.key, body });
    expect(response.status).toBe(201);
    sold.push(response.body);
  }
  return { unit, sold };
}

/** Cents that were charged for glasses that were not poured, from the orders as they were sent. */
function chargedForNothing({ orders }: Run, sold: readonly any[]): number {
  return orders.reduce((all, { drinks }, nth) => {
    const failed = drinks.map(({ success, quantity }) => Math.max(0, quantity - success));
    const isNothingPoured = drinks.every(({ quantity }, at) => failed[at] === quantity);
    const lines: any[] = sold[nth].drinks;
    return lines.reduce((sum, line, at) => {
      const glasses = failed[at] ?? 0;
      if (glasses === 0 || line.price === 0) return sum;
      const taxes = splitCents(cents(line.tax), Array(line.quantity).fill(1)).slice(-glasses);
      const tip = isNothingPoured ? cents(line.tips) : 0;
      return taxes.reduce((total, tax) => total + tax, sum + glasses * cents(line.price) + tip);
    }, all);
  }, 0);
}

/** The ledger of the unit, in cents. */
async function readLedger(unitId: string) {
  const days = [noon.getTime() - spanMs, noon.getTime()].map((ms) =>
    new Date(ms).toISOString().slice(0, 10),
  );
  const query = `unitId=${unitId}&from=${days[0]}&to=${days[1]}&timezone=UTC`;
  const { status, body } = await app.send('GET', `/api/venues/${owner.venueId}/ledger?${query}`, {
    token: owner.token,
  });
  expect(status).toBe(200);
  return {
    charged: cents(body.charged),
    settled: cents(body.returned) + cents(body.remade) + cents(body.owed) + cents(body.kept),
    refunds: cents(body.returned) + cents(body.goodwill) + cents(body.otherRefunds),
  };
}

const charged = (sales: any[]): number =>
  sales.reduce((sum, { price, tax, tips }) => sum + cents(price) + cents(tax) + cents(tips), 0);

async function send(path: string, unitId: string, [from, to]: readonly [number, number]) {
  const query = new URLSearchParams({
    venueId: owner.venueId,
    unitId,
    startDate: String(from),
    endDate: String(to),
  });
  const response = await app.send('GET', `${path}?${query.toString()}&pagination[size]=100`, {
    token: owner.token,
  });
  expect(response.status).toBe(200);
  return response;
}

/** Figures of a range from every source that reports them, in cents. */
async function describe(unitId: string, range: readonly [number, number]) {
  const { body } = await send('/api/orders/sales/report', unitId, range);
  const lines = body.sales.flatMap((sale: any) => sale.drinks);
  /** The cents of all lines, less what is refunded of them. */
  const left = (all: (line: any) => number, back: (line: any) => number): number =>
    lines.reduce(
      (total: number, line: any) =>
        total +
        (line.status === 'refunded' ? 0 : all(line) - (line.refundedQuantity ? back(line) : 0)),
      0,
    );
  const gross = lines.reduce(
    (total: number, line: any) =>
      total + cents(line.price) * line.quantity + cents(line.tax) + cents(line.tips),
    0,
  );
  const kept = {
    sales: left(
      (line) => cents(line.price) * line.quantity,
      (line) => cents(line.price) * line.refundedQuantity,
    ),
    taxes: left(
      (line) => cents(line.tax),
      (line) => cents(line.refundedTax),
    ),
    tips: left(
      (line) => cents(line.tips),
      (line) => cents(line.refundedTips),
    ),
  };
  const pages = { ...kept, refunds: gross - kept.sales - kept.taxes - kept.tips, gross };
  const report = {
    sales: cents(body.totalSales),
    taxes: cents(body.totalTaxes),
    tips: cents(body.totalTips),
    refunds: cents(body.totalRefunds),
    gross: cents(body.grossVolume),
  };
  const rows: string[][] = parse((await send('/api/orders/sales/report.csv', unitId, range)).text);
  const total = (label: string): number =>
    cents(Number(rows.find(([first]) => first === label)?.[5]));
  const csv = {
    sales: total('Total Sales'),
    taxes: total('Taxes'),
    tips: total('Tips'),
    refunds: total('Refunds'),
    gross: total('Gross Volume'),
  };
  const cells = rows.slice(1, -7);
  const column = (place: number): number =>
    cells.reduce((all, row) => all + cents(Number(row[place])), 0);
  const statistics = (await send('/api/reports/drinks', unitId, range)).body;
  const popular = statistics.reduce((all: number, row: any) => all + cents(row.totalAmount), 0);
  return { body, pages, report, csv, popular, csvCharged: column(5) + column(6) + column(7) };
}

/** Reports that the bank has returned one of the refunds of an order, if any has succeeded. */
async function returnOne(
  provider: CountingPayments,
  orderId: string,
  which: number,
): Promise<void> {
  const settled = await app.db
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', '=', 'refunded')
    .orderBy('id')
    .execute();
  const refundId = settled[which % Math.max(1, settled.length)]?.id;
  if (refundId === undefined) return;
  const reference = `re_${refundId}`;
  provider.readStripeWebhook = () =>
    Promise.resolve({ refundId, outcome: { state: 'declined', reference, reason: 'Closed' } });
  const path = `/api/webhooks/stripe/${owner.venueId}`;
  expect((await app.send('POST', path, { body: { any: 'event' } })).status).toBe(200);
}

const verify = ({ id, unitNumber }: TestUnit) =>
  verifyVenue(app.db, owner.venueId, new Map([[id, unitNumber]]));

test("the report matches its pages, the CSV, the popular drinks and the provider's payments", async () => {
  await fc.assert(
    fc.asyncProperty(run, async (now) => {
      const { unit, sold } = await sellAll(now);
      const provider = countingPayments();
      app.deps.payments = provider;
      const take = async ({ order: which, indexes, ...step }: Run['steps'][number]) => {
        if (!now.atOnce) provider.behaviour = step.behaviour;
        const { id } = sold[which % sold.length];
        if (step.returns !== null) await returnOne(provider, id, step.returns);
        const one = `${String(indexes[0])}&glasses=${String(step.glasses)}`;
        const { status } = await refund(id, step.glasses === undefined ? indexes.join(',') : one);
        expect([200, 202, 402, 409, 422, 504]).toContain(status);
      };
      if (now.atOnce) await Promise.all(now.steps.map(take));
      else for (const each of now.steps) await take(each);

      const within = async (range: readonly [number, number], isOver: boolean) => {
        const { body, pages, report, csv, popular, csvCharged } = await describe(unit.id, range);
        expect(report).toEqual(pages);
        expect(csv).toEqual(report);
        expect(popular).toBe(report.sales);
        expect(report.gross).toBe(report.sales + report.taxes + report.tips + report.refunds);
        const ids = new Set(body.sales.map((sale: any) => sale.id));
        const described = sold.filter(({ id }) => ids.has(id));
        expect(report.gross).toBe(charged(described));
        expect(csvCharged).toBe(report.gross);
        const paid = await app.db
          .selectFrom('refunds')
          .select(['id', 'state', 'amount_cents'])
          .where('order_id', 'in', [...ids, unit.id] as string[])
          .execute();
        const settled = paid.filter(({ state }) => state === 'refunded');
        expect(report.refunds).toBe(settled.reduce((all, row) => all + row.amount_cents, 0));
        if (range === all) {
          const ledger = await readLedger(unit.id);
          expect(ledger.settled).toBe(ledger.charged);
          expect(ledger.refunds).toBe(report.refunds);
          expect(ledger.charged).toBe(chargedForNothing(now, sold));
        }
        if (!isOver) return;
        const isReturned = ({ state }: { state: string }) => state === 'failed';
        expect(report.refunds).toBe(
          paid.reduce(
            (all, row) => all + (isReturned(row) ? 0 : (provider.paid.get(row.id) ?? 0)),
            0,
          ),
        );
        expect((await verify(unit)).differences).toEqual([]);
        expect(paid.some(({ state }) => state === 'requested')).toBe(false);
      };
      const all = [noon.getTime() - spanMs, noon.getTime()] as const;
      const some = now.ranges.map(([a, b]) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        return [noon.getTime() + from, noon.getTime() + to] as const;
      });
      for (const range of [all, ...some]) await within(range, false);
      provider.behaviour = 'pays';
      await workAt(24 * hourMs);
      for (const range of [all, ...some]) await within(range, true);
    }),
    // Shrinking would exceed the rate limit of reports, and show that as the failure.
    { numRuns: 12, endOnFailure: true },
  );

  const kept = () =>
    sql`select * from sales_rollups where orders <> 0 order by bucket, grain, unit_id`.execute(
      app.db,
    );
  const before = (await kept()).rows;
  await rebuildRollups(app.db);
  expect(before).toEqual((await kept()).rows);
}, 120_000);
