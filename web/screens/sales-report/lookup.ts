/** Lookup parameters of a sales report and their URL form. */
import { rangePresets, todayIn, widenDays } from '../../../lib/day-range.ts';
import type { SalesRange } from '../../api/reports.ts';
import { guessedTimezone, timezoneNamed } from '../../components/timezone-choice.ts';
import type { SalesReportSearch } from '../../paths.ts';

/** Values of the controls. Days are YYYY-MM-DD or null while empty; no unit means all of them. */
export interface Lookup {
  readonly from: string | null;
  readonly to: string | null;
  /** Venue id; null while the venues load. */
  readonly venueId: string | null;
  readonly unitNumber: string | null;
  /** Label of the time zone. */
  readonly timezone: string;
}

/** Parses a lookup from the URL; missing values stay open, and the time zone defaults to the browser's. */
export function readLookup(search: Readonly<Record<string, string | undefined>>): Lookup {
  const { from, to, venue, unit, timezone } = search;
  return {
    from: from || null,
    to: to || null,
    venueId: venue || null,
    unitNumber: unit && unit !== 'all' ? unit : null,
    timezone: timezoneNamed(timezone ?? '')?.label ?? guessedTimezone().label,
  };
}

export const toSearch = (lookup: Lookup): SalesReportSearch => ({
  from: lookup.from ?? undefined,
  to: lookup.to ?? undefined,
  venue: lookup.venueId ?? undefined,
  unit: lookup.unitNumber ?? undefined,
  timezone: lookup.timezone,
});

export const isSameLookup = (one: Lookup, other: Lookup): boolean =>
  one.from === other.from &&
  one.to === other.to &&
  one.venueId === other.venueId &&
  one.unitNumber === other.unitNumber &&
  one.timezone === other.timezone;

/** The last seven days, where no day is given. */
export function withDays(lookup: Lookup, nowMs: number): Lookup {
  if (lookup.from || lookup.to) return lookup;
  const presets = rangePresets(todayIn(zoneOf(lookup), nowMs));
  const week = presets.find(({ label }) => label === 'Last 7 days');
  return week ? { ...lookup, from: week.from, to: week.to } : lookup;
}

/** IANA name of the label. */
export const zoneOf = ({ timezone }: Lookup): string =>
  (timezoneNamed(timezone) ?? guessedTimezone()).timezone;

/**
 * Time range to request.
 * @param venueId of the selected venue
 * @param unitId of the selected unit, if any
 * @throws RangeError with a message for days that do not exist or are in the wrong order
 */
export function rangeOf(
  lookup: Lookup & { readonly from: string; readonly to: string },
  venueId: string,
  unitId: string | undefined,
): SalesRange {
  const days = widenDays({ from: lookup.from, to: lookup.to, timezone: zoneOf(lookup) });
  return { venueId, unitId, ...days };
}
