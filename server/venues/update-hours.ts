import type { BodyOf } from '../../contract/endpoint.ts';
import type { updateHours as hoursEndpoint } from '../../contract/nights.ts';
import { nightMessages } from '../../rules/nights/night-messages.ts';
import { latestCloseMinutes } from '../../rules/nights/opening-hours.ts';
import { hoursText } from '../../rules/nights/opening-hours.ts';
import { parseClockText } from '../../rules/nights/venue-clock.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError } from '../shared/errors.ts';
import type { ChangedBy } from '../shared/require-account.ts';
import { lockVenue } from './venues.queries.ts';
import { type HoursRow, listHours, replaceHours } from './nights.queries.ts';

/** Replaces the opening hours of a venue. */
export function updateHours(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  venueId: string,
  { hours }: BodyOf<typeof hoursEndpoint>,
  by: ChangedBy,
): Promise<HoursRow[]> {
  const rows = hours
    .map(hoursRow)
    .toSorted((a, b) => a.weekday - b.weekday || a.opens_minutes - b.opens_minutes);
  rejectOverlaps(rows);
  return db.transaction().execute(async (transaction) => {
    const venue = await lockVenue(transaction, venueId);
    const oldValue = { hours: hoursText(await listHours(transaction, venueId)) };
    const newValue = { hours: hoursText(rows) };
    if (oldValue.hours === newValue.hours) return rows;
    await replaceHours(transaction, venueId, rows);
    await insertAudit(transaction, {
      at: now(),
      actor: by.actor,
      ownerId: venue.owner_id,
      address: by.address,
      action: 'venue.hours_updated',
      target: `venue ${venue.name}`,
      oldValue,
      newValue,
    });
    return rows;
  });
}

type HoursIn = BodyOf<typeof hoursEndpoint>['hours'][number];

function hoursRow({ weekday, opens, closes }: HoursIn): HoursRow {
  const [from, to] = [opens, closes].map((text) => parseClockText(text, latestCloseMinutes));
  if (from === null || from === undefined || to === null || to === undefined)
    throw fieldError({ hours: nightMessages.badTime });
  if (to <= from) throw fieldError({ hours: nightMessages.closesFirst });
  return { weekday, opens_minutes: from, closes_minutes: to };
}

function rejectOverlaps(rows: readonly HoursRow[]): void {
  const overlaps = rows.some((row, nth) => {
    const next = rows[nth + 1];
    return next?.weekday === row.weekday && next.opens_minutes < row.closes_minutes;
  });
  if (overlaps) throw fieldError({ hours: nightMessages.overlapping });
}
