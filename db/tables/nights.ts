/** Row types of the clocks, hours and nights of venues. */
import type { Generated } from 'kysely';
import type { Maybe, MaybeTime, Time } from './column-types.ts';

export interface VenueClocksTable {
  venue_id: string;
  from_day: string;
  timezone: string;
  starts_minutes: number;
  set_by: Maybe<string>;
  set_at: Time;
}

export interface VenueHoursTable {
  venue_id: string;
  weekday: number;
  opens_minutes: number;
  closes_minutes: number;
}

export interface VenueNightsTable {
  venue_id: string;
  day: string;
  ends_at: MaybeTime;
  closed: Generated<boolean>;
  special: Generated<boolean>;
  note: Generated<string>;
}
