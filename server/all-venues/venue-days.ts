import type { Days } from '../../lib/day-range.ts';
import { flagNamed } from '../../rules/flags/flag-names.ts';
import { calendarDays } from '../../rules/compare/compared-nights.ts';
import { nightOf, nightRange } from '../../rules/nights/nights.ts';
import { venueFlags } from '../adapters/flags/port.ts';
import type { ExportedVenue } from '../reports/sales-csv.ts';
import type { AppDeps } from '../shared/deps.ts';
import { listNightRules } from '../venues/nights.queries.ts';
import { requireTimezone } from '../venues/nights.ts';
import type { VenueRow } from '../venues/venues.queries.ts';

/**
 * The time of these days at each venue, by its own clock.
 * @param timezone of venues without a clock
 */
export async function daysOfVenues(
  deps: Pick<AppDeps, 'db' | 'flags'>,
  venues: readonly VenueRow[],
  { from, to, timezone }: Days & { timezone: string },
): Promise<ExportedVenue[]> {
  const calendar = calendarDays(requireTimezone(timezone));
  const ownRules = await listNightRules(
    deps.db,
    venues.map(({ id }) => id),
  );
  const all: ExportedVenue[] = [];
  for (const venue of venues) {
    const rules = ownRules.get(venue.id) ?? calendar;
    const flags = await deps.flags.flagsOn(venueFlags(venue));
    all.push({
      id: venue.id,
      name: venue.name,
      range: nightRange(rules, from, to),
      timezone: nightOf(rules, to).timezone,
      feesReported: !flags.has(flagNamed.paxShift4),
    });
  }
  return all;
}
