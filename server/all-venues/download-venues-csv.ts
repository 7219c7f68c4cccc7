import type { Readable } from 'node:stream';
import type { Reads } from '../../db/pool/reads.ts';
import type { Days } from '../../lib/day-range.ts';
import { downloadCsv } from '../reports/download-sales-csv.ts';
import { readVenuesCsv } from '../reports/sales-csv.ts';
import type { AppDeps } from '../shared/deps.ts';
import { inAllVenues } from '../venues/venue-access.ts';
import type { VenueRow } from '../venues/venues.queries.ts';
import { daysOfVenues } from './venue-days.ts';

type Deps = Pick<AppDeps, 'db' | 'flags' | 'dataDir'> & { readonly reads: Reads };

/** Exports the sales of venues as one CSV, each with the days and the times of its own clock. */
export function downloadVenuesCsv(
  deps: Deps,
  account: string,
  venues: readonly VenueRow[],
  days: Days & { timezone: string },
): Promise<{ csv: Readable; sales: number }> {
  return inAllVenues(deps.db, async () => {
    const exported = await daysOfVenues(deps, venues, days);
    return downloadCsv(deps, account, (downloads) => readVenuesCsv(downloads, account, exported));
  });
}
