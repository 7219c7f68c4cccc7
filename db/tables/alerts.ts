/** Row types of alerts, of who is on tonight, and of messages about alerts. */
import type { ColumnType, Generated } from 'kysely';
import type { Maybe, MaybeTime, StoredJson, Time } from './column-types.ts';

export interface AlertsTable {
  venue_id: string;
  id: string;
  kind: string;
  /** Kind, unit, and ingredient or position. */
  key: string;
  severity: 'urgent' | 'soon' | 'later';
  text: string;
  unit_id: Maybe<string>;
  occurrences: Generated<number>;
  opened_at: Time;
  last_seen_at: Time;
  /** Null while the cause lasts. */
  cause_ended_at: MaybeTime;
  announced_at: MaybeTime;
  announcements: Generated<number>;
  acknowledged_at: MaybeTime;
  acknowledged_by: Maybe<string>;
  snoozed_until: MaybeTime;
  resolved_at: MaybeTime;
  /** Null for an alert whose cause ended. */
  resolved_by: Maybe<string>;
  note: Generated<string>;
}

export interface AlertEventsTable {
  venue_id: string;
  alert_id: string;
  id: string;
  at: Time;
  kind:
    | 'opened'
    | 'reopened'
    | 'repeated'
    | 'raised'
    | 'acknowledged'
    | 'snoozed'
    | 'resolved'
    | 'sent'
    | 'undelivered';
  /** Who did it, or who got the message. */
  person_id: Maybe<string>;
  note: Generated<string>;
  /** Severity of an alert that was announced. */
  announced: Maybe<string>;
}

export interface DutiesTable {
  venue_id: string;
  user_id: string;
  from_at: Time;
  until_at: Time;
}

export interface AlertWatchesTable {
  venue_id: string;
  check_at: Time;
  pending: ColumnType<Record<string, number>, string | undefined, string>;
  read_at: MaybeTime;
  version: Generated<number>;
}

export interface AlertSettingsTable {
  user_id: string;
  mail: string[];
  sms: string[];
  push: Generated<string[]>;
  venue_ids: Maybe<string[]>;
  weekdays: number[];
  quiet_from: Maybe<number>;
  quiet_to: Maybe<number>;
  timezone: string;
  urgent_passes: boolean;
  phone: Maybe<string>;
}

export interface AlertNotificationsTable {
  id: string;
  venue_id: string;
  alert_id: string;
  /** Number of the announcement of the alert. */
  announcement: number;
  user_id: string;
  step: number;
  due_at: Time;
  /** By quiet hours. */
  held: boolean;
  state: Generated<'waiting' | 'sent' | 'dropped'>;
  sent_at: MaybeTime;
  checked: Generated<boolean>;
  sms_id: Maybe<string>;
  mail_id: Maybe<string>;
  /** One message per subscription. */
  push_ids: Maybe<string[]>;
}

export interface PushSubscriptionsTable {
  id: string;
  user_id: string;
  /** It gets no messages after the end of this session. */
  session_id: string;
  endpoint: string;
  /** Public key and secret of the browser, in base64url. */
  p256dh: string;
  auth: string;
  /** Browser and system: `Chrome on Android`. */
  device: Maybe<string>;
  created_at: Time;
  /** When the push service last took a message, or refused one. */
  last_used_at: MaybeTime;
  failed_at: MaybeTime;
}

// Row types of mails that people subscribe to, and of what they stated.

export interface ReportSubscriptionsTable {
  id: string;
  user_id: string;
  venue_ids: string[];
  kind: 'closeout' | 'weekly' | 'monthly' | 'csv' | 'view';
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
  /** Of mails of a saved breakdown. */
  view_id: Maybe<string>;
}

/** Breakdowns that people keep by a name. */
export interface ReportViewsTable {
  id: string;
  user_id: string;
  venue_id: string;
  name: string;
  settings: ColumnType<Record<string, unknown>, string, string>;
  created_at: Time;
}

export interface ReportedFiguresTable {
  subscription_id: string;
  user_id: string;
  /** `YYYY-MM-DD`, or two of them with a slash. */
  period: string;
  version: number;
  told: StoredJson;
  upto: StoredJson;
  at: Time;
}
