import { dateMessages } from '../../lib/date-messages.ts';
import { isTimezone } from '../../lib/timezones.ts';
import { nightMessages } from '../../rules/nights/night-messages.ts';
import { nightAt } from '../../rules/nights/nights.ts';
import { parseStart, type VenueClock } from '../../rules/nights/venue-clock.ts';
import { fieldError } from '../shared/errors.ts';

export interface NewClockFields {
  timezone?: string | undefined;
  startsAt?: string | undefined;
}

const usualStart = '04:00';

/** Clock of a venue that is added now; null where no zone is given. Throws 400 for one that is not known. */
export function newClock(
  { timezone, startsAt = usualStart }: NewClockFields,
  at: Date,
): VenueClock | null {
  if (timezone === undefined) return null;
  const startsMinutes = parseStart(startsAt);
  if (!isTimezone(timezone)) throw fieldError({ timezone: dateMessages.unknownTimezone });
  if (startsMinutes === null) throw fieldError({ startsAt: nightMessages.badStart });
  const clock: VenueClock = { fromDay: '2000-01-01', timezone, startsMinutes };
  const today = nightAt({ clocks: [clock], ends: new Map() }, at.getTime()).day;
  return { ...clock, fromDay: today };
}
