/** Queries on whole tables: list in foreign key order, copy rows out and in. */
import type { Readable, Writable } from 'node:stream';
import type { ClientBase } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { mostAttempts } from '../../server/jobs/job-payloads.ts';
import type { CopiedSequence } from './archive-shape.ts';

export interface TableToCopy {
  name: string;
  columns: string[];
  /** Expressions for ordering its rows. */
  order: string[];
  /** Query to read the rows from, where no table has them. */
  source?: string;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const list = (names: readonly string[]): string => names.map(quoted).join(', ');

/** All tables except those of migrations and running processes, in foreign key order. Throws when one has no primary key. */
export async function listTables(client: ClientBase): Promise<TableToCopy[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; order: string[] | null }>(`
    select
      class.relname::text as name,
      (
        select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      ) as columns,
      (
        -- Sorted by code point, which is the same on every server.
        select array_agg(
          quote_ident(attname) || case when attcollation <> 0 then ' collate "C"' else '' end order by ordinal
        )
        from pg_index
        cross join unnest(indkey) with ordinality as key (attnum, ordinal)
        join pg_attribute as attribute on attrelid = class.oid and attribute.attnum = key.attnum
        where indrelid = class.oid and indisprimary
      ) as order
    from pg_class as class
    where relnamespace = current_schema()::regnamespace
      and relkind in ('r', 'p') and not relispartition and relname not in ('schema_migrations', 'job_workers')
      and not exists (select from pg_depend where objid = class.oid and deptype = 'e')
    order by relname collate "C"
  `);
  const tables = rows.map(({ name, columns, order }) => {
    if (order === null) throw new Error(`the table ${name} has no primary key`);
    return { name, columns, order };
  });
  return inOrder(tables, await listReferences(client));
}

interface Reference {
  child: string;
  parent: string;
}

/** A partition counts as its table. */
const tableOf = (relation: string): string => `
  select class.relname::text as name from pg_class as class
  where class.oid = coalesce((select inhparent from pg_inherits where inhrelid = ${relation}), ${relation})
    and class.relnamespace = current_schema()::regnamespace`;

async function listReferences(client: ClientBase): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(`
    select distinct child.name as child, parent.name as parent
    from pg_constraint
    cross join lateral (${tableOf('conrelid')}) as child
    cross join lateral (${tableOf('confrelid')}) as parent
    where contype = 'f' and conrelid <> confrelid
  `);
  return rows;
}

function inOrder(tables: readonly TableToCopy[], references: readonly Reference[]): TableToCopy[] {
  const ordered: TableToCopy[] = [];
  const left = new Set(tables);
  while (left.size > 0) {
    const waiting = new Set([...left].map(({ name }) => name));
    const next = [...left].find(({ name }) =>
      references.every(({ child, parent }) => child !== name || !waiting.has(parent)),
    );
    if (!next) throw new Error(`the tables ${[...waiting].join(', ')} point at each other`);
    ordered.push(next);
    left.delete(next);
  }
  return ordered;
}

/** Streams the rows as text, one per line. */
export function copyRowsOut(
  client: ClientBase,
  { name, columns, order, source }: TableToCopy,
): Readable {
  const from = source === undefined ? quoted(name) : `(${source}) as ${quoted(name)}`;
  return client.query(
    copyTo(`copy (select ${list(columns)} from ${from} order by ${order.join(', ')}) to stdout`),
  );
}

export const copyRowsIn = (
  client: ClientBase,
  { name, columns }: Pick<TableToCopy, 'name' | 'columns'>,
): Writable => client.query(copyFrom(`copy ${quoted(name)} (${list(columns)}) from stdin`));

export async function listSequences(client: ClientBase): Promise<CopiedSequence[]> {
  const { rows: found } = await client.query<{ name: string }>(`
    select relname::text as name from pg_class
    where relkind = 'S' and relnamespace = current_schema()::regnamespace
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    order by relname collate "C"
  `);
  const sequences: CopiedSequence[] = [];
  for (const { name } of found) {
    const { rows } = await client.query<{ lastValue: number; isCalled: boolean }>(
      `select last_value as "lastValue", is_called as "isCalled" from ${quoted(name)}`,
    );
    sequences.push(...rows.map((row) => ({ name, ...row })));
  }
  return sequences;
}

export async function setSequence(
  client: ClientBase,
  { name, lastValue, isCalled }: CopiedSequence,
): Promise<void> {
  await client.query('select setval($1::regclass, $2, $3)', [quoted(name), lastValue, isCalled]);
}

