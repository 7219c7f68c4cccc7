/** Rate-limited attempts, shared by all API processes. */
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';

export async function insertAttempt(
  db: Kysely<Tables>,
  attempt: { bucket: string; at: Date; id: string },
): Promise<void> {
  await db.insertInto('attempts').values(attempt).execute();
}

export async function deleteAttempt(
  db: Kysely<Tables>,
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
  db: Kysely<Tables>,
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

export async function forgetAttempts(db: Kysely<Tables>, bucket: string): Promise<void> {
  await db.deleteFrom('attempts').where('bucket', '=', bucket).execute();
}

/** Deletes expired attempts as new ones arrive. */
export async function forgetAttemptsBefore(
  db: Kysely<Tables>,
  bucket: string,
  before: Date,
): Promise<void> {
  await db.deleteFrom('attempts').where('bucket', '=', bucket).where('at', '<=', before).execute();
}
