import { clockText } from '../../rules/nights/venue-clock.ts';
import { nextSending } from '../../rules/close-out/sending-times.ts';
import { subscriptionText } from '../../rules/close-out/subscription-text.ts';
import type { Subscribed } from './subscribed.ts';

export function subscriptionView({ row, venues, rules, schedule }: Subscribed, now: Date) {
  const next = nextSending(rules, schedule, now.getTime());
  const named = venues.map(({ venue: { id, name } }) => ({ id, name }));
  const [first] = named;
  const described = {
    kind: row.kind,
    venueNames: named.map(({ name }) => name),
    schedule,
    isCalendarDay: venues[0]?.own === null,
  };
  return {
    id: row.id,
    kind: row.kind,
    venueId: first?.id ?? '',
    venueName: first?.name ?? '',
    venues: named,
    delayMinutes: row.delay_minutes,
    at: row.at_minutes === null ? null : clockText(row.at_minutes),
    weekday: row.weekday,
    timezone: row.timezone,
    emptyNights: row.empty_nights,
    paused: row.paused,
    refusal: row.refusal,
    nextAt: new Date(next.atMs).toISOString(),
    text: subscriptionText(described, next),
  };
}
