/** Row types of units, their keys and their card readers. */
import type { Generated } from 'kysely';
import type { MaintenanceReason } from '../../rules/health/maintenance-reasons.ts';
import type { PlaceState, ReaderState } from '../../rules/health/contact-state.ts';
import type { MadeTime, Maybe, MaybeTime, Time } from './column-types.ts';

export interface UnitsTable {
  id: string;
  venue_id: string;
  unit_number: Generated<number>;
  name: Maybe<string>;
  category: Generated<'ROTENDER_CLASSIC' | 'BEERTENDER'>;
  model: Generated<'SOLO' | 'MENU'>;
  contacts: Generated<string[]>;
  discount_rate: Generated<number>;
  id_checking_service_host_name: Generated<string>;
  home_helper_text: Generated<string>;
  home_button_image: Generated<string>;
  stripe_reader_id: Generated<string>;
  pax_shift4_reader_id: Generated<string>;
  /** No longer counted or read; dropped when no process of an earlier release reads it. */
  revision: Generated<number>;
  created_at: MadeTime;
  /** Of a unit that sold before it was added. */
  in_service_since: MaybeTime;
  deleted_at: MaybeTime;
}

/** Key of a unit in tables with rows per venue: all their keys lead with venue_id. */
export interface UnitRef {
  venue_id: string;
  id: string;
}

export interface UnitStateTable {
  venue_id: string;
  unit_id: string;
  /** Number of the last entry of the change log. */
  last_number: Generated<number>;
  /** Last request with a key of the unit, to the minute. */
  last_contact_at: MaybeTime;
  /** End of the last gap in contact; null before the first request. */
  contact_since: MaybeTime;
  /** Last change of anything that the unit charges: prices, discount or tax. */
  prices_changed_at: MaybeTime;
  /** The last 50 times between two contacts in seconds, newest first. */
  contact_gaps_s: Generated<number[]>;
}

/** A time without contact to a unit, of more than a quarter of an hour. */
export interface ContactGapsTable {
  venue_id: string;
  unit_id: string;
  from_at: Time;
  until_at: Time;
}

/** What a unit reported last. */
export interface UnitHeartbeatsTable {
  venue_id: string;
  unit_id: string;
  received_at: Time;
  software: string;
  started_at: MaybeTime;
  reader_state: ReaderState;
  /** Sales that the unit could not send yet; null if it does not say. */
  queued_sales: Maybe<number>;
  /** Its clock minus ours, newest first, at most five. */
  clock_skews_ms: number[];
  /** Places that are not ok, and the state of each. */
  positions: number[];
  position_states: PlaceState[];
  /** Since when it reports another menu than its own; null while it shows that, or does not say. */
  old_menu_since: MaybeTime;
}

/** A software that a unit has reported, from its first heartbeat with it on. */
export interface UnitSoftwareTable {
  venue_id: string;
  unit_id: string;
  since: Time;
  software: string;
}

/** A time in which a unit is cleaned, repaired or moved, and nothing is found wrong with it. */
export interface UnitServicesTable {
  venue_id: string;
  unit_id: string;
  from_at: Time;
  until_at: Time;
  /** An account, or the unit. */
  begun_by: Maybe<string>;
  /** An account, or the unit; null for one that ends by itself. */
  ended_by: Maybe<string>;
  reason: Generated<MaintenanceReason>;
}

export interface UnitKeysTable {
  id: string;
  venue_id: string;
  unit_id: string;
  key_hash: Buffer;
  label: Generated<string>;
  created_at: Time;
  created_by: Maybe<string>;
  last_used_at: MaybeTime;
  revoked_at: MaybeTime;
  /** When a request with it was refused last. */
  refused_at: MaybeTime;
}

export interface CardReadersTable {
  venue_id: string;
  unit_id: string;
  reader_id: string;
  serial_number: Generated<string>;
  display_name: Generated<string>;
  address_line1: Generated<string>;
  city: Generated<string>;
  state: Generated<string>;
  country: Generated<string>;
  zip_code: Generated<string>;
}
