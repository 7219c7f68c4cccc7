import type { Db } from '../../db/tables/tables.ts';
import { newId } from '../shared/ids.ts';
import { tooManyTries } from '../shared/errors.ts';
import {
  countAttempts,
  deleteAttempt,
  forgetAttemptsBefore,
  insertAttempt,
} from './attempts.queries.ts';

const usualWindowMs = 15 * 60_000;

/**
 * Rate limit: counts this attempt before it is made, then throws 429 when more than `most` were made in the window
 * (default 15 minutes). Counting first lets at most `most` concurrent attempts through; a refused attempt does not
 * count.
 */
export async function limitAttempts(
  db: Db,
  bucket: string,
  most: number,
  now: Date,
  windowMs = usualWindowMs,
): Promise<void> {
  const since = new Date(now.getTime() - windowMs);
  const id = newId(now);
  await insertAttempt(db, { bucket, at: now, id });
  const { count, oldest } = await countAttempts(db, bucket, since);
  if (count > most) {
    await deleteAttempt(db, { bucket, at: now, id });
    const waitMs = (oldest ?? now).getTime() + windowMs - now.getTime();
    throw tooManyTries(Math.max(1, Math.ceil(waitMs / 1000)));
  }
  await forgetAttemptsBefore(db, bucket, since);
}
