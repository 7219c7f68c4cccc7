/** Small simulations on the real app, over HTTP, with a real database. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../db/testing/free-ports.ts';
import { addSuperAdmin, testPassword } from '../server/testing/app.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { runSimulator } from './simulation.ts';
import { app, withApp } from '../server/testing/with-app.ts';

let url: string;
const weekMs = 7 * 24 * 60 * 60 * 1000;
/** The last Saturday evening in New York: older sales are not believed. 1970 began on a Thursday. */
const endsAtMs =
  Math.floor(Date.now() / weekMs) * weekMs - 4 * 24 * 60 * 60 * 1000 + 2 * 60 * 60 * 1000;

withApp({ owner: 'Rooftop' });
beforeAll(async () => {
  await addSuperAdmin(app);
  url = await app.app.listen({ host: '127.0.0.1', port: 0 });
});

async function simulate(args: readonly string[], ledger?: Ledger) {
  const ran = { code: 0, out: '', err: '' };
  ran.code = await runSimulator(
    ['--url', url, '--password', testPassword, '--timezone', 'America/New_York', '--fast', ...args],
    {
      out: { write: (text) => (ran.out += text) },
      err: { write: (text) => (ran.err += text) },
      stop: new AbortController().signal,
      endsAtMs,
      ...(ledger ? { ledger } : {}),
    },
  );
  return ran;
}

const asOwner = ['--email', 'rooftop@example.com'];
const asSuperAdmin = ['--email', 'admin@example.com', '--owner', 'rooftop@example.com'];

