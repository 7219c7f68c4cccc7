/** What a sales report is looked up by, and how the address says it. */
import { widenDays } from '../../../lib/day-range.ts';
import type { SalesRange } from '../../api/reports.ts';
import { guessedTimezone, timezoneNamed } from '../../components/timezone-choice.ts';
import type { SalesReportSearch } from '../../paths.ts';

/** The controls as they stand. Days are YYYY-MM-DD or null while empty; no unit means all of them. */
export interface Lookup {
  readonly from: string | null;
  readonly to: string | null;
  /** A venue's id; null for the active one. */
  readonly venueId: string | null;
  readonly unitNumber: string | null;
  /** The label of the timezone. */
  readonly timezone: string;
}

/** The lookup of an address; what it does not say is left open, and the timezone is guessed. */
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

/** Pages count from 1; anything else in the address is page 1. */
export const readPage = (text: string | undefined): number => {
  const page = Number(text ?? 1);
  return Number.isSafeInteger(page) && page >= 1 ? page : 1;
};

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

/** The IANA name behind the label. */
export const zoneOf = ({ timezone }: Lookup): string =>
  (timezoneNamed(timezone) ?? guessedTimezone()).timezone;

/**
 * The stretch of time to ask for.
 * @param venueId of the venue that is meant
 * @param unitId of the unit that is meant, if it is one
 * @throws RangeError with a sentence for days that do not exist or stand in the wrong order
 */
export function rangeOf(
  lookup: Lookup & { readonly from: string; readonly to: string },
  venueId: string,
  unitId: string | undefined,
): SalesRange {
  const days = widenDays({ from: lookup.from, to: lookup.to, timezone: zoneOf(lookup) });
  return { venueId, unitId, ...days };
}
