import type { AppDeps } from '../shared/deps.ts';
import { deleteUnusedFiles } from './files.queries.ts';
import { queueJobs } from '../jobs/queue-jobs.ts';

const dayMs = 24 * 60 * 60_000;
const mostAtOnce = 1000;

/**
 * Deletes uploads that no ingredient shows, a day after they were requested or last saved, and queues the removal of
 * their content.
 */
export async function sweepFiles({ db, now }: Pick<AppDeps, 'db' | 'now'>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const before = new Date(now().getTime() - dayMs);
    const keys = await deleteUnusedFiles(transaction, before, mostAtOnce);
    await queueJobs(
      transaction,
      keys.map((key) => ({ kind: 'remove file', key: `remove file ${key}`, payload: { key } })),
    );
  });
}
