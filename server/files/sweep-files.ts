import type { AppDeps } from '../shared/deps.ts';
import { deleteUnusedFiles } from './files.queries.ts';
import { insertJobs } from '../jobs/jobs.queries.ts';

const dayMs = 24 * 60 * 60_000;
const mostAtOnce = 1000;

/**
 * Deletes uploads that no ingredient shows, a day after they were requested or last saved, and queues the removal of
 * their content.
 */
export async function sweepFiles({ db, now }: Pick<AppDeps, 'db' | 'now'>): Promise<void> {
  const at = now();
  await db.transaction().execute(async (transaction) => {
    const before = new Date(at.getTime() - dayMs);
    const keys = await deleteUnusedFiles(transaction, before, mostAtOnce);
    await insertJobs(
      transaction,
      keys.map((key) => ({
        kind: 'remove file',
        key: `remove file ${key}`,
        payload: { key },
        runAt: at,
      })),
    );
  });
}
