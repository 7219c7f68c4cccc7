/**
 * The job queue in a backup: a table `queued_jobs` of the archive, independent of the schema of the queue. Restored
 * jobs are parked, which means that they are never due: the original installation may have sent the same mails and
 * refunds since, or may still be running.
 */
import type { ClientBase } from 'pg';
import { mostAttempts } from '../../server/jobs/job-payloads.ts';
import type { TableToCopy } from './tables.queries.ts';

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
