import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect, type Connection } from '../../db/pool/connect.ts';
import { ReadRouter } from '../../db/pool/reads.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { createTestDatabase } from '../../db/testing/database.ts';
import { embeddedFlags } from '../adapters/flags/local.ts';
import {
  addOwner,
  addSuperAdmin,
  createUnit,
  startTestApp,
  type TestApp,
  type TestOwner,
  type TestUnit,
} from '../testing/app.ts';
import { switchFlag } from '../testing/stock.ts';
import { app, withApp } from '../testing/with-app.ts';
import { getVenueOverview } from './get-venue-overview.ts';

describe('overview', () => {
  let owner: TestOwner;
  let unit: TestUnit;
  const noon = new Date('2024-03-10T16:00:00Z');
  withApp();
  beforeEach(async () => {
    app.setNow(noon);
    owner = await addOwner(app, `Rooftop ${Math.random()}`);
    unit = await createUnit(app, owner);
  });

  const sell = (date: string, more: object = {}) =>
    app.send('POST', '/api/orders', {
      token: unit.key,
      body: { date, drinks: [{ drinkId: unit.cubaLibre, ...more }] },
    });
  const look = (timezone = 'America/New_York', token = owner.token) =>
    app.send('GET', `/api/venues/${owner.venueId}/overview?timezone=${timezone}`, { token });

  test("the overview shows today's sales so far in the zone, next to the same hours a week before", async () => {
    await sell('2024-03-10T04:59:59Z');
    await sell('2024-03-10T05:00:00Z');
    await sell('2024-03-10T15:00:00Z', { quantity: 2 });
    await sell('2024-03-03T15:00:00Z');
    await sell('2024-03-03T17:00:00Z');
    const { body } = await look();
    expect(body).toMatchObject({
      day: '2024-03-10',
      orders: 2,
      sales: 27,
      grossVolume: 27,
      weekBefore: { orders: 1, grossVolume: 9 },
      units: [
        {
          unitNumber: unit.unitNumber,
          orders: 2,
          grossVolume: 27,
          lastSoldAt: '2024-03-10T15:00:00.000Z',
          hasKey: true,
        },
      ],
    });
  });

  const findings = async () => {
    const path = `/api/venues/${owner.venueId}/health?timezone=America/New_York`;
    return (await app.send('GET', path, { token: owner.token })).body.findings;
  };

  test('the overview lists units without a key, and leaves to the issues what is wrong', async () => {
    await sell('2024-03-10T15:00:00Z');
    app.setNow(new Date(noon.getTime() + 46 * 60_000));
    expect(await findings()).toMatchObject([
      { kind: 'offline', unitNumber: unit.unitNumber, text: 'Offline 46 min' },
    ]);
    expect((await look()).body.attention).toEqual([]);
    const fresh = (
      await app.send('POST', `/api/units/${owner.venueId}`, { token: owner.token, body: {} })
    ).body;
    expect((await look()).body.attention).toMatchObject([
      { kind: 'noKey', unitNumber: fresh.unitNumber },
    ]);
  });

  test('the overview of a venue that has not sold lists its first steps, in their order', async () => {
    const steps = async () =>
      (await look()).body.firstSteps.map(({ name, isDone }: any) => `${name} ${isDone}`);
    const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
      app.send(method, path, { token: owner.token, body });
    expect(await steps()).toEqual([
      'unit true',
      'key true',
      'bottles true',
      'drinks true',
      'reader false',
      'contacts false',
    ]);
    await send('PUT', `/api/units/updateUnitDetails/${unit.unitNumber}`, {
      contacts: ['4155552671'],
    });
    expect(await steps()).toContain('contacts true');
    await send('PUT', `/api/units/updateUnitDetails/${unit.unitNumber}`, {
      stripeReaderId: 'tmr_1',
    });
    expect(await steps()).toEqual([]);
    await send('DELETE', `/api/units/${unit.unitNumber}`);
    expect(await steps()).toEqual([
      'unit false',
      'key false',
      'bottles false',
      'drinks false',
      'reader false',
      'contacts false',
    ]);
    await send('POST', `/api/units/${owner.venueId}`, {});
    expect((await steps()).slice(0, 2)).toEqual(['unit true', 'key false']);
  });

  test('the overview of a venue that has sold has no first steps', async () => {
    expect((await look()).body.firstSteps).toHaveLength(6);
    await sell('2024-03-01T15:00:00Z');
    expect((await look()).body.firstSteps).toEqual([]);
  });

  test('the overview is refused to another owner, and for an unknown time zone', async () => {
    const stranger = await addOwner(app, `Stranger ${Math.random()}`);
    expect((await look('UTC', stranger.token)).status).toBe(404);
    expect((await look('Nowhere')).body).toHaveProperty('timezone');
  });

  test('the overview of a unit equals its share of the whole, also after it was deleted', async () => {
    const other = await createUnit(app, owner);
    await sell('2024-03-10T15:10:00Z', { quantity: 3 });
    const body = { date: '2024-03-10T08:20:00Z', tips: 1, drinks: [{ drinkId: other.cubaLibre }] };
    await app.send('POST', '/api/orders', { token: other.key, body });
    await sell('2024-03-03T08:20:00Z');
    const before = (await look()).body;
    expect(before).toMatchObject({ orders: 2, grossVolume: 37, servings: 2 });
    expect(before.weekBefore).toEqual({ orders: 1, grossVolume: 9 });
    expect(before.units).toMatchObject([
      { unitId: unit.id, orders: 1, grossVolume: 27 },
      { unitId: other.id, orders: 1, grossVolume: 10 },
    ]);
    await app.send('DELETE', `/api/units/${other.unitNumber}`, { token: owner.token });
    const after = (await look()).body;
    expect(after.units).toHaveLength(1);
    expect(after.grossVolume).toBe(37);
  });

  test('the number of statements is the same for 3 units and for 60', async () => {
    const count = async () => {
      const statements: string[] = [];
      const db = new Kysely<Tables>({
        dialect: new PostgresDialect({ pool: app.pool }),
        log: ({ query }) => void statements.push(query.sql),
      });
      const reads = new ReadRouter({ ...app.deps.readRouter.primary, db }).after(null);
      const deps = { db, flags: embeddedFlags(db), now: app.deps.now, reads };
      const venue = { id: owner.venueId, owner_id: owner.userId };
      const { units, attention } = await getVenueOverview(deps, venue, 'America/New_York');
      return { units: units.length, attention: attention.length, statements: statements.length };
    };
    const addUnits = async (most: number) => {
      for (let made = 0; made < most; made += 1) {
        const { id: unitId } = await createUnit(app, owner);
        await switchFlag(
          app.db,
          { venueId: owner.venueId, unitId },
          'general--inventory-management',
        );
        await app.db
          .updateTable('unit_inventory')
          .set({ level_known: false })
          .where('unit_id', '=', unitId)
          .execute();
      }
    };
    await sell('2024-03-10T15:10:00Z');
    await addUnits(2);
    const few = await count();
    expect(few).toMatchObject({ units: 3, attention: 2 });
    expect(few.statements).toBeGreaterThan(0);
    await addUnits(57);
    const many = await count();
    expect(many).toEqual({ units: 60, attention: 59, statements: few.statements });
  });

  test('a unit whose clock is ahead is found, and its last sale is not the future one', async () => {
    await sell('2024-03-10T15:00:00Z');
    await sell('2024-03-10T16:09:00Z');
    expect(await findings()).toEqual([]);
    await sell('2024-03-12T17:00:00Z');
    const { body } = await look();
    expect(await findings()).toMatchObject([
      {
        kind: 'clock',
        unitNumber: unit.unitNumber,
        text: 'A sale is dated 2 days ahead: check its clock',
      },
    ]);
    expect(body.units[0].lastSoldAt).toBe('2024-03-10T16:09:00.000Z');

    app.setNow(new Date('2024-03-12T17:00:00Z'));
    owner = { ...owner, token: await app.login(owner.email) };
    expect(await findings()).toMatchObject([{ kind: 'offline' }]);
  });

  test('a unit whose last sale has an impossible date is found until its clock is right', async () => {
    await sell('1970-01-01T00:00:07Z');
    expect(await findings()).toMatchObject([
      {
        kind: 'clock',
        unitNumber: unit.unitNumber,
        text: 'Its last sale is dated 1970-01-01: check its clock',
      },
    ]);
    app.setNow(new Date(app.deps.now().getTime() + 60_000));
    await sell(app.deps.now().toISOString());
    expect(await findings()).toEqual([]);
  });

  test('the overview tells an owner which limits are nearly reached, over all of their venues', async () => {
    const admin = await addSuperAdmin(app);
    const limit = async (limits: object) => {
      const sent = { token: admin, body: { limits } };
      expect((await app.send('PUT', `/api/admins/owner/${owner.userId}`, sent)).status).toBe(200);
      return (await look()).body.nearlyFull;
    };
    expect((await look()).body.nearlyFull).toEqual([]);
    const venue = { token: owner.token, body: { name: 'Harbour' } };
    expect((await app.send('POST', '/api/users/venues', venue)).status).toBe(201);
    await createUnit(app, { ...owner, venueId: await otherVenueOf(owner) });
    const stranger = await addOwner(app, `Stranger ${Math.random()}`);
    await createUnit(app, stranger);
    expect(await limit({ units: 3, venues: 3 })).toEqual([]);
    expect(await limit({ units: 2 })).toEqual([
      { name: 'units', used: 2, limit: 2, text: '2 of 2 units in use' },
    ]);
    expect(await limit({ units: null, venues: 2 })).toEqual([
      { name: 'venues', used: 2, limit: 2, text: '2 of 2 venues in use' },
    ]);
  });

  async function otherVenueOf({ userId, venueId, token }: TestOwner): Promise<string> {
    const { body } = await app.send('GET', `/api/users/${userId}/venues`, { token });
    return Object.keys(body).find((id) => id !== venueId) ?? '';
  }
});

