import type { BodyOf } from '../../contract/endpoint.ts';
import type { updateClock as clockEndpoint } from '../../contract/nights.ts';
import { dateMessages } from '../../lib/date-messages.ts';
import { isTimezone } from '../../lib/timezones.ts';
import { nightMessages } from '../../rules/nights/night-messages.ts';
import { endToKeep, nightAt, type NightRules, shiftDay } from '../../rules/nights/nights.ts';
import { clockOn, clockText, parseStart, type VenueClock } from '../../rules/nights/venue-clock.ts';
import { isSuperAdmin } from '../../rules/permissions.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError } from '../shared/errors.ts';
import type { ChangedBy } from '../shared/require-account.ts';
import { lockVenue } from './venues.queries.ts';
import { findNightRules, listNightRows, upsertClock, upsertNight } from './nights.queries.ts';

const furthestDays = 366;

/**
 * Sets the clock of a venue from a business day on, at the earliest the running one; super admins may change earlier
 * ones. A night that has ended keeps its end: where the new clock would move it, the end is stored with that night.
 */
export function updateClock(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  venueId: string,
  { timezone, startsAt, from }: BodyOf<typeof clockEndpoint>,
  by: ChangedBy,
): Promise<void> {
  const startsMinutes = parseStart(startsAt);
  if (!isTimezone(timezone)) throw fieldError({ timezone: dateMessages.unknownTimezone });
  if (startsMinutes === null) throw fieldError({ startsAt: nightMessages.badStart });
  return db.transaction().execute(async (transaction) => {
    const venue = await lockVenue(transaction, venueId);
    const at = now();
    const before = await findNightRules(transaction, venueId);
    const first: VenueClock = { fromDay: from ?? '2000-01-01', timezone, startsMinutes };
    const today = nightAt(before ?? { clocks: [first], ends: new Map() }, at.getTime()).day;
    const changed = { ...first, fromDay: from ?? today };
    requireDay(changed.fromDay, today, by);
    const old = before && clockOn(before.clocks, changed.fromDay);
    if (old?.timezone === timezone && old.startsMinutes === startsMinutes) return;
    if (before && changed.fromDay <= today) {
      const after = { ...before, clocks: withClock(before.clocks, changed) };
      await keepNightBefore(transaction, venueId, { before, after }, changed.fromDay);
    }
    await upsertClock(transaction, venueId, changed, { userId: by.actor.userId, at });
    await insertAudit(transaction, {
      at,
      actor: by.actor,
      ownerId: venue.owner_id,
      address: by.address,
      action: 'venue.clock_updated',
      target: `venue ${venue.name}`,
      oldValue: old ? clockFields(old) : { timezone: null, startsAt: null },
      newValue: { ...clockFields(changed), fromDay: changed.fromDay },
    });
  });
}

const clockFields = ({ timezone, startsMinutes }: VenueClock) => ({
  timezone,
  startsAt: clockText(startsMinutes),
});

function requireDay(from: string, today: string, { actor }: ChangedBy): void {
  if (from < today && !isSuperAdmin(actor))
    throw fieldError({ from: nightMessages.pastClock }, 403);
  if (from > shiftDay(today, furthestDays)) throw fieldError({ from: nightMessages.farClock });
}

const withClock = (clocks: readonly VenueClock[], changed: VenueClock): VenueClock[] =>
  [...clocks.filter(({ fromDay }) => fromDay !== changed.fromDay), changed].toSorted((a, b) =>
    a.fromDay.localeCompare(b.fromDay),
  );

async function keepNightBefore(
  transaction: Parameters<typeof upsertNight>[0],
  venueId: string,
  { before, after }: { before: NightRules; after: NightRules },
  fromDay: string,
): Promise<void> {
  const endMs = endToKeep(before, after, fromDay);
  if (endMs === null) return;
  const day = shiftDay(fromDay, -1);
  const [row] = await listNightRows(transaction, venueId, day, day);
  await upsertNight(transaction, {
    venue_id: venueId,
    day,
    ends_at: new Date(endMs),
    closed: row?.closed ?? false,
    special: row?.special ?? false,
    note: row?.note || nightMessages.clockChanged,
  });
}
