import type { AppDeps } from '../shared/deps.ts';
import { deleteChangesBefore, findOldestChange } from './changes.queries.ts';

const hourMs = 60 * 60_000;
const keptMs = 35 * 24 * hourMs;

/** Deletes changes of more than 35 days ago, those of an hour at a time, so that no statement takes long. */
export async function sweepChanges({ db, now }: Pick<AppDeps, 'db' | 'now'>): Promise<void> {
  const endMs = now().getTime() - keptMs;
  for (;;) {
    const oldest = await findOldestChange(db);
    if (oldest === null || oldest.getTime() >= endMs) return;
    await deleteChangesBefore(db, new Date(Math.min(oldest.getTime() + hourMs, endMs)));
  }
}
