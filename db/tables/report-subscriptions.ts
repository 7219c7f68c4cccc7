/** Row types of mails that people subscribe to, and of what they stated. */
import type { Generated } from 'kysely';
import type { Maybe, StoredJson, Time } from './column-types.ts';

export interface ReportSubscriptionsTable {
  id: string;
  user_id: string;
  venue_ids: string[];
  kind: 'closeout' | 'weekly' | 'monthly' | 'csv';
  delay_minutes: Maybe<number>;
  at_minutes: Maybe<number>;
  weekday: Maybe<number>;
  timezone: string;
  empty_nights: Generated<boolean>;
  paused: Generated<boolean>;
  /** Business day of its last correction mail. */
  corrected_day: Maybe<string>;
  /** Response of the mail server for which it was paused. */
  refusal: Maybe<string>;
  created_at: Time;
  from_at: Time;
  check_at: Time;
  token: string;
}

export interface ReportTellingsTable {
  subscription_id: string;
  user_id: string;
  /** `YYYY-MM-DD`, or two of them with a slash. */
  period: string;
  version: number;
  told: StoredJson;
  upto: StoredJson;
  at: Time;
}
