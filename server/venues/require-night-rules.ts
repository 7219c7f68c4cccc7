import { dateMessages } from '../../lib/date-messages.ts';
import { isTimezone } from '../../lib/timezones.ts';
import { compareMessages } from '../../rules/compare/compare-messages.ts';
import { calendarDays } from '../../rules/compare/compared-nights.ts';
import type { NightRules } from '../../rules/nights/nights.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError } from '../shared/errors.ts';
import { findNightRules } from './nights.queries.ts';

/**
 * Rules of the calendar days of a time zone, or without one those of the venue's business days. Throws 400 for an
 * unknown time zone, and for a venue without a clock when none is given.
 */
export async function requireNightRules(
  { db }: Pick<AppDeps, 'db'>,
  venueId: string,
  timezone: string | undefined,
): Promise<NightRules> {
  if (timezone !== undefined) {
    if (!isTimezone(timezone)) throw fieldError({ timezone: dateMessages.unknownTimezone });
    return calendarDays(timezone);
  }
  const rules = await findNightRules(db, venueId);
  if (!rules) throw fieldError({ timezone: compareMessages.noClock });
  return rules;
}
