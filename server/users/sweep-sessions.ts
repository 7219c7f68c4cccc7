import type { AppDeps } from '../shared/deps.ts';
import { deleteExpiredRateLimits } from '../shared/rate-limits.queries.ts';
import { deleteSessionsExpiredBefore } from './sessions.queries.ts';

/** Expired sessions are stored for this time, as the networks from which an account has signed in before. */
const storedMs = 30 * 24 * 60 * 60_000;

/** Deletes sessions a month after they expired, and the counts of rate limits whose window is over. */
export async function sweepSessions({ db, now }: Pick<AppDeps, 'db' | 'now'>): Promise<void> {
  await deleteSessionsExpiredBefore(db, new Date(now().getTime() - storedMs));
  await deleteExpiredRateLimits(db, now());
}
