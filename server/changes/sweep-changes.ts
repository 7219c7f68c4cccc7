import { eventDays } from '../../rules/webhooks/webhooks.ts';
import type { AppDeps } from '../shared/deps.ts';
import { deleteChanges, listSummedVenues } from './changes.queries.ts';

const keptMs = eventDays * 24 * 60 * 60_000;
const batchSize = 5_000;

/** Deletes changes of more than 35 days ago that are summed, by venue and in batches, so that no statement takes long. */
export async function sweepChanges({ db, now }: Pick<AppDeps, 'db' | 'now'>): Promise<void> {
  const page = { before: new Date(now().getTime() - keptMs), size: batchSize };
  for (const venueId of await listSummedVenues(db)) {
    while ((await deleteChanges(db, venueId, page)) === batchSize);
  }
}
