/** The menu of a unit with 200 drinks, against 20 ms, and the intake, with ten price plans and without. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { openBenchDatabase } from './bench-database.ts';
import { sell } from './intake.bench.ts';
import { openBar } from './menu.bench.ts';
import { serve } from './process.ts';
import { send } from './requests.ts';
import type { Connection } from '../db/pool/connect.ts';
import { addUnitKey, makeSellers } from '../resilience/testing/fleet.ts';
import { median, p95, report, timesMs } from '../resilience/testing/outcome.ts';

const planCount = 10;
const menuLimitMs = 20;
/** Of `timesMs`, before 400 runs. */
const warmRuns = 80;
const rounds = 8;
const seconds = 3;

const hour = (nth: number) => `${String(nth % 24).padStart(2, '0')}:00`;

/** Ten plans of every day for all drinks, of two hours each, and a clock to go by. */
async function addPlans({ db }: Connection, venueId: string): Promise<void> {
  await sql`
    insert into venue_clocks (venue_id, from_day, timezone, starts_minutes, set_at)
    values (${venueId}, '2020-01-01', 'America/New_York', 300, now()) on conflict do nothing
  `.execute(db);
  for (let nth = 0; nth < planCount; nth += 1) {
    const settings = {
      times: {
        repeats: 'weekly',
        weekdays: [0, 1, 2, 3, 4, 5, 6],
        from: hour(nth * 2),
        until: hour(nth * 2 + 2),
      },
      unitIds: [],
      drinkIds: [],
      categories: [],
      change: { operation: 'percent', by: -10 - nth, rounding: '0.25' },
      priority: 0,
    };
    await sql`
      insert into price_plan_periods (venue_id, plan_id, from_at, settings)
      values (${venueId}, ${randomUUID()}, now(), ${JSON.stringify(settings)})
    `.execute(db);
  }
}

let version = 0;

/** What a process knows of the plans of a venue is read again. */
async function switchPlans({ db }: Connection, venueId: string, isOn: boolean): Promise<void> {
  version += 1;
  await sql`
    update venues set price_plans_version = ${isOn ? version : 0} where id = ${venueId}
  `.execute(db);
}

interface Sum {
  orders: number;
  cpuMs: number;
}

const rate = ({ orders }: Sum) => (orders / rounds / seconds).toFixed(0);
const cpu = ({ orders, cpuMs }: Sum) => (cpuMs / orders).toFixed(2);

export async function benchPricePlans(): Promise<void> {
  const database = await openBenchDatabase(20_000);
  const { connection, embedded } = database;
  const bar = await openBar(connection, { ingredients: 30, drinks: 200 });
  const sellers = await makeSellers(connection, 16);
  const key = await addUnitKey(connection.db, bar);
  const [seller] = sellers;
  if (!seller) throw new Error('There is no unit');
  for (const venueId of [bar.venueId, seller.venueId]) {
    await sql`delete from price_plan_periods where venue_id = ${venueId}`.execute(connection.db);
    await addPlans(connection, venueId);
  }
  const server = await serve('serve', embedded.target, '--summing');
  const menu = () => send(`${server.url}/api/units/${bar.unitNumber}/menu`, key);
  /** Times of 400 requests of a warm server, and processor time of each. */
  const measure = async (isOn: boolean) => {
    await switchPlans(connection, bar.venueId, isOn);
    const before = server.cpuMs();
    const times = await timesMs(400, menu);
    return { times, cpuMs: (server.cpuMs() - before) / (400 + warmRuns) };
  };
  const without = await measure(false);
  const { times, cpuMs } = await measure(true);
  report(
    `menu of 200 drinks with ${planCount} price plans / ${menuLimitMs} ms`,
    median(times) / menuLimitMs,
    { most: 1 },
    `median ${median(times).toFixed(1)} ms, p95 ${p95(times).toFixed(1)} ms; ${cpuMs.toFixed(1)} ms of processor time; without plans median ${median(without.times).toFixed(1)} ms, ${without.cpuMs.toFixed(1)} ms`,
  );

  await sell(server.url, sellers, 3);
  const sums = { plans: { orders: 0, cpuMs: 0 }, none: { orders: 0, cpuMs: 0 } };
  const turn = async (name: 'plans' | 'none'): Promise<void> => {
    await switchPlans(connection, seller.venueId, name === 'plans');
    const cpuBefore = server.cpuMs();
    sums[name].orders += (await sell(server.url, sellers, seconds)) * seconds;
    sums[name].cpuMs += server.cpuMs() - cpuBefore;
  };
  for (let round = 0; round < rounds; round += 1) {
    // Neither is always the first.
    const order = round % 2 === 0 ? (['none', 'plans'] as const) : (['plans', 'none'] as const);
    for (const name of order) await turn(name);
  }
  const { plans, none } = sums;
  report(
    `orders taken in with ${planCount} price plans / without, by turns`,
    plans.orders / none.orders,
    { least: 0.97 },
    `${rate(plans)} / ${rate(none)} a second, ${cpu(plans)} / ${cpu(none)} ms of processor time each, ${rounds} turns each`,
  );
  await switchPlans(connection, seller.venueId, false);
  await server.stop();
  await database.close();
}
