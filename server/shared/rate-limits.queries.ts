import type { Db } from '../../db/tables/tables.ts';

/** A day, and an hour by which the clocks of processes may differ. */
const longestWindowMs = 25 * 60 * 60_000;

/** Also deletes rows of a process whose clock was ahead, which would expire when that time comes. */
export async function deleteExpiredRateLimits(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('rate_limits')
    .where((row) =>
      row.or([
        row('expire', '<', now.getTime()),
        row('expire', '>', now.getTime() + longestWindowMs),
      ]),
    )
    .execute();
}
