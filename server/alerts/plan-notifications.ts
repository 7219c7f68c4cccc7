import type { Tx } from '../../db/tables/tables.ts';
import type { Cause } from '../../rules/alerts/alert-life.ts';
import { sendingTimeOf, stepsOf } from '../../rules/alerts/notified-people.ts';
import { newId } from '../shared/ids.ts';
import type { VenueRow } from '../venues/venues.queries.ts';
import { listDuties, listPeopleOfVenue, peopleAt } from './alert-people.queries.ts';
import { insertNotifications } from './notifications.queries.ts';

/** Plans the messages about alerts that are announced: who gets one, and when, while it is not acknowledged. */
export async function planNotifications(
  db: Tx,
  venue: Pick<VenueRow, 'id' | 'owner_id'>,
  announced: readonly { id: string; announcement: number; cause: Cause }[],
  at: Date,
): Promise<void> {
  if (announced.length === 0) return;
  const atMs = at.getTime();
  const rows = await listPeopleOfVenue(db, { ownerId: venue.owner_id, venueId: venue.id });
  const duties = await listDuties(db, [venue.id], { from: at, until: at });
  const people = peopleAt(rows, duties, atMs);
  await insertNotifications(
    db,
    announced.flatMap(({ id, announcement, cause: { kind, severity } }) =>
      stepsOf({ kind, severity, venueId: venue.id, atMs }, people).map((step) => {
        const { dueMs, isHeld } = sendingTimeOf(step, { severity }, people);
        return {
          id: newId(at),
          venue_id: venue.id,
          alert_id: id,
          announcement,
          user_id: step.userId,
          step: step.step,
          due_at: new Date(dueMs),
          held: isHeld,
        };
      }),
    ),
  );
}
