/** Row type of a venue. */
import type { Generated } from 'kysely';
import type { MadeTime, Maybe, MaybeTime, Time } from './column-types.ts';

export interface VenuesTable {
  id: string;
  owner_id: string;
  name: string;
  /** One line; empty where none is entered. */
  address: Generated<string>;
  tax_percentage: Generated<number>;
  drink_limit_quantity: Generated<number>;
  drink_limit_minutes: Generated<number>;
  /** On which weeks begin. */
  first_weekday: Generated<'monday' | 'saturday' | 'sunday'>;
  public_key: Generated<string>;
  client_guid: Generated<string>;
  private_key_sealed: Maybe<Buffer>;
  private_key_hint: Generated<string>;
  auth_token_sealed: Maybe<Buffer>;
  auth_token_hint: Generated<string>;
  webhook_secret_sealed: Maybe<Buffer>;
  webhook_secret_hint: Generated<string>;
  /** No longer counted or read; dropped when no process of an earlier release reads it. */
  revision: Generated<number>;
  /** Raised with each change of the price plans or the clock. */
  price_plans_version: Generated<number>;
  created_at: MadeTime;
}

// Row types of the clocks, hours and nights of venues.

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

// Row types of wall displays.

export interface WallsTable {
  id: string;
  venue_id: string;
  label: string;
  hide_money: boolean;
  key_hash: Buffer;
  created_at: Time;
  created_by: Maybe<string>;
  /** To the minute. */
  last_seen_at: MaybeTime;
  revoked_at: MaybeTime;
}

// Row types of settings and feature flags.

export interface SettingsTable {
  id: string;
  owner_id: Maybe<string>;
  terms: Generated<string>;
}

export interface FlagSwitchesTable {
  venue_id: string;
  /** The venue itself, or one of its units. */
  target_id: string;
  flag: string;
  enabled: boolean;
}

// Row type of a rendering.

export interface RenderingsTable {
  id: string;
  venue_name: string;
  path_name: string;
  entry_page_path: string;
  folder: string;
  deployed_at: Time;
  replaced_at: MaybeTime;
  deployed_by: Maybe<string>;
}

// Row type of an uploaded file.

export interface FilesTable {
  id: string;
  owner_id: string;
  key: string;
  content_type: string;
  size_bytes: number;
  state: 'issued' | 'stored';
  created_at: Time;
  /** Last time it was saved as the image of an ingredient or of an invoice. */
  accepted_at: MaybeTime;
}
