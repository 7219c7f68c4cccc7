import type { AppDeps } from '../shared/deps.ts';
import { newId } from '../shared/ids.ts';
import { queueJobs } from '../jobs/queue-jobs.ts';

/**
 * Queues a job that sends the link for a new password. The account is looked up by the job, so that the response takes
 * the same time and is the same with and without one.
 */
export async function requestPasswordReset(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  email: string,
): Promise<void> {
  const messageId = newId(now());
  const key = `send password reset ${messageId}`;
  const payload = { messageId, email };
  await db
    .transaction()
    .execute((transaction) =>
      queueJobs(transaction, [{ kind: 'send password reset', key, payload }]),
    );
}
