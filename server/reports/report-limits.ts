/** Rate limits of reports, per account. */
import type { Pool } from 'pg';
import { takeShares } from '../../db/pool/lanes.ts';
import type { AccountActor } from '../../rules/permissions.ts';
import { networkOf } from '../shared/network.ts';
import { localWorkLimit, sharedRateLimit } from '../shared/rate-limit.ts';

const hourSeconds = 60 * 60;
type Account = Pick<AccountActor, 'userId'>;

/** Rows of sales that take about as long as the statistics by drink. */
const rowsPerPoint = 50;
/** Twelve pages of 10,000 sales a minute; each takes most of a second of processor time. */
const mostPoints = 2400;
const pointsOfStatistics = 1;
const pointsOfDownload = 10;
const mostRowsUnlimited = 100;

export interface ReportLimits {
  /** Limits large pages by the rows that they return; of one account, they are read one after the other. */
  limitPage<T extends { sales: readonly (readonly unknown[])[] }>(
    account: Account,
    size: number,
    read: () => Promise<T>,
  ): Promise<T>;
  countStatistics(account: Account): Promise<void>;
  countDownload(account: Account): Promise<void>;
  /** Ten an hour per account, and fifty per network, from which many accounts could be registered. */
  countMail(account: Account, address: string): Promise<void>;
}

export function reportLimits(pool: Pool): ReportLimits {
  const work = localWorkLimit({ name: 'reports', most: mostPoints, windowSeconds: 60 });
  const mailsToAccount = sharedRateLimit(pool, {
    name: 'mail report account',
    most: 10,
    windowSeconds: hourSeconds,
  });
  const mailsOfNetwork = sharedRateLimit(pool, {
    name: 'mail report network',
    most: 50,
    windowSeconds: hourSeconds,
  });
  return {
    limitPage: async ({ userId }, size, read) => {
      if (size <= mostRowsUnlimited) return read();
      const points = pointsOf(size);
      await work.count(userId, points);
      const free = await takeShares([{ key: `large pages ${userId}`, most: 1 }]);
      try {
        const page = await read();
        await work.giveBack(userId, points - pointsOf(page.sales.flat().length));
        return page;
      } finally {
        free();
      }
    },
    countStatistics: ({ userId }) => work.count(userId, pointsOfStatistics),
    countDownload: ({ userId }) => work.count(userId, pointsOfDownload),
    countMail: async ({ userId }, address) => {
      await mailsToAccount.count(userId);
      await mailsOfNetwork.count(networkOf(address));
    },
  };
}

const pointsOf = (rows: number): number => Math.ceil(rows / rowsPerPoint);