async function counts() {
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*) from orders) as orders,
      (select count(*) from orders where sold_at > to_timestamp(${endsAtMs} / 1000.0)) as late,
      (select count(*) from units where category = 'BEERTENDER') as taps,
      (select count(*) from ordered_drinks where is_double) as doubles,
      (select count(*) from ordered_drinks where price_cents = 0) as free,
      (select count(*) from ordered_drinks where success_quantity < quantity) as failed,
      (select count(distinct outcome) from pours) as outcomes,
      (select count(*) from unit_keys where revoked_at is null) as keys
  `.execute(app.db);
  return rows[0] ?? {};
}

describe('three units of a new venue', () => {
  test('units sell for a day and the report agrees with their orders', async () => {
    const ran = await simulate([
      ...asSuperAdmin,
      '--venue',
      'Pop-up',
      '--units',
      '3',
      '--days',
      '2',
    ]);
    expect(ran.err).toBe('');
    expect(ran.out).toContain('Making 3 units in Pop-up.');
    expect(ran.out).toContain('The report agrees to the cent, for each of 3 units and in all.');
    expect(ran.out).not.toContain('server’s own');
    expect(ran.code).toBe(0);
    const found = await counts();
    expect(found).toMatchObject({ late: 0, taps: 1, keys: 0 });
    expect(found['orders']).toBeGreaterThan(60);
    for (const what of ['doubles', 'free', 'failed']) expect(found[what], what).toBeGreaterThan(0);
    expect(found['outcomes']).toBeGreaterThan(3);
  });

  test('existing units resume selling for an owner, with taxes taken from the responses', async () => {
    const ran = await simulate([...asOwner, '--venue', 'Pop-up', '--days', '1', '--seed', '2']);
    expect(ran.out).not.toContain('Making');
    expect(ran.out).toContain('Taxes are the server’s own');
    expect(ran.out).toContain('The report agrees to the cent, for each of 3 units and in all.');
    expect(ran.code).toBe(0);
  });

  test('detects an order that is missing from the ledger', async () => {
    const honest = openLedger();
    let entered = 0;
    const forgetful: Ledger = {
      ...honest,
      enter: (unit, sums) => {
        entered += 1;
        if (entered !== 5) honest.enter(unit, sums);
      },
    };
    const ran = await simulate([...asOwner, '--venue', 'Pop-up', '--days', '1'], forgetful);
    expect(ran.code).toBe(1);
    expect(ran.out).toContain('The report does not agree:');
    expect(ran.out).toMatch(/Pop-up, orders: (\d+) in the ledger, (\d+) in the report/);
    expect(ran.out).toMatch(/Unit \d+, sales: \$[\d,.]+ in the ledger, \$[\d,.]+ in the report/);
  });
});

test('units with faults fail as asked, and the report agrees all the same', async () => {
  const faults = ['--faults', 'blocked,slowing,stopped,reader,closed', '--days', '3'];
  const ran = await simulate([...asSuperAdmin, '--venue', 'Faulty', '--units', '4', ...faults]);
  expect(ran.err).toBe('');
  expect(ran.out).toMatch(/Unit \d+: blocked, closed\.\n/);
  expect(ran.out).toContain('The report agrees to the cent, for each of 4 units and in all.');
  const { rows } = await sql<
    Record<'late' | 'closed' | 'blocked' | 'timeouts' | 'charged', number>
  >`
    select
      (select count(*) from orders where unit_id = unit.id and sold_at >= to_timestamp(${endsAtMs / 1000 - 6 * 3600}))
        as late,
      (
        select count(*) from orders where unit_id = unit.id and sold_at >= to_timestamp(${endsAtMs / 1000 - 48 * 3600})
          and sold_at < to_timestamp(${endsAtMs / 1000 - 24 * 3600})
      ) as closed,
      (select count(*) from pours join orders using (venue_id)
        where orders.id = pours.order_id and unit_id = unit.id and outcome = 'blocked') as blocked,
      (select count(*) from pours join orders using (venue_id)
        where orders.id = pours.order_id and unit_id = unit.id and outcome = 'timeout') as timeouts,
      (select count(*) from orders where unit_id = unit.id and price_cents > 0
        and sold_at >= to_timestamp(${endsAtMs / 1000 - 6 * 3600})) as charged
    from units as unit join venues on venues.id = unit.venue_id
    where venues.name = 'Faulty' order by unit.unit_number
  `.execute(app.db);
  expect(rows.map(({ closed }) => closed)).toEqual([0, 0, 0, 0]);
  const [blocked, slowing, stopped, reader] = rows;
  expect(blocked?.blocked).toBeGreaterThan(2);
  expect(slowing?.timeouts).toBeGreaterThan(0);
  expect(stopped?.late).toBe(0);
  expect(blocked?.charged).toBeGreaterThan(0);
  expect(reader?.charged).toBe(0);
});

test('a clock that is ahead is noticed, and sales at former prices are accepted later', async () => {
  const faults = ['--faults', 'clock,prices', '--days', '2'];
  const ran = await simulate([...asOwner, '--venue', 'Pop-up', '--units', '2', ...faults]);
  expect(ran.err).toBe('');
  expect(ran.out).toMatch(/Unit \d+: clock\.\nUnit \d+: prices\.\n/);
  expect(ran.out).toContain('The report agrees to the cent, for each of 2 units and in all.');
  expect(ran.code).toBe(0);
  const { rows } = await sql<Record<'skew' | 'former' | 'sold', number | null>>`
    select
      (select clock_skews_ms[1] from unit_heartbeats where unit_id = unit.id) as skew,
      (select count(*) from former_prices where unit_id = unit.id) as former,
      (select count(*) from orders where unit_id = unit.id
        and sold_at >= to_timestamp(${endsAtMs / 1000 - 6 * 3600})) as sold
    from units as unit join venues on venues.id = unit.venue_id
    where venues.name = 'Pop-up' order by unit.unit_number
  `.execute(app.db);
  const [ahead, cutOff] = rows;
  expect(ahead?.skew).toBeGreaterThan(4 * 60_000);
  // Raised, and back at the end.
  expect(cutOff?.former).toBe(2);
  expect(cutOff?.sold).toBeGreaterThan(0);
});

describe('failed start', () => {
  test.each([
    [['--email', 'admin@example.com'], 'name the owner with --owner'],
    [['--email', 'admin@example.com', '--owner', 'nobody'], 'there is no owner of that name'],
    [['--email', 'stranger@example.com'], 'There is no account with this email'],
    [[...asOwner, '--minutes', '0.1', '--timezone', 'Europe/Berlin'], 'The bar is closed'],
  ])('simulates nothing with %j', async (args, message) => {
    const ran = await simulate(args);
    expect(ran.err).toContain(message);
    expect(ran.out).toBe('');
    expect(ran.code).toBe(1);
  });

  test('simulates nothing when no server responds', async () => {
    const port = await freePort();
    const ran = await simulate(['--url', `http://127.0.0.1:${port}`, ...asOwner, '--rush']);
    expect(ran.err).toBe('No response from this address: is Barback running there?\n');
    expect(ran.code).toBe(1);
  });
});
