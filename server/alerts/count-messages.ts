import { alertKinds, severities } from '../../rules/alerts/alert-kinds.ts';
import { messageTimes } from '../../rules/alerts/message-times.ts';
import { type AlertSettings, sendingTimeOf, stepsOf } from '../../rules/alerts/notified-people.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { groupBy } from '../../lib/group-by.ts';
import { type AccountActor, ownerOf, scopeOf } from '../../rules/permissions.ts';
import { listVenueIds } from '../venues/venues.queries.ts';
import { inAllVenues } from '../venues/venue-access.ts';
import type { AppDeps } from '../shared/deps.ts';
import { listDuties, listPeopleWithAlerts, peopleAt } from './alert-people.queries.ts';
import { listAnnouncements } from './alerts.queries.ts';

const weekMs = 7 * 24 * 3_600_000;

/**
 * Number of messages that an account would have got in the last seven days with these settings: those that the rules give
 * for the alerts of that time, and for who was on tonight then. 0 for super administrators, who get none.
 */
export async function countMessages(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  actor: AccountActor,
  settings: AlertSettings,
): Promise<number> {
  const ownerId = ownerOf(actor);
  const scope = scopeOf(actor);
  if (ownerId === null || scope.to !== 'owner') return 0;
  const until = now();
  const since = new Date(until.getTime() - weekMs);
  return inAllVenues(db, async () => {
    const venueIds = await listVenueIds(db, ownerId, scope.venueIds);
    const announced = await listAnnouncements(db, venueIds, since);
    const duties = await listDuties(db, venueIds, { from: since, until });
    const everyone = await withoutTenant(() => listPeopleWithAlerts(db, ownerId));
    const people = everyone.map((person) =>
      person.id === actor.userId ? { ...person, settings } : person,
    );
    const dutiesOf = groupBy(duties, (duty) => duty.venue_id);
    const planned = announced.flatMap(({ venue_id: venueId, kind, severity, at, ended_at }) => {
      const known = alertKinds.find((one) => one === kind);
      const urgency = severities.find((one) => one === severity);
      if (known === undefined || urgency === undefined) return [];
      const atMs = at.getTime();
      const ofVenue = people.filter(
        (person) => person.venueIds === null || person.venueIds.includes(venueId),
      );
      const present = peopleAt(ofVenue, dutiesOf.get(venueId) ?? [], atMs);
      const steps = stepsOf({ kind: known, severity: urgency, venueId, atMs }, present);
      return steps
        .filter(({ userId }) => userId === actor.userId)
        .map((step) => ({
          ...sendingTimeOf(step, { severity: urgency }, present),
          endedMs: ended_at?.getTime() ?? null,
        }));
    });
    return messageTimes(planned).filter((ms) => ms <= until.getTime()).length;
  });
}
