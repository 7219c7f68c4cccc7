/** Dates of files of past sales: what a text says about the order of day and month, and its instant. */
import { instantOf } from '../../lib/time-in-zone.ts';

export type DateOrder = 'month-first' | 'day-first';

const clock = String.raw`(?<hour>\d{1,2})[:.](?<minute>\d\d)(?:[:.](?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?(?: ?(?<half>[ap])\.? ?m\.?)?`;
const zone = String.raw` ?(?<offset>z|utc|gmt|[ecmp][sd]t|[+-]\d\d(?::?\d\d)?)`;
const time = String.raw`(?:(?:t|,? (?:at )?)${clock}(?:${zone})?)?`;
const weekday = String.raw`(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? )?`;
const monthName = String.raw`(?<name>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?`;
const year = String.raw`(?<year>\d{4}|\d\d)`;
const form = (day: string) => new RegExp(`^${weekday}${day}${time}$`, 'i');

const forms = [
  form(String.raw`(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})`),
  form(String.raw`(?<first>\d{1,2})(?<mark>[-/.])(?<second2>\d{1,2})\k<mark>${year}`),
  form(String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?[- ]${monthName}[-, ]+${year}`),
  form(String.raw`${monthName} ?(?<day>\d{1,2})(?:st|nd|rd|th)?,? ${year}`),
];

const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

// The names that exports of point-of-sale systems in the United States use.
const zoneHours: Readonly<Record<string, number>> = {
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
};

const tidied = (text: string): string =>
  text
    .replaceAll(/[\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

type Groups = Partial<Record<string, string>>;

function groupsOf(text: string): Groups | null {
  const clean = tidied(text);
  for (const one of forms) {
    const found = one.exec(clean);
    if (found?.groups) return found.groups;
  }
  return null;
}

/**
 * Order of day and month that a date proves, by a part above 12 or by points between the parts; `either` for a date
 * such as 1/2/2024, null for one that both orders read alike and for text that is no date.
 */
export function dateOrderOf(text: string): DateOrder | 'either' | null {
  const { first, second2, mark } = groupsOf(text) ?? {};
  if (first === undefined || second2 === undefined) return null;
  const [one, two] = [Number(first), Number(second2)];
  if (one > 12 && two > 12) return null;
  if (one > 12 || mark === '.') return 'day-first';
  if (two > 12) return 'month-first';
  return one === two ? null : 'either';
}

/** Hour of the day, 0 to 23; null for 13 PM and 24:00. */
function hourOfDay(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour <= 23 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

function offsetMsOf(text: string): number {
  const hours = zoneHours[text.toLowerCase()];
  if (hours !== undefined) return hours * 3_600_000;
  const digits = text.replace(':', '');
  if (!/^[+-]/.test(digits)) return 0;
  const minutes = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3) || 0);
  return (digits.startsWith('-') ? -minutes : minutes) * 60_000;
}

function dayAndMonth(groups: Groups, order: DateOrder): [day: number, month: number] {
  const { first, second2, name } = groups;
  if (name !== undefined)
    return [Number(groups['day']), monthNames.indexOf(name.toLowerCase().slice(0, 3)) + 1];
  if (first === undefined) return [Number(groups['day']), Number(groups['month'])];
  const isDayFirst = order === 'day-first' || groups['mark'] === '.';
  return isDayFirst ? [Number(first), Number(second2)] : [Number(second2), Number(first)];
}

/**
 * Parses a date with or without a time: `3/1/2024 10:15`, `1.3.24 22:15`, `2024-03-01T10:15:50.520Z`, `01-Mar-2024
 * 10:15 PM EST`, `Friday, March 1, 2024`. A date alone means its midnight. Text without an offset is local time in the
 * zone: an ambiguous hour (clocks turned back) means the first, and a skipped one is read with the offset before the
 * change.
 * @param timezone IANA name
 * @param order of day and month where slashes or dashes separate them
 * @returns epoch milliseconds, or null when the text is not an existing date
 */
export function parseDateTime(
  text: string,
  timezone: string,
  order: DateOrder = 'month-first',
): number | null {
  const groups = groupsOf(text);
  if (!groups) return null;
  const number = (name: string) => Number(groups[name] ?? 0);
  const [day, month] = dayAndMonth(groups, order);
  const [minute, second] = [number('minute'), number('second')];
  const fullYear = number('year') + (groups['year']?.length === 2 ? 2000 : 0);
  const hour = hourOfDay(number('hour'), groups['half']);
  if (hour === null || minute > 59 || second > 59 || month < 1 || month > 12) return null;
  const midnight = new Date(Date.UTC(fullYear, month - 1, day));
  // A day that the month does not have rolls over into another month.
  if (midnight.getUTCMonth() !== month - 1) return null;

  const milliseconds = Number((groups['fraction'] ?? '').padEnd(3, '0').slice(0, 3));
  const wallMs = midnight.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds;
  const ownOffset = groups['offset'];
  return ownOffset === undefined ? instantOf(wallMs, timezone) : wallMs - offsetMsOf(ownOffset);
}
