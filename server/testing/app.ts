/** Test app: the real app on its own database, with helpers for accounts and units. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type pg from 'pg';
import { insertLoadedPositions } from '../../db/loaded-positions.ts';
import { ReadRouter } from '../../db/pool/reads.ts';
import type { Db } from '../../db/tables/tables.ts';
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { urlOf } from '../../db/testing/target.ts';
import { insertUnitState } from '../../db/unit-state.ts';
import { embeddedBundles } from '../adapters/bundles/local.ts';
import { embeddedFlags } from '../adapters/flags/local.ts';
import { demoPayments } from '../adapters/payments/local.ts';
import { embeddedReaders } from '../adapters/readers/local.ts';
import { embeddedStorage } from '../adapters/storage/local.ts';
import { httpsWebhooks } from '../adapters/webhooks/https.ts';
import { buildApp } from '../app.ts';
import { liveRenderings } from '../renderings/live-renderings.ts';
import type { AppDeps } from '../shared/deps.ts';
import { newId } from '../shared/ids.ts';
import { hashPassword } from '../users/passwords.ts';
import { insertAdmin, register } from '../users/register.ts';
import { findUserByEmail } from '../users/users.queries.ts';

export const testPassword = 'correct horse';
const jwtSecret = { current: 'a secret of at least thirty-two characters', previous: null };

/** A browser names the page that it signs in from; its session then asks again before some changes. */
export const ofBrowser = { origin: 'http://localhost' };

export interface TestApp extends Pick<TestClock, 'setNow' | 'clockAt'> {
  app: FastifyInstance;
  /** Has access to every row. */
  db: Db;
  pool: pg.Pool;
  /** Connections of the job queue. */
  queue: pg.Pool;
  deps: AppDeps;
  /** As a DATABASE_URL, for a separate process. */
  databaseUrl: string;
  /** Sends a request; a token is sent as 'Bearer …'. */
  send(
    method: string,
    url: string,
    options?: { token?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Reply>;
  /** Returns the login token of an account. */
  login(email: string, headers?: Readonly<Record<string, string>>): Promise<string>;
  close(): Promise<void>;
}

export interface Reply {
  status: number;
  headers: Record<string, unknown>;
  // Untyped: each test asserts the shape of the body.
  body: any;
  text: string;
}

/** @param given the database to use in place of a new one; it is dropped when the app closes */
export async function startTestApp(
  changes: Partial<AppDeps> = {},
  given?: TestDatabase,
): Promise<TestApp> {
  const database = given ?? (await createTestDatabase());
  const { db, tenantDb, pool, downloads, pools } = database.connection;
  const files = await makeTestFolder();
  const clock = makeTestClock();
  const deps: AppDeps = {
    db: tenantDb,
    pool,
    readRouter: new ReadRouter({ db: tenantDb, downloads }),
    pools,
    now: clock.now,
    // The lowest that argon2 permits.
    passwordCost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
    jwtSecret,
    secretsKey: { current: 'another secret of at least thirty-two characters', previous: null },
    flags: embeddedFlags(tenantDb),
    readers: embeddedReaders(tenantDb),
    payments: demoPayments(),
    storage: embeddedStorage(files, jwtSecret),
    bundles: embeddedBundles(join(files, 'renderings')),
    live: liveRenderings(db),
    publicUrl: null,
    renderingAddress: 'http://pages.example.com',
    publicOrders: true,
    sendsMail: false,
    push: null,
    // No name has an address: nothing leaves this machine.
    webhooks: httpsWebhooks({ allowed: [], addressesOf: () => Promise.resolve([]) }),
    registration: 'open',
    adminSecondFactor: false,
    actingReason: false,
    supportContact: null,
    trustProxy: false,
    isLeaving: () => false,
    awayNodes: database.connection.awayNodes,
    dataDir: files,
    metricsToken: null,
    webRoot: null,
    logLevel: 'silent',
    deniedUserId: '',
    ...changes,
  };
  const app = await buildApp(deps);
  const send: TestApp['send'] = async (method, url, { token, body, headers } = {}) => {
    const response = await app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url,
      headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson ? response.json() : undefined,
      text: response.body,
    };
  };
  return {
    app,
    db,
    pool: database.connection.pool,
    queue: database.connection.queue,
    deps,
    databaseUrl: urlOf(database.target),
    send,
    login: async (email, headers = {}) => {
      const body = { email, password: testPassword };
      const response = await send('POST', '/api/users/login', { body, headers });
      if (response.status !== 200) throw new Error(`login: ${response.status} ${response.text}`);
      return response.body.token;
    },
    setNow: clock.setNow,
    clockAt: clock.clockAt,
    close: async () => {
      await app.close();
      await database.drop();
      await rm(files, { recursive: true, force: true });
    },
  };
}

export interface TestOwner {
  userId: string;
  venueId: string;
  email: string;
  token: string;
}

/** Adds an owner with a first venue and a confirmed email, signed in. */
export async function addOwner(test: TestApp, name: string): Promise<TestOwner> {
  const email = `${name.toLowerCase().replaceAll(/\W+/g, '.')}@example.com`;
  const form = { name, venueName: `${name} Bar`, email, password: testPassword };
  const ids = await register({ ...test.deps, db: test.db }, form, {
    actor: null,
    address: '127.0.0.1',
  });
  await confirmRecipient(test, { ownerId: ids.userId, channel: 'mail', address: email });
  return { ...ids, email, token: await test.login(email) };
}

/** Adds a super admin, unless there is one of this email, and returns their token. */
export async function addSuperAdmin(test: TestApp, email = 'admin@example.com'): Promise<string> {
  const { now, passwordCost } = test.deps;
  const admin = { email, password: testPassword, now, passwordCost };
  if (!(await findUserByEmail(test.db, email))) await insertAdmin(test.db, admin);
  return test.login(email);
}

/** Adds a customer, kim@example.com, and returns their token. */
export async function addCustomer(test: TestApp): Promise<string> {
  const email = 'kim@example.com';
  await test.db
    .insertInto('users')
    .values({
      id: newId(new Date()),
      account_type: 'customer',
      name: 'Kim',
      email,
      password_hash: await hashPassword(testPassword, test.deps.passwordCost),
    })
    .execute();
  return test.login(email);
}

/** Stores a recipient as confirmed, without a request. */
export async function confirmRecipient(
  { db }: { db: Db },
  { ownerId, channel, address }: { ownerId: string; channel: 'mail' | 'sms'; address: string },
): Promise<void> {
  await db
    .insertInto('recipients')
    .values({ account_id: ownerId, channel, address, state: 'confirmed' })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'channel', 'address']).doUpdateSet({ state: 'confirmed' }),
    )
    .execute();
}

