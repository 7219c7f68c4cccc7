import { sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';
import { dayText } from '../../lib/day-range.ts';
import type { TimeRange } from '../../rules/reports/rollup-cover.ts';
import type { SalesScope } from './sales-sums.queries.ts';

/** The certificates of the nights of a report. */
export interface CertifiedNights {
  nights: number;
  /** Of which something differs. */
  checking: number;
  from: string;
  to: string;
  made_at: Date;
}

const dayMs = 86_400_000;
/** A report of more takes no longer for its certificates. */
const mostDays = 35;

/**
 * Returns what is certified of a range that starts with a night of the venue; null for another one, for a single unit,
 * and for more than 35 days.
 */
export async function findCertifiedNights(
  db: Db,
  { venueId, unitId }: SalesScope,
  { startMs, endMs }: TimeRange,
): Promise<CertifiedNights | null> {
  if (unitId !== null || endMs - startMs > mostDays * dayMs) return null;
  const { rows } = await sql<CertifiedNights>`
    select count(*) as nights, count(*) filter (where differences <> '[]'::jsonb) as checking,
      min(day) as "from", max(day) as "to", max(made_at) as made_at
    from (
      select distinct on (day) day, made_at, body -> 'differences' as differences,
        (body ->> 'start')::timestamptz as starts, (body ->> 'end')::timestamptz as ends
      from night_certificates
      where venue_id = ${venueId} and day >= ${dayText(startMs - 2 * dayMs)} and day <= ${dayText(endMs)}
      order by day, version desc
    ) as latest
    where starts >= ${new Date(startMs)}::timestamptz and ends <= ${new Date(endMs)}::timestamptz
    having min(starts) = ${new Date(startMs)}::timestamptz
  `.execute(db);
  return rows[0] ?? null;
}
