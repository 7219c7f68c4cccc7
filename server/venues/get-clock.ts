import type { Db } from '../../db/tables/tables.ts';
import { nightAt, type Night, type NightRules } from '../../rules/nights/nights.ts';
import { countByReading } from '../../rules/nights/orders-by-hour.ts';
import {
  type OrdersByHour,
  suggestionDays,
  suggestStart,
} from '../../rules/nights/start-suggestion.ts';
import { clockOn, type VenueClock } from '../../rules/nights/venue-clock.ts';
import { findNightRules, listNightRows, type NightRow, sumOrdersByHour } from './nights.queries.ts';

export interface ClockOfVenue {
  /** Null for a venue without a clock. */
  rules: NightRules | null;
  current: VenueClock | null;
  tonight: Night | null;
  row: NightRow | undefined;
  ordersByHour: OrdersByHour;
  /** Minutes after midnight. */
  suggestion: number | null;
  nowMs: number;
}

const dayMs = 86_400_000;

/**
 * Returns the clock of a venue with the hours in which it sells, from the sums by hour.
 * @param timezone zone of the hours while the venue has no clock
 */
export async function getClock(
  { db, now }: { db: Db; now: () => Date },
  venueId: string,
  timezone: string,
): Promise<ClockOfVenue> {
  const present = now();
  const nowMs = present.getTime();
  const [rules, sums] = await Promise.all([
    findNightRules(db, venueId),
    sumOrdersByHour(db, venueId, new Date(nowMs - suggestionDays * dayMs), present),
  ]);
  const tonight = rules && nightAt(rules, nowMs);
  const current = rules && tonight && clockOn(rules.clocks, tonight.day);
  const [row] = tonight ? await listNightRows(db, venueId, tonight.day, tonight.day) : [];
  const ordersByHour = countByReading(
    sums.map(({ startsAt, orders }) => ({ startMs: startsAt.getTime(), orders })),
    current?.timezone ?? timezone,
  );
  const suggestion = suggestStart(ordersByHour, current?.startsMinutes ?? 0);
  return { rules, current, tonight, row, ordersByHour, suggestion, nowMs };
}
