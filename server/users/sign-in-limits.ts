import type { Pool } from 'pg';
import { mostCodeAttempts } from '../../rules/users/totp.ts';
import { type RateLimit, sharedRateLimit } from '../shared/rate-limit.ts';

const quarterSeconds = 15 * 60;

export interface SignInLimits {
  /** Attempts from one network, with whatever accounts. */
  ofNetwork: RateLimit;
  /** Attempts for one account from one network; a successful one starts over. */
  ofAccountAndNetwork: RateLimit;
  /** Attempts for one account from all networks from which it has not signed in before. */
  ofAccount: RateLimit;
}

export const signInLimits = (pool: Pool): SignInLimits => ({
  ofNetwork: sharedRateLimit(pool, {
    name: 'sign-in network',
    most: 100,
    windowSeconds: quarterSeconds,
  }),
  ofAccountAndNetwork: sharedRateLimit(pool, {
    name: 'sign-in account and network',
    most: 10,
    windowSeconds: quarterSeconds,
  }),
  ofAccount: sharedRateLimit(pool, {
    name: 'sign-in account',
    most: 100,
    windowSeconds: 60 * 60,
  }),
});

/** Attempts with passkeys of one account; a successful one starts over. */
export const passkeyAttempts = (pool: Pool): RateLimit =>
  sharedRateLimit(pool, { name: 'passkey', most: mostCodeAttempts, windowSeconds: quarterSeconds });