export interface TestUnit {
  id: string;
  unitNumber: number;
  key: string;
  rum: string;
  cola: string;
  cubaLibre: string;
}

/** Adds a classic unit and its key, with rum ($7, double $12) at 1, cola ($2.50) at 101 and the drink of both at $9. */
export async function createUnit(test: TestApp, owner: TestOwner): Promise<TestUnit> {
  const { db } = test;
  const at = new Date();
  const unit = { id: newId(at), venue_id: owner.venueId };
  const { unit_number: unitNumber } = await db
    .insertInto('units')
    .values(unit)
    .returning('unit_number')
    .executeTakeFirstOrThrow();
  await insertUnitState(db, unit);
  const rum = newId(at);
  const cola = newId(at);
  await db
    .insertInto('ingredients')
    .values([
      { venue_id: owner.venueId, id: rum, name: 'Rum' },
      {
        venue_id: owner.venueId,
        id: cola,
        name: 'Cola',
        source: 'soda gun',
        base_or_mixer: ['mixer'],
        size_ml: 10_000,
      },
    ])
    .execute();
  await db
    .insertInto('unit_inventory')
    .values([
      {
        venue_id: owner.venueId,
        unit_id: unit.id,
        ingredient_id: rum,
        price_cents: 700,
        double_price_cents: 1200,
        active: true,
      },
      {
        venue_id: owner.venueId,
        unit_id: unit.id,
        ingredient_id: cola,
        price_cents: 250,
        active: true,
        place_in_list: 1,
      },
    ])
    .execute();
  const place = { venue_id: owner.venueId, unit_id: unit.id, category: 'ROTENDER_CLASSIC' };
  await insertLoadedPositions(db, [
    {
      ...place,
      position: 1,
      ingredient_id: rum,
      source: 'carousel',
      size_ml: 1000,
      remaining_ml: 1000,
    },
    {
      ...place,
      position: 101,
      ingredient_id: cola,
      source: 'soda gun',
      size_ml: 10_000,
      remaining_ml: 10_000,
    },
  ]);
  const cubaLibre = newId(at);
  await db
    .insertInto('drinks')
    .values({
      venue_id: owner.venueId,
      id: cubaLibre,
      unit_id: unit.id,
      name: 'Cuba Libre',
      price_cents: 900,
      rank: 0,
      previous_rank: 0,
      ingredient_set: [rum, cola].sort(),
    })
    .execute();
  await db
    .insertInto('drink_ingredients')
    .values(
      [rum, cola].map((ingredient_id, ordinal) => ({
        venue_id: owner.venueId,
        drink_id: cubaLibre,
        ordinal,
        ingredient_id,
      })),
    )
    .execute();
  const made = await test.send('POST', `/api/units/${unitNumber}/keys`, { token: owner.token });
  // It may have sold before the test.
  const madeAt = { created_at: new Date(at.getTime() - 2 * 86_400_000) };
  await db.updateTable('units').set(madeAt).where('id', '=', unit.id).execute();
  const keyedAt = { created_at: new Date('2000-01-01T00:00:00Z') };
  await db.updateTable('unit_keys').set(keyedAt).where('unit_id', '=', unit.id).execute();
  return { id: unit.id, unitNumber, key: made.body.key, rum, cola, cubaLibre };
}

// Test helper: the clock of an app.

// Tests may replace the global clock.
const { now: realNow } = Date;

interface TestClock {
  now: () => Date;
  /** Stops the clock at this time. */
  setNow: (date: Date) => void;
  /** Time of this clock at a moment of the real one. */
  clockAt: (moment: Date) => Date;
}

/** A clock that shows the real time until it is set. */
function makeTestClock(): TestClock {
  const changes: { since: number; now: Date }[] = [];
  return {
    now: () => changes.at(-1)?.now ?? new Date(),
    setNow: (date) => {
      // In a millisecond of its own: times of the database before and after are told apart.
      const before = realNow();
      while (realNow() === before);
      changes.push({ since: realNow(), now: date });
    },
    clockAt: (moment) => changes.findLast(({ since }) => since <= moment.getTime())?.now ?? moment,
  };
}
