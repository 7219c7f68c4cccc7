/** The work of one venue concerns one shard. What concerns several is named here. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { asAdmin, withDatabase } from '../../db/testing/target.ts';
import { findVenueOfNotice } from '../../server/notices/notices.queries.ts';
import { newId } from '../../server/shared/ids.ts';
import { addSuperAdmin, createUnit } from '../../server/testing/app.ts';
import { switchFlag } from '../../server/testing/stock.ts';
import { testOutbox } from '../../server/testing/services/messages.ts';
import { app, owner, unit, withApp } from '../../server/testing/with-app.ts';

const server = inject('testServer');
let admin: string;
let orderId: string;
let name: string;

withApp({ owner: 'Rooftop', unit: true });
beforeAll(async () => {
  await switchFlag(
    app.db,
    { venueId: owner.venueId, unitId: unit.id },
    'general--inventory-management',
  );
  admin = await addSuperAdmin(app);
  orderId = (await sell()).body.id;
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db);
  name = rows[0]?.name ?? '';
});

const sell = () => {
  const pours = [{ ingredientId: unit.rum, position: '1', ml: 45, ms: 900, outcome: 'poured' }];
  const body = { drinks: [{ drinkId: unit.cubaLibre, pours }] };
  return app.send('POST', '/api/orders', { token: unit.key, body });
};

/** Number of statements that Citus has sent to one shard, and to several, meanwhile. */
async function count(work: () => Promise<unknown>): Promise<{ one: number; several: number }> {
  const read = async () => {
    const [found] = await asAdmin(
      withDatabase(server.admin, name),
      `select sum(query_execution_single_shard)::int as one, sum(query_execution_multi_shard)::int as several
       from citus_stat_counters where name = current_database()`,
    );
    return { one: Number(found?.['one']), several: Number(found?.['several']) };
  };
  const before = await read();
  await work();
  const after = await read();
  return { one: after.one - before.one, several: after.several - before.several };
}

/** Number of transactions that were committed in two phases meanwhile; Citus keeps a row of each for a minute. */
async function countTwoPhase(work: () => Promise<unknown>): Promise<number> {
  const coordinator = withDatabase(server.admin, name);
  const read = async () => {
    const rows = await asAdmin(coordinator, 'select gid from pg_dist_transaction');
    return rows.map(({ gid }) => gid);
  };
  const before = await read();
  await work();
  return (await read()).filter((gid) => !before.includes(gid)).length;
}

const day = { startDate: Date.now() - 86_400_000, endDate: Date.now() + 86_400_000 };
const range = () => `venueId=${owner.venueId}&startDate=${day.startDate}&endDate=${day.endDate}`;

interface Call {
  method?: string;
  url: () => string;
  token?: () => string;
  body?: () => object;
}

const ofOneVenue: Record<string, Call> = {
  'a correction by the unit': {
    method: 'PUT',
    url: () => `/api/orders/${orderId}`,
    token: () => unit.key,
    body: () => ({ duration: 4000 }),
  },
  'the menu of a unit': { url: () => `/api/units/${unit.unitNumber}/menu`, token: () => unit.key },
  'a refund': { url: () => `/api/orders/${orderId}/refund?drinkIndexes=0` },
  'a refill': {
    method: 'POST',
    url: () => `/api/ingredients/${unit.unitNumber}/restore/${unit.rum}`,
    body: () => ({ venueName: 'Rooftop Bar' }),
  },
  'a price change': {
    method: 'PUT',
    url: () => `/api/drinks/${unit.cubaLibre}`,
    body: () => ({ price: 9.5 }),
  },
  'a report': { url: () => `/api/orders/sales/report?${range()}` },
  'a CSV download': { url: () => `/api/orders/sales/report.csv?${range()}` },
  'drink statistics': { url: () => `/api/reports/drinks?${range()}` },
  'the drinks of a venue': { url: () => `/api/drinks/${owner.venueId}?unit=all` },
  'the ingredients of a venue': { url: () => `/api/venues/${owner.venueId}/ingredients` },
  'the notices of a venue': { url: () => `/api/venues/${owner.venueId}/notices` },
  "a unit's orders": { url: () => '/api/orders', token: () => unit.key },
  'the orders of an owner with one venue': { url: () => '/api/orders' },
};

test('sales and their corrections are committed in one phase, a new unit in two', async () => {
  let sold = '';
  const sellOne = async () => {
    sold = (await sell()).body.id;
  };
  expect(await countTwoPhase(sellOne), 'an order').toBe(0);
  const correct = async () => {
    const change = { token: unit.key, body: { duration: 5000 } };
    expect((await app.send('PUT', `/api/orders/${sold}`, change)).status).toBe(200);
  };
  expect(await countTwoPhase(correct), 'a correction').toBe(0);
  const refund = async () => {
    const { status } = await app.send('GET', `/api/orders/${sold}/refund?drinkIndexes=0`, {
      token: owner.token,
    });
    expect(status).toBe(200);
  };
  expect(await countTwoPhase(refund), 'a refund').toBe(0);
  expect(await countTwoPhase(() => createUnit(app, owner)), 'a unit').toBeGreaterThan(0);
});

describe('one shard', () => {
  test('an order', async () => {
    const counted = await count(async () => expect((await sell()).status).toBe(201));
    expect(counted).toMatchObject({ several: 0 });
    expect(counted.one).toBeGreaterThan(5);
  });

  test.each(Object.entries(ofOneVenue))('%s', async (_, call) => {
    const counted = await count(async () => {
      const { method = 'GET', url, token = () => owner.token, body } = call;
      const sent = { token: token(), ...(body ? { body: body() } : {}) };
      const { status, text } = await app.send(method, url(), sent);
      expect([status, text]).toEqual([200, expect.anything()]);
    });
    expect(counted).toMatchObject({ several: 0 });
    expect(counted.one).toBeGreaterThan(0);
  });

  test('a restock notice and its messages', async () => {
    const { runAll } = testOutbox(app);
    await app.db
      .updateTable('unit_positions')
      .set({ remaining_ml: 46 })
      .where('venue_id', '=', owner.venueId)
      .where('unit_id', '=', unit.id)
      .where('position', '=', 1)
      .execute();
    const counted = await count(async () => {
      expect((await sell()).status).toBe(201);
      await runAll();
    });
    const notices = await app.db.selectFrom('restock_notices').selectAll().execute();
    expect(notices).toHaveLength(1);
    expect(counted).toMatchObject({ several: 0 });
  });
});

const ofSeveralVenues: Record<string, () => Promise<unknown>> = {
  'the orders of all owners, for a super admin': () =>
    app.send('GET', '/api/orders', { token: admin }),
  'an order that a super admin names by its id': () =>
    app.send('PUT', `/api/orders/${orderId}`, { token: admin, body: { duration: 4100 } }),
  'a drink that a super admin names by its id': () =>
    app.send('PUT', `/api/drinks/${unit.cubaLibre}`, { token: admin, body: { price: 9.75 } }),
  'what an owner has stored, for their limits': () =>
    app.send('GET', `/api/admins/owner/${owner.userId}`, { token: admin }),
  'a job of an earlier release, which names a notice without its venue': () =>
    findVenueOfNotice(app.db, newId(new Date())),
};

describe('several shards', () => {
  test.each(Object.entries(ofSeveralVenues))('%s', async (_, work) => {
    expect((await count(work)).several).toBeGreaterThan(0);
  });
});
