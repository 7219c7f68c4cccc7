/** Lookup parameters of a sales report and their URL form. */
import { dateMessages } from '../../../../lib/time-in-zone.ts';
import { isTimezone } from '../../../../lib/timezones.ts';
import { rangePresets, widenDays } from '../../../../lib/day-range.ts';
import { dayAt, nightRange, type NightRules } from '../../../../rules/nights/nights.ts';
import type { SalesRange } from '../../../api/reports.ts';
import { guessedTimezone, timezoneNamed } from '../../../components/timezone-choice.ts';
import type { SalesReportSearch } from '../../../paths.ts';
import { reportMessages } from '../../../../rules/reports/report-messages.ts';

/** Days from midnight, or from the time at which the business day of the venue starts. */
export type DayMode = 'business' | 'calendar';

/** Values of the controls. Days are YYYY-MM-DD or null while empty; no unit means all of them. */
export interface Lookup {
  readonly from: string | null;
  readonly to: string | null;
  /** Label of the preset that the days were chosen by. */
  readonly period: string | null;
  /** Venue id; null while the venues load. */
  readonly venueId: string | null;
  readonly unitNumber: string | null;
  /** Label of the time zone; that of the venue for business days. */
  readonly timezone: string;
  /** Null for a venue without a clock, and where the address does not say. */
  readonly days: DayMode | null;
}

/** Label of a zone: EST for New York, the IANA name of one without a label. */
export const zoneLabel = (timezone: string): string => timezoneNamed(timezone)?.label ?? timezone;

/** Parses a lookup from the URL; missing values stay open, and the time zone defaults to the browser's. */
export function readLookup(search: Readonly<Record<string, string | undefined>>): Lookup {
  const { from, to, period, venue, unit, timezone = '', days } = search;
  const isOfVenue = days === 'business' && isTimezone(timezone);
  return {
    from: from || null,
    to: to || null,
    period: period || null,
    venueId: venue || null,
    unitNumber: unit && unit !== 'all' ? unit : null,
    timezone: timezoneNamed(timezone)?.label ?? (isOfVenue ? timezone : guessedTimezone().label),
    days: days === 'business' || days === 'calendar' ? days : null,
  };
}

export const toSearch = (lookup: Lookup): SalesReportSearch => ({
  from: lookup.from ?? undefined,
  to: lookup.to ?? undefined,
  period: lookup.period ?? undefined,
  venue: lookup.venueId ?? undefined,
  unit: lookup.unitNumber ?? undefined,
  timezone: lookup.timezone,
  days: lookup.days ?? undefined,
});

/** True for the same sales, however their days were chosen. */
export const isSameLookup = (one: Lookup, other: Lookup): boolean =>
  one.from === other.from &&
  one.to === other.to &&
  one.venueId === other.venueId &&
  one.unitNumber === other.unitNumber &&
  one.timezone === other.timezone &&
  one.days === other.days;

/**
 * Business days of a venue with a clock, in its time zone, unless calendar days are chosen.
 * @param rules null for a venue without a clock
 * @param zone of the venue tonight
 */
export function withMode(lookup: Lookup, rules: NightRules | null, zone: string | null): Lookup {
  if (!rules || zone === null) return lookup.days === null ? lookup : { ...lookup, days: null };
  if (lookup.days === 'calendar') return lookup;
  return { ...lookup, days: 'business', timezone: zoneLabel(zone) };
}

/** The current day in the zone, or the running business day. */
export const todayOf = (lookup: Lookup, rules: NightRules | null, nowMs: number): string =>
  dayAt(lookup.days === 'business' ? rules : null, nowMs, zoneOf(lookup));

/** The last seven days, where no day is given. */
export function withDays(lookup: Lookup, rules: NightRules | null, nowMs: number): Lookup {
  if (lookup.from || lookup.to) return lookup;
  const presets = rangePresets(todayOf(lookup, rules, nowMs));
  const week = presets.find(({ label }) => label === 'Last 7 days');
  return week ? { ...lookup, from: week.from, to: week.to } : lookup;
}

/** Preset of these days, which several may have: the one that was chosen, while it has them, else the first. */
export function presetOf(
  { from, to, period }: Lookup,
  presets: ReturnType<typeof rangePresets>,
): string | undefined {
  const labels = presets
    .filter((one) => one.from === from && one.to === to)
    .map(({ label }) => label);
  return labels.find((label) => label === period) ?? labels[0];
}

/** IANA name of the label. */
export const zoneOf = ({ timezone, days }: Lookup): string =>
  timezoneNamed(timezone)?.timezone ??
  (days === 'business' ? timezone : guessedTimezone().timezone);

/** A lookup whose days are chosen. */
export type DatedLookup = Lookup & { readonly from: string; readonly to: string };

/**
 * Time range to request.
 * @param venueId of the selected venue
 * @param unitId of the selected unit, if any
 * @param rules of a venue with a clock
 * @throws RangeError with a message for days that do not exist, are in the wrong order or have no time
 */
export function rangeOf(
  lookup: DatedLookup,
  venueId: string,
  unitId: string | undefined,
  rules: NightRules | null = null,
): SalesRange {
  const { from, to, days } = lookup;
  if (days !== 'business' || !rules)
    return { venueId, unitId, ...widenDays({ from, to, timezone: zoneOf(lookup) }) };
  if (from > to) throw new RangeError(dateMessages.daysReversed);
  const { startMs, endMs } = nightRange(rules, from, to);
  if (startMs === endMs) throw new RangeError(reportMessages.noTime);
  return { venueId, unitId, startDate: startMs, endDate: endMs - 1 };
}