describe('shared overview', () => {
  const statements: string[] = [];
  let recorded: Connection;
  let app: TestApp;
  beforeAll(async () => {
    const database = await createTestDatabase();
    recorded = connect(database.target, { onStatement: ({ sql }) => void statements.push(sql) });
    const { tenantDb: db, downloads } = recorded;
    app = await startTestApp({ db, readRouter: new ReadRouter({ db, downloads }) }, database);
  });
  afterAll(async () => {
    await recorded.close();
    await app.close();
  });

  test('overviews that are opened at once are not read once for each', async () => {
    const owner = await addOwner(app, 'Rooftop');
    await createUnit(app, owner);
    const open = (timezone: string) =>
      app.send('GET', `/api/venues/${owner.venueId}/overview?timezone=${timezone}`, {
        token: owner.token,
      });
    const sumsRead = async (...timezones: string[]): Promise<number> => {
      statements.length = 0;
      const responses = await Promise.all(timezones.map(open));
      for (const { status, body } of responses) {
        expect(status).toBe(200);
        expect(body.units).toHaveLength(1);
      }
      return statements.filter((text) => text.includes('sales_rollups')).length;
    };
    const alone = await sumsRead('UTC');
    expect(alone).toBeGreaterThan(0);
    expect(await sumsRead(...Array.from({ length: 10 }, () => 'UTC'))).toBeLessThan(10 * alone);
    expect(await sumsRead('UTC', 'Europe/Paris', 'Asia/Tokyo')).toBe(3 * alone);
  });
});
