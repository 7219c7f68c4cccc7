/** The schema can be distributed: every table has a place, and those of a venue lead their keys with venue_id. */
import { describe, expect, test } from 'vitest';
import { database, withTestDatabase } from '../testing/with-database.ts';
import {
  distributedTables,
  forEarlierReleases,
  localTables,
  referenceTables,
} from './placement.ts';

withTestDatabase();

async function list(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const { rows } = await database.connection.pool.query<Record<string, unknown>>(sql, values);
  return rows;
}

const inSchema = `relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`;

test('every table has exactly one place', async () => {
  const tables = await list(
    `select relname::text as name from pg_class where ${inSchema} order by 1`,
  );
  const placed = [...distributedTables, ...referenceTables, ...localTables];
  expect(tables.map(({ name }) => name)).toEqual(placed.toSorted());
});

test('a table with venue_id is distributed by it, unless it is written without its venue or unique over all', async () => {
  const tables = await list(
    `select relname::text as name from pg_class join pg_attribute on attrelid = pg_class.oid
     where ${inSchema} and attname = 'venue_id' and not attisdropped order by 1`,
  );
  const elsewhere = [
    'units',
    'unit_keys',
    'walls',
    'messages',
    'alert_watches',
    'fleet_units',
    'support_notes',
    'venue_verifications',
    'alert_notifications',
    'report_views',
    'webhook_deliveries',
  ];
  expect(tables.map(({ name }) => name)).toEqual([...distributedTables, ...elsewhere].toSorted());
});

describe.each([...distributedTables])('%s', (table) => {
  test('leads its primary key with venue_id', async () => {
    const keys = await list(
      `select pg_get_constraintdef(oid) as definition from pg_constraint
       where conrelid = $1::regclass and contype = 'p'`,
      [table],
    );
    expect(keys.map(({ definition }) => String(definition))).toEqual([
      expect.stringMatching(/^PRIMARY KEY \(venue_id[,)]/),
    ]);
  });

  test('leads every unique index and exclusion with venue_id', async () => {
    const indices = await list(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid, 1, true) as first
       from pg_index where indrelid = $1::regclass and (indisunique or indisexclusion)`,
      [table],
    );
    const dropped: readonly string[] = forEarlierReleases.indices;
    for (const { name, first } of indices.filter(
      (index) => !dropped.includes(String(index['name'])),
    )) {
      expect([name, first]).toEqual([name, 'venue_id']);
    }
  });

  test('refers to tables of its node only, by venue_id where they are distributed', async () => {
    const references = await list(
      `select conname as name, confrelid::regclass::text as target, pg_get_constraintdef(oid) as definition
       from pg_constraint where conrelid = $1::regclass and contype = 'f'`,
      [table],
    );
    const [distributed, copied]: (readonly string[])[] = [distributedTables, referenceTables];
    for (const { name, target, definition } of references) {
      const isLed = /^FOREIGN KEY \(venue_id, .* REFERENCES \w+\(venue_id, /.test(
        String(definition),
      );
      const isDistributed = distributed?.includes(String(target));
      expect([name, isDistributed ? isLed : copied?.includes(String(target))]).toEqual([
        name,
        true,
      ]);
    }
  });

  test('has no triggers, and policies without subqueries', async () => {
    const triggers = await list(
      'select tgname as name from pg_trigger where tgrelid = $1::regclass and not tgisinternal',
      [table],
    );
    const dropped: readonly string[] = forEarlierReleases.triggers.map(({ name }) => name);
    expect(triggers.filter(({ name }) => !dropped.includes(String(name)))).toEqual([]);
    const policies = await list(
      `select policyname::text as name, qual, with_check from pg_policies where tablename = $1 order by 1`,
      [table],
    );
    expect(policies.map(({ name }) => name)).toEqual(['one_venue', 'several_venues']);
    for (const { qual, with_check: check } of policies) {
      expect(`${String(qual)} ${String(check)}`).not.toMatch(/select/i);
    }
  });
});

test('tables on the coordinator and copies refer to no distributed table', async () => {
  const references = await list(
    `select conname from pg_constraint
     where contype = 'f' and confrelid::regclass::text = any($1) and conrelid::regclass::text <> all($1)`,
    [distributedTables],
  );
  expect(references).toEqual([]);
});

test('everything that is kept for earlier releases is still there, to be dropped', async () => {
  const { triggers, indices } = forEarlierReleases;
  const found = await list(
    `select tgname::text as name from pg_trigger where tgname = any($1)
     union select relname::text from pg_class where relname = any($2)`,
    [triggers.map(({ name }) => name), indices],
  );
  expect(found.map(({ name }) => name).toSorted()).toEqual(
    [...triggers.map(({ name }) => name), ...indices].toSorted(),
  );
});
