import { usualDelayMinutes } from '../../rules/close-out/delays.ts';
import { closeOutMessages } from '../../rules/close-out/close-out-messages.ts';
import { parseClockText } from '../../rules/nights/venue-clock.ts';
import { fieldError } from '../shared/errors.ts';
import type { SubscriptionRow } from './subscriptions.queries.ts';

const lastMinuteOfDay = 1439;

interface NewSchedule {
  delayMinutes?: number | undefined;
  at?: string | null | undefined;
  weekday?: number | null | undefined;
}

type StoredSchedule = Pick<SubscriptionRow, 'delay_minutes' | 'at_minutes' | 'weekday'>;

/**
 * Schedule to store for a kind of mail. Throws 400 for one that the kind does not have.
 * @param before what is kept where nothing else is asked for
 */
export function scheduleOfBody(
  kind: SubscriptionRow['kind'],
  { delayMinutes, at, weekday }: NewSchedule,
  before: StoredSchedule = { delay_minutes: null, at_minutes: null, weekday: null },
): StoredSchedule {
  const asked = typeof at === 'string' ? parseClockText(at, lastMinuteOfDay) : null;
  if (typeof at === 'string' && asked === null) throw fieldError({ at: closeOutMessages.badTime });
  if (typeof at === 'string' && delayMinutes !== undefined)
    throw fieldError({ delayMinutes: closeOutMessages.eitherTime });
  const isChanged = at !== undefined || delayMinutes !== undefined;
  const reading = isChanged ? asked : before.at_minutes;
  const day = weekday === undefined ? before.weekday : weekday;
  if (kind === 'weekly' && day === null) throw fieldError({ weekday: closeOutMessages.badWeekday });
  if (kind !== 'weekly' && kind !== 'csv' && typeof day === 'number')
    throw fieldError({ weekday: closeOutMessages.badWeekday });
  if (reading === null && (kind === 'monthly' || day !== null))
    throw fieldError({ at: closeOutMessages.needsTime });
  const delay = isChanged
    ? (delayMinutes ?? usualDelayMinutes)
    : (before.delay_minutes ?? usualDelayMinutes);
  return {
    delay_minutes: reading === null ? delay : null,
    at_minutes: reading,
    weekday: day,
  };
}
