import { eventDays } from '../../rules/webhooks/webhooks.ts';
import type { AppDeps } from '../shared/deps.ts';
import { deleteChanges, findOldestChange } from './changes.queries.ts';

const hourMs = 60 * 60_000;
const keptMs = eventDays * 24 * hourMs;

/**
 * Deletes changes of more than 35 days ago that are summed, those of an hour at a time, so that no statement takes long.
 */
export async function sweepChanges({ db, now }: Pick<AppDeps, 'db' | 'now'>): Promise<void> {
  const endMs = now().getTime() - keptMs;
  const oldest = await findOldestChange(db);
  for (let fromMs = oldest?.getTime() ?? endMs; fromMs < endMs; fromMs += hourMs) {
    await deleteChanges(db, new Date(fromMs), new Date(Math.min(fromMs + hourMs, endMs)));
  }
}
