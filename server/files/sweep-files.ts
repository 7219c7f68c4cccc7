import type { AppDeps } from '../shared/deps.ts';
import { deleteFiles, findUnusedFiles } from './files.queries.ts';
import { queueJobs } from '../jobs/queue-jobs.ts';

const dayMs = 24 * 60 * 60_000;
const mostAtOnce = 1000;

/**
 * Deletes uploads that no ingredient shows, a day after they were requested or last saved, and queues the removal of
 * their content.
 */
export async function sweepFiles({ db, now }: Pick<AppDeps, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - dayMs);
  const unused = await findUnusedFiles(db, before, mostAtOnce);
  if (unused.length === 0) return;
  await db.transaction().execute(async (transaction) => {
    const deleted = await deleteFiles(transaction, unused, before);
    await queueJobs(
      transaction,
      deleted.map((key) => ({ kind: 'remove file', key: `remove file ${key}`, payload: { key } })),
    );
  });
}
