import type { AppDeps } from '../shared/deps.ts';
import { deleteExpiredRateLimits } from '../shared/rate-limits.queries.ts';
import { knownDeviceDays } from '../../rules/users/security-mails.ts';
import { deleteTokensExpiredBefore } from '../recipients/one-time-tokens.queries.ts';
import { deleteChallengesExpiredBefore } from './passkeys.queries.ts';
import { deleteSessionsExpiredBefore } from './sessions.queries.ts';

const dayMs = 24 * 60 * 60_000;

/** Tokens of links are stored for this time after they expired. */
const storedDays = 30;

/**
 * Deletes expired sessions that show no known device of an account any more, tokens of links a month after they expired,
 * and the counts of rate limits whose window is over.
 */
export async function sweepSessions({ db, now }: Pick<AppDeps, 'db' | 'now'>): Promise<void> {
  const daysAgo = (days: number): Date => new Date(now().getTime() - days * dayMs);
  await deleteSessionsExpiredBefore(db, daysAgo(knownDeviceDays));
  await deleteTokensExpiredBefore(db, daysAgo(storedDays));
  await deleteChallengesExpiredBefore(db, now());
  await deleteExpiredRateLimits(db, now());
}
