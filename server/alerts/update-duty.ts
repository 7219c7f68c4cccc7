import type { AppDeps } from '../shared/deps.ts';
import type { ChangedBy } from '../shared/require-account.ts';
import { endDuty, insertDuty, listDuties } from './alert-people.queries.ts';
import { countChange } from './alert-watches.queries.ts';
import { endOfNight } from './update-alert.ts';

/** Puts an account on tonight's list of a venue until the night ends, or takes it off. Returns the end; null for none. */
export async function updateDuty(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  venueId: string,
  isOnTonight: boolean,
  { actor: { userId } }: ChangedBy,
): Promise<Date | null> {
  const at = now();
  const until = await endOfNight(db, venueId, at);
  return db.transaction().execute(async (transaction) => {
    const duties = await listDuties(transaction, [venueId], { from: at, until: at });
    const own = duties.find(({ user_id }) => user_id === userId);
    if (isOnTonight && own) return own.until_at;
    if (isOnTonight) {
      const duty = { venue_id: venueId, user_id: userId, from_at: at, until_at: until };
      await insertDuty(transaction, duty);
    } else {
      await endDuty(transaction, venueId, userId, at);
    }
    await countChange(transaction, venueId, at);
    return isOnTonight ? until : null;
  });
}
