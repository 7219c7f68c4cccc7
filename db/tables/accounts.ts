/** Row types of accounts and their sessions. */
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
}

/** Written by rate-limiter-flexible. */
export interface RateLimitsTable {
  key: string;
  points: number;
  /** Milliseconds since 1970. */
  expire: number;
}
