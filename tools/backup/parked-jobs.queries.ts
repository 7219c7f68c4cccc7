/**
 * Jobs of a restored backup. They are leased for ever, so that no process runs them: the original installation may
 * have sent the same mails and refunds since, or may still be running.
 */
import type { ClientBase } from 'pg';

/** Kinds of jobs with their number. */
export type JobsByKind = Record<string, number>;

export const parkJobs = (client: ClientBase): Promise<JobsByKind> =>
  count(client, `update jobs set leased_until = 'infinity' where done_at is null returning kind`);

/** Jobs whose time has come run at once. */
export const releaseJobs = (client: ClientBase): Promise<JobsByKind> =>
  count(
    client,
    `update jobs set leased_until = null where leased_until = 'infinity' returning kind`,
  );

async function count(client: ClientBase, sql: string): Promise<JobsByKind> {
  const { rows } = await client.query<{ kind: string; count: number }>(
    `with changed as (${sql}) select kind, count(*)::int from changed group by kind order by kind`,
  );
  return Object.fromEntries(rows.map((row) => [row.kind, row.count]));
}
