/** Row types of accounts and their sessions. */
import type { Generated } from 'kysely';
import type { Json, MadeTime, Maybe, MaybeTime, Time } from './column-types.ts';

export interface UsersTable {
  id: string;
  account_type: 'owner' | 'SUPER_ADMIN' | 'superadmin' | 'customer' | 'staff';
  name: string;
  first_name: Maybe<string>;
  last_name: Maybe<string>;
  email: string;
  password_hash: string;
  created_at: MadeTime;
  /** Limits that differ from the usual ones. */
  quotas: Json;
  /** Null unless the account is locked: it cannot sign in, and its sessions are not valid. */
  locked_at: MaybeTime;
  /** Of an owner who was invited and has set no password yet: when the last link was made. */
  invited_at: MaybeTime;
}

export interface SessionsTable {
  id: string;
  user_id: string;
  api_token_hash: Buffer;
  created_at: Time;
  expires_at: Time;
  ended_at: MaybeTime;
  /** Null in sessions of earlier versions. */
  network: Maybe<string>;
  /** Header of the sign-in; null in sessions of earlier versions. */
  user_agent: Maybe<string>;
  /** When the session was begun or last renewed; null in sessions of earlier versions. */
  last_used_at: MaybeTime;
  /** When the holder last authenticated after the sign-in; null when that was the only time. */
  authenticated_at: MaybeTime;
  /** Begun by a browser; false in sessions of earlier versions. */
  is_browser: Generated<boolean>;
  /** Of staff: the owner that it reaches; null in sessions of earlier versions: the first that the person joined. */
  owner_id: Maybe<string>;
}

/** Access tokens of programs. */
export interface ApiTokensTable {
  id: string;
  owner_id: string;
  name: string;
  token_hash: Buffer;
  scopes: string[];
  /** Null for all venues of the owner. */
  venue_ids: Maybe<string[]>;
  /** Addresses and networks that may use it; empty for any. */
  addresses: string[];
  created_at: Time;
  created_by: Maybe<string>;
  expires_at: Time;
  last_used_at: MaybeTime;
  revoked_at: MaybeTime;
}

/** A super admin acts for an owner. */
export interface ActingGrantsTable {
  id: string;
  session_id: string;
  user_id: string;
  owner_id: string;
  reason: string;
  address: string;
  started_at: Time;
  expires_at: Time;
  /** Null until its end is in the audit log. */
  ended_at: MaybeTime;
}

export interface CredentialsTable {
  user_id: string;
  id: string;
  kind: 'totp' | 'recovery' | 'passkey';
  /** totp: the secret, encrypted. recovery: the hash of the code. passkey: the public key. */
  secret: Buffer;
  created_at: Time;
  /** totp: null until its first code was typed. */
  confirmed_at: MaybeTime;
  /** totp: step of the last code that was used. */
  last_step: Maybe<number>;
  /** recovery: when the code was used up. */
  used_at: MaybeTime;
  /** passkey: the id that the authenticator chose. */
  passkey_id: Maybe<string>;
  /** passkey: uses, as the authenticator counts them. */
  counter: Maybe<number>;
  /** passkey: ways in which a browser reaches the authenticator. */
  transports: Maybe<string[]>;
  /** passkey: whether it is synchronized to other devices. */
  backed_up: Maybe<boolean>;
  /** passkey: chosen by the holder. */
  name: Maybe<string>;
  /** passkey: its last sign-in. */
  last_used_at: MaybeTime;
}

export interface PasskeyChallengesTable {
  hash: Buffer;
  purpose: 'registration' | 'sign_in' | 'identity';
  /** Null for a sign-in. */
  user_id: Maybe<string>;
  expires_at: Time;
}

/** Written by rate-limiter-flexible. */
export interface RateLimitsTable {
  key: string;
  points: number;
  /** Milliseconds since 1970. */
  expire: number;
}

// Row types of the people of an owner: memberships, invitations, and what their roles are allowed.

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

// Row types of the recipients of messages and the tokens of links in messages.

export interface RecipientsTable {
  account_id: string;
  channel: 'mail' | 'sms';
  /** A mail address in lower case, or a number in E.164. */
  address: string;
  state: Generated<'waiting' | 'confirmed' | 'declined'>;
  requested_at: MaybeTime;
  /** Set while the last request was not sent because of a limit. */
  held_back_at: MaybeTime;
  decided_at: MaybeTime;
}

export interface OneTimeTokensTable {
  hash: Buffer;
  purpose: 'confirmation' | 'password_reset' | 'email_change' | 'owner_invitation';
  /** Account for which the message was sent. */
  account_id: string;
  channel: 'mail' | 'sms';
  address: string;
  created_at: Time;
  expires_at: Time;
  used_at: MaybeTime;
}
