import type { z } from 'zod';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import type { night as nightOut } from '../../contract/nights.ts';
import { hoursOf, type Night } from '../../rules/nights/nights.ts';
import { clockText, type OpeningHours, type VenueClock } from '../../rules/nights/venue-clock.ts';
import type { ClockOfVenue } from './nights.ts';
import type { NightRow } from './nights.queries.ts';

type NightOut = z.output<typeof nightOut>;

/** @param row what was changed of the night, if anything */
export const nightView = (
  night: Night,
  row: Pick<NightRow, 'closed' | 'special' | 'note'> | undefined,
  nowMs: number,
): NightOut => ({
  day: night.day,
  start: new Date(night.startMs).toISOString(),
  end: new Date(night.endMs).toISOString(),
  hours: hoursOf(night),
  timezone: night.timezone,
  closed: row?.closed ?? false,
  special: row?.special ?? false,
  note: row?.note ?? '',
  running: night.startMs <= nowMs && nowMs < night.endMs,
});

const clockView = ({ fromDay, timezone, startsMinutes }: VenueClock) => ({
  timezone,
  startsAt: clockText(startsMinutes),
  from: fromDay,
});

export const clockOfVenueView = ({
  current,
  rules,
  tonight,
  row,
  ordersByHour,
  hoursIn,
  suggestion,
  nowMs,
}: ClockOfVenue): EndpointResponse<'getClock'> => ({
  clock: current && clockView(current),
  history: (rules?.clocks ?? []).map(clockView),
  ends: [...(rules?.ends ?? [])].map(([day, endMs]) => ({
    day,
    endsAt: new Date(endMs).toISOString(),
  })),
  tonight: tonight && nightView(tonight, row, nowMs),
  ordersByHour: [...ordersByHour],
  hoursIn,
  suggestion: suggestion === null ? null : clockText(suggestion),
});

export const hoursView = (rows: readonly OpeningHours[]) => ({
  hours: rows.map((row) => ({
    weekday: row.weekday,
    opens: clockText(row.opensMinutes),
    closes: clockText(row.closesMinutes),
  })),
});
