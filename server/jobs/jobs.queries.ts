/**
 * The job queue of graphile-worker, through its functions and ours (migration 0021). Times are those of the database:
 * the clocks of processes differ.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';

interface JobRow {
  kind: string;
  key: string;
  payload: object;
  afterMs: number;
}

const inMs = (ms: number): RawBuilder<Date> =>
  sql<Date>`now() + ${ms}::float8 * interval '1 millisecond'`;

export async function insertJobs(db: Db, jobs: readonly JobRow[]): Promise<void> {
  if (jobs.length === 0) return;
  await sql`
    select queue_job(kind, key, payload, now() + "afterMs" * interval '1 millisecond')
    from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb)
      as job (kind text, key text, payload jsonb, "afterMs" float8)
  `.execute(db);
}

/** Moves a job of this key that is due earlier to the end of this time, unless it is running. */
export async function postponeJob(db: Db, key: string, ms: number): Promise<void> {
  await sql`select postpone_job(${key}, ${inMs(ms)})`.execute(db);
}

/**
 * Queues recurring jobs, with their kind as the key, and leaves queued ones unchanged, unless the clock of the database
 * has been set back since: they would wait too long.
 */
export async function queueRecurring(
  db: Db,
  recurring: readonly { kind: string; everyMs: number }[],
): Promise<void> {
  await insertJobs(
    db,
    recurring.map(({ kind }) => ({ kind, key: kind, payload: {}, afterMs: 0 })),
  );
  for (const { kind, everyMs } of recurring) {
    await sql`
      select graphile_worker.reschedule_jobs(array_agg(id), run_at => ${inMs(everyMs)})
      from graphile_worker.jobs
      where key = ${kind} and run_at > ${inMs(everyMs)} and run_at < 'infinity'
    `.execute(db);
  }
}

/** Queues the next run of a recurring job, which is running: from now on the key is that of the next. */
export async function repeatJob(db: Db, kind: string, ms: number, most: number): Promise<void> {
  await sql`
    select graphile_worker.add_job(${kind}, job_key => ${kind}, run_at => ${inMs(ms)}, max_attempts => ${most})
  `.execute(db);
}

/** Sets the time of the next attempt of a job that has failed. */
export async function delayRetry(db: Db, id: string, ms: number): Promise<void> {
  await sql`
    select graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => ${inMs(ms)})
  `.execute(db);
}

/** Counts the jobs that a restore has parked: they are never due. */
export async function countParkedJobs(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from graphile_worker.jobs where run_at = 'infinity'
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Lists the keys of the jobs of a kind that are queued or running: all but those that were given up. */
export async function listLiveKeys(db: Db, kind: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from graphile_worker.jobs
    where task_identifier = ${kind} and key is not null
      and (attempts < max_attempts or locked_at is not null)
  `.execute(db);
  return rows.map(({ key }) => key);
}

/** Deletes the jobs of these keys that were given up, so that others can be queued with them. */
export async function completeGivenUp(db: Db, keys: readonly string[]): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where key = any(${[...keys]}::text[]) and attempts >= max_attempts and locked_at is null
    ))
  `.execute(db);
}

/** Deletes jobs that were given up a month ago or earlier. */
export async function deleteFailedJobs(db: Db): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null and run_at < now() - interval '30 days'
    ))
  `.execute(db);
}

/**
 * Makes checks due at once that are due later than this: no time as late is stored but by a process whose clock was ahead.
 * @param laterThanMs in milliseconds from now
 */
export async function clampFutureChecks(
  db: Db,
  table: 'alert_watches' | 'report_subscriptions',
  now: Date,
  laterThanMs: number,
): Promise<void> {
  const latest = new Date(now.getTime() + laterThanMs);
  await sql`update ${sql.table(table)} set check_at = ${now} where check_at > ${latest}`.execute(
    db,
  );
}

// Jobs of a process that has died are released: the queue itself would keep them locked for four hours.

/** Confirms that these workers are alive, and forgets those that have not done so for a minute. */
export async function confirmWorkers(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    with lost as (delete from job_workers where seen_at < now() - interval '1 minute' and id <> all(${[...ids]}::text[]))
    insert into job_workers (id, seen_at) select unnest(${[...ids]}::text[]), now()
    on conflict (id) do update set seen_at = now()
  `.execute(db);
}

/**
 * Releases jobs whose worker is not known to be alive. The attempt counts; after the last one it can be made again,
 * since the job has not failed.
 */
export async function releaseLostJobs(db: Db): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: string; locked_by: string; attempts: number; most: number }>`
      select id::text, locked_by, attempts, max_attempts as most from graphile_worker.jobs
      where locked_at < now() - interval '1 minute'
        and not exists (select from job_workers where job_workers.id = locked_by)
    `.execute(transaction);
    if (rows.length === 0) return;
    const workers = [...new Set(rows.map(({ locked_by }) => locked_by))];
    await sql`select graphile_worker.force_unlock_workers(${workers}::text[])`.execute(transaction);
    const last = rows.filter(({ attempts, most }) => attempts >= most).map(({ id }) => id);
    await sql`
      select graphile_worker.reschedule_jobs(array[id], attempts => max_attempts - 1)
      from graphile_worker.jobs where id = any(${last}::bigint[])
    `.execute(transaction);
  });
}

// When the server was up, as the database has seen it.

/**
 * Stores that a process is up; a minute or more in which none was is an outage. A time that is ahead by a minute or more
 * was that of a clock that is right again.
 */
export async function recordUptime(db: Db, now: Date): Promise<void> {
  await sql`
    insert into server_uptime as last (up_at) values (${now})
    on conflict (is_only) do update set
      up_at = case when last.up_at - excluded.up_at >= interval '1 minute' then excluded.up_at
        else greatest(last.up_at, excluded.up_at) end,
      outage_from = case when excluded.up_at - last.up_at >= interval '1 minute' then last.up_at else last.outage_from end,
      outage_until =
        case when excluded.up_at - last.up_at >= interval '1 minute' then excluded.up_at else last.outage_until end
  `.execute(db);
}

/** Reads the last outage of the server; null without any. One that ends later was no outage, but a clock that was ahead. */
export async function findOutage(db: Db, now: Date): Promise<{ from: Date; until: Date } | null> {
  const row = await db
    .selectFrom('server_uptime')
    .select(['outage_from as from', 'outage_until as until'])
    .where('outage_until', '<=', now)
    .executeTakeFirst();
  return row?.from && row.until ? { from: row.from, until: row.until } : null;
}
