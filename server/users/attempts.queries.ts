/** Rate-limited attempts, shared by all API processes. */
import type { Db } from '../../db/tables/tables.ts';

export async function insertAttempt(
  db: Db,
  attempt: { bucket: string; at: Date; id: string },
): Promise<void> {
  await db.insertInto('attempts').values(attempt).execute();
}

export async function deleteAttempt(
  db: Db,
  attempt: { bucket: string; at: Date; id: string },
): Promise<void> {
  await db
    .deleteFrom('attempts')
    .where('bucket', '=', attempt.bucket)
    .where('at', '=', attempt.at)
    .where('id', '=', attempt.id)
    .execute();
}

/** Counts the attempts in the bucket since `since`, with the time of the oldest. */
export async function countAttempts(
  db: Db,
  bucket: string,
  since: Date,
): Promise<{ count: number; oldest: Date | null }> {
  return db
    .selectFrom('attempts')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.min('at').$castTo<Date | null>().as('oldest'),
    ])
    .where('bucket', '=', bucket)
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
}

export async function forgetAttempts(db: Db, bucket: string): Promise<void> {
  await db.deleteFrom('attempts').where('bucket', '=', bucket).execute();
}

/** Deletes expired attempts as new ones arrive. */
export async function forgetAttemptsBefore(db: Db, bucket: string, before: Date): Promise<void> {
  await db.deleteFrom('attempts').where('bucket', '=', bucket).where('at', '<=', before).execute();
}