/** Applied migrations; null when Barback has never used this database. */
export async function listApplied(
  client: ClientBase,
): Promise<{ name: string; checksum: string }[] | null> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('schema_migrations') is not null as there`,
  );
  if (rows[0]?.there !== true) return null;
  const applied = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name collate "C"',
  );
  return applied.rows;
}

/** Row count of a table that may not exist. */
export async function countRows(client: ClientBase, table: string): Promise<number> {
  const { rows: found } = await client.query<{ there: boolean }>(
    'select to_regclass($1) is not null as there',
    [quoted(table)],
  );
  if (found[0]?.there !== true) return 0;
  const { rows } = await client.query<{ count: number }>(
    `select count(*) as count from ${quoted(table)}`,
  );
  return rows[0]?.count ?? 0;
}

/** Deletes rows inserted by a migration or an idle server. */
export async function emptyTable(client: ClientBase, name: string): Promise<void> {
  await client.query(`delete from ${quoted(name)}`);
}

/** Makes the text format of times, bytes and numbers deterministic and lossless. */
export async function setForCopying(client: ClientBase): Promise<void> {
  await client.query(`
    set local timezone = 'UTC';
    set local datestyle = 'ISO, MDY';
    set local intervalstyle = 'postgres';
    set local bytea_output = 'hex';
    set local extra_float_digits = 3;
    set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0;
  `);
}

/** Rows are copied in as they were: without the changes that triggers make for requests. */
export async function switchTriggers(client: ClientBase, to: 'disable' | 'enable'): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select distinct tgrelid::regclass::text as name from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = current_schema()::regnamespace and not tgisinternal
  `);
  // A table with deferred checks pending cannot be altered.
  await client.query('set constraints all immediate');
  for (const { name } of rows) await client.query(`alter table ${quoted(name)} ${to} trigger user`);
}

/** Earlier versions forced row-level security on the owner of the tables too; rows cannot be copied in under it. */
export async function exemptOwner(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select relname::text as name from pg_class
    where relnamespace = current_schema()::regnamespace and relforcerowsecurity
  `);
  for (const { name } of rows) {
    await client.query(`alter table ${quoted(name)} no force row level security`);
  }
}

/** Kinds of jobs with their number. */
export type JobsByKind = Record<string, number>;

const columns = {
  kind: 'text',
  key: 'text',
  payload: 'jsonb',
  run_at: 'timestamptz',
  attempts: 'integer',
  last_error: 'text',
};
const table = {
  name: 'queued_jobs',
  columns: Object.keys(columns),
  order: Object.keys(columns).map((name) => `${name}::text collate "C"`),
};

/** A running job is copied as one that waits. */
const source = `
  select task_identifier as kind, key, payload::jsonb, run_at, last_error,
    least(attempts, max_attempts - (locked_at is not null)::int)::int as attempts
  from graphile_worker.jobs
  join (select id, payload from graphile_worker._private_jobs) as stored using (id)
`;

/** Earlier releases had a table of their own instead. */
async function hasQueue(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('job_workers') is not null as there`,
  );
  return rows[0]?.there ?? false;
}

/**
 * The job queue in a backup: a table `queued_jobs` of the archive, independent of the schema of the queue. Restored
 * jobs are parked, which means that they are never due: the original installation may have sent the same mails and
 * refunds since, or may still be running.
 */
export const queueToCopy = async (client: ClientBase): Promise<TableToCopy[]> =>
  (await hasQueue(client)) ? [{ ...table, source }] : [];

/** Removes what an idle server has queued, and makes a table for the copied jobs, until the transaction ends. */
export async function prepareQueue(client: ClientBase): Promise<TableToCopy[]> {
  if (!(await hasQueue(client))) return [];
  await client.query(
    'select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))',
  );
  const definitions = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  await client.query(
    `create temporary table ${table.name} (${definitions.join(', ')}) on commit drop`,
  );
  return [table];
}

/** Queues the copied jobs, without ever being due unless they have been given up. */
export async function parkJobs(client: ClientBase): Promise<JobsByKind> {
  if (!(await hasQueue(client))) {
    return count(
      client,
      `update jobs set leased_until = 'infinity' where done_at is null returning kind`,
    );
  }
  // The original may have sent since what was not sent then: such a refund is looked up first.
  await client.query(`update refunds set attempts = 1 where state = 'requested' and attempts = 0`);
  const isWaiting = `attempts < ${mostAttempts}`;
  await client.query(`
    select adopt_job(
      kind, key, payload, case when ${isWaiting} then 'infinity' else run_at end, attempts, last_error
    ) from ${table.name}
  `);
  return count(client, `select kind from ${table.name} where ${isWaiting}`);
}

interface ReleasedJobs {
  released: JobsByKind;
  /** Automatic refunds that were not requested when the backup was made. */
  droppedRefunds: number;
}

/**
 * They run at once. Automatic refunds are dropped: the original may have requested them since, with ids that are not in
 * the backup, so that the provider would pay them again.
 */
export async function releaseJobs(client: ClientBase): Promise<ReleasedJobs> {
  const parked = `from graphile_worker.jobs where run_at = 'infinity'`;
  await client.query('begin');
  const { 'refund case': droppedRefunds = 0, ...released } = await count(
    client,
    `select task_identifier as kind ${parked}`,
  );
  await client.query(
    `select graphile_worker.complete_jobs(array(select id ${parked} and task_identifier = 'refund case'))`,
  );
  await client.query(
    `select graphile_worker.reschedule_jobs(array(select id ${parked}), run_at => now())`,
  );
  await client.query('commit');
  return { released, droppedRefunds };
}

/** Counts what a query returns, or a changing statement. */
async function count(client: ClientBase, kinds: string): Promise<JobsByKind> {
  const { rows } = await client.query<{ kind: string; count: number }>(
    `with found as (${kinds}) select kind, count(*)::int from found group by kind order by kind`,
  );
  return Object.fromEntries(rows.map((row) => [row.kind, row.count]));
}
