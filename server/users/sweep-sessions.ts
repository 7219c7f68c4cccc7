import type { AppDeps } from '../shared/deps.ts';
import { deleteExpiredRateLimits } from '../shared/rate-limits.queries.ts';
import { deleteTokensExpiredBefore } from '../recipients/one-time-tokens.queries.ts';
import { deleteChallengesExpiredBefore } from './passkeys.queries.ts';
import { deleteSessionsExpiredBefore } from './sessions.queries.ts';

/** Expired sessions are stored for this time, as the networks from which an account has signed in before. */
const storedMs = 30 * 24 * 60 * 60_000;

/** Deletes sessions and tokens of links a month after they expired, and the counts of rate limits whose window is over. */
export async function sweepSessions({ db, now }: Pick<AppDeps, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - storedMs);
  await deleteSessionsExpiredBefore(db, before);
  await deleteTokensExpiredBefore(db, before);
  await deleteChallengesExpiredBefore(db, now());
  await deleteExpiredRateLimits(db, now());
}
