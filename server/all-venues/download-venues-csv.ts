import type { Readable } from 'node:stream';
import type { Reads } from '../../db/pool/reads.ts';
import type { Days } from '../../lib/day-range.ts';
import { flagNamed } from '../../rules/flags/flag-names.ts';
import { nightRange, nightOf } from '../../rules/nights/nights.ts';
import { venueFlags } from '../adapters/flags/port.ts';
import { downloadCsv } from '../reports/download-sales-csv.ts';
import { type ExportedVenue, readVenuesCsv } from '../reports/sales-csv.ts';
import type { AppDeps } from '../shared/deps.ts';
import { nightRulesIn } from '../venues/nights.ts';
import { inAllVenues } from '../venues/venue-access.ts';
import type { VenueRow } from '../venues/venues.queries.ts';

type Deps = Pick<AppDeps, 'db' | 'flags' | 'dataDir'> & { readonly reads: Reads };

/** Exports the sales of venues as one CSV, each with the days and the times of its own clock. */
export function downloadVenuesCsv(
  deps: Deps,
  account: string,
  venues: readonly VenueRow[],
  { from, to, timezone }: Days & { timezone: string },
): Promise<{ csv: Readable; sales: number }> {
  return inAllVenues(deps.db, async () => {
    const exported: ExportedVenue[] = [];
    for (const venue of venues) {
      const rules = await nightRulesIn(deps, venue.id, timezone);
      const flags = await deps.flags.flagsOn(venueFlags(venue));
      exported.push({
        id: venue.id,
        name: venue.name,
        range: nightRange(rules, from, to),
        timezone: nightOf(rules, to).timezone,
        feesReported: !flags.has(flagNamed.paxShift4),
      });
    }
    return downloadCsv(deps, account, (downloads) => readVenuesCsv(downloads, account, exported));
  });
}
