import pLimit from 'p-limit';
import { largeRefundCents } from '../../rules/users/recent-authentication.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import { requireRecentInBrowser } from '../shared/require.ts';
import type { ReadCase } from './read-cases.ts';
import { resolveCase, type Settlement, type Settler } from './resolve-case.ts';

/** Cases of one request that are settled at the same time. */
const mostAtOnce = 3;

interface Settled {
  id: string;
  /** Status and message of the response for the case alone. */
  status: number;
  message: string | null;
}

/**
 * Settles cases in the same way, each by itself; those that were read and no others.
 * @throws HttpError 403 when the refunds add up to one that needs a recent authentication
 */
export async function resolveCases(
  deps: Pick<AppDeps, 'db' | 'now' | 'payments'>,
  cases: readonly ReadCase[],
  settlement: Settlement,
  by: Settler,
): Promise<Settled[]> {
  const cents = cases.reduce((sum, { refundCents }) => sum + refundCents, 0);
  const isLarge = settlement.resolution === 'refunded' && cents > largeRefundCents;
  if (isLarge) requireRecentInBrowser(by.actor);
  return pLimit(mostAtOnce).map(cases, async (one) => {
    try {
      const isDone = await resolveCase(deps, one, settlement, by);
      return { id: one.row.id, status: isDone ? 200 : 202, message: null };
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      return { id: one.row.id, status: error.status, message: error.message };
    }
  });
}
