/** Days as people type them in the search of the command palette. */
import { dayText, midnightOf, weekdayIndex } from '../../lib/day-range.ts';
import { weekdayNamesFromMonday } from '../../lib/weekdays.ts';
import { withoutAccents } from './search-words.ts';

const dayMs = 86_400_000;

const weekdayWords = weekdayNamesFromMonday.map((name) => name.toLowerCase());
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** Fewest letters that name a weekday or month. */
const fewestLetters = 3;

const named = (names: readonly string[], word: string | undefined): number =>
  word === undefined || word.length < fewestLetters
    ? -1
    : names.findIndex((name) => name.startsWith(word));

const ago = (today: string, days: number): string => dayText(midnightOf(today) - days * dayMs);

/** The day of a date that exists, in the year before where it would be after today; null for any other. */
function dateIn(today: string, month: number, date: number, year?: number): string | null {
  const yearOf = (wanted: number): string | null => {
    const day = `${wanted}-${String(month + 1).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
    try {
      midnightOf(day);
      return day;
    } catch {
      return null;
    }
  };
  if (year !== undefined) return yearOf(year);
  const thisYear = Number(today.slice(0, 4));
  const found = yearOf(thisYear);
  return found !== null && found <= today ? found : yearOf(thisYear - 1);
}

/**
 * The day, `YYYY-MM-DD`, of `today`, `yesterday`, `saturday`, `last sat`, `Nov 14`, `14 november 2025` or `2025-11-14`;
 * null for any other text. A weekday is the last one before today, and none is after today.
 * @param today `YYYY-MM-DD`
 */
export function searchedDay(query: string, today: string): string | null {
  const text = withoutAccents(query).trim();
  if (text === 'today' || text === 'tonight') return today;
  if (text === 'yesterday' || text === 'last night') return ago(today, 1);
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  const day = iso
    ? dateIn(today, Number(iso[2]) - 1, Number(iso[3]), Number(iso[1]))
    : (weekdayIn(text, today) ?? namedDate(text, today));
  return day !== null && day <= today ? day : null;
}

function weekdayIn(text: string, today: string): string | null {
  const weekday = named(weekdayWords, /^(?:last )?([a-z]+)$/.exec(text)?.[1]);
  if (weekday < 0) return null;
  return ago(today, ((weekdayIndex(today) - weekday + 6) % 7) + 1);
}

function namedDate(text: string, today: string): string | null {
  const [, monthBefore, date, monthAfter, year] =
    /^(?:([a-z]+) )?(\d{1,2})(?:st|nd|rd|th)?(?: ([a-z]+))?(?:,? (\d{4}))?$/.exec(text) ?? [];
  const month = named(months, monthBefore ?? monthAfter);
  if (month < 0) return null;
  return dateIn(today, month, Number(date), year === undefined ? undefined : Number(year));
}
