/** Jobs of a process that has died are released: the queue itself would keep them locked for four hours. */
import { sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';

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
