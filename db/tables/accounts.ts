/** Row types of accounts and their sessions. */
import type { MadeTime, Maybe, MaybeTime, Time } from './column-types.ts';

export interface UsersTable {
  id: string;
  account_type: 'owner' | 'SUPER_ADMIN' | 'superadmin' | 'customer';
  name: string;
  first_name: Maybe<string>;
  last_name: Maybe<string>;
  email: string;
  password_hash: string;
  created_at: MadeTime;
}

export interface SessionsTable {
  id: string;
  user_id: string;
  api_token_hash: Buffer;
  created_at: Time;
  expires_at: Time;
  ended_at: MaybeTime;
}

export interface AttemptsTable {
  bucket: string;
  at: Time;
  id: string;
}
