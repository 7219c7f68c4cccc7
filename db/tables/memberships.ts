/** Row types of the people of an owner: memberships, invitations, and what their roles are allowed. */
import type { Generated } from 'kysely';
import type { Maybe, MaybeTime, Time } from './column-types.ts';

export interface MembershipsTable {
  owner_id: string;
  user_id: string;
  role: 'owner' | 'manager' | 'bartender' | 'accountant';
  /** Null for all venues of the owner. */
  venue_ids: Maybe<string[]>;
  state: Generated<'active' | 'suspended'>;
  invited_by: Maybe<string>;
  created_at: Time;
  /** When the person last used Barback for this owner, to a quarter of an hour; null before that. */
  seen_at: MaybeTime;
}

export interface InvitationsTable {
  owner_id: string;
  id: string;
  /** In lower case. */
  email: string;
  role: 'owner' | 'manager' | 'bartender' | 'accountant';
  venue_ids: Maybe<string[]>;
  token_hash: Buffer;
  invited_by: Maybe<string>;
  created_at: Time;
  expires_at: Time;
  accepted_at: MaybeTime;
  withdrawn_at: MaybeTime;
}

export interface RoleSettingsTable {
  owner_id: string;
  bartenders_see_money: Generated<boolean>;
  managers_change_prices: Generated<boolean>;
  manager_refund_cents: Generated<number>;
  second_factor_required: Generated<boolean>;
}
