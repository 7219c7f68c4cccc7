import { nextSending } from '../../rules/close-out/sending-times.ts';
import { subscriptionText } from '../../rules/close-out/subscription-text.ts';
import type { Subscribed } from './subscribed.ts';

export function subscriptionView({ row, venue, nights: { own, calendar } }: Subscribed, now: Date) {
  const delayMinutes = row.delay_minutes ?? 0;
  const next = nextSending(own ?? calendar, delayMinutes, now.getTime());
  const named = { venueName: venue.name, delayMinutes, isCalendarDay: own === null };
  return {
    id: row.id,
    kind: 'closeout' as const,
    venueId: venue.id,
    venueName: venue.name,
    delayMinutes,
    timezone: row.timezone,
    emptyNights: row.empty_nights,
    paused: row.paused,
    nextAt: new Date(next.atMs).toISOString(),
    text: subscriptionText(named, next),
  };
}
