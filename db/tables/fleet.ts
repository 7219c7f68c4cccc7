/** Row types of the figures of all units, and of the tickets of the support. */
import type { Generated } from 'kysely';
import type { FleetState } from '../../rules/fleet/fleet.ts';
import type { TicketState } from '../../rules/fleet/tickets.ts';
import type { Maybe, MaybeTime, Time } from './column-types.ts';

export interface FleetVersionsTable {
  one: Generated<boolean>;
  version: number;
}

export interface FleetUnitsTable {
  unit_id: string;
  from_version: number;
  /** Null for the present figures. */
  until_version: Maybe<number>;
  until_at: MaybeTime;
  venue_id: string;
  owner_id: string;
  unit_number: number;
  unit_name: Maybe<string>;
  venue_name: string;
  owner_name: string;
  /** Owner, venue and number of the unit, to sort by. */
  place: string;
  category: string;
  created_at: Time;
  timezone: string;
  software: string;
  state: FleetState;
  failed: number;
  glasses: number;
  /** 0 without a glass. */
  rate: number;
  /** Glasses of the last 24 hours with the present software. */
  day_failed: number;
  day_glasses: number;
  software_since: Time;
  worst_position: Maybe<number>;
  refused: number;
  /** Whole dollars, in cents, per hour. */
  expected_cents: number;
  at_risk_cents: number;
  last_contact_at: MaybeTime;
  figures_at: Time;
}

/** A case of a unit, which only super admins see. */
export interface SupportTicketsTable {
  id: string;
  /** Chosen by the client: the same ticket again is opened once. */
  key: string;
  unit_id: string;
  subject: string;
  state: Generated<TicketState>;
  /** A super admin; null without one. */
  assignee_id: Maybe<string>;
  opened_at: Time;
  /** Name at that time. */
  opened_by: string;
  /** Of its last change or note. */
  changed_at: Time;
}

export interface SupportNotesTable {
  id: string;
  ticket_id: string;
  /** Chosen by the client: the same note again is added once. */
  key: string;
  venue_id: string;
  unit_id: string;
  at: Time;
  /** Name at that time. */
  person: string;
  note: string;
  /** Whether the people of the venue see it. */
  shared: boolean;
}
