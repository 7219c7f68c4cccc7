/**
 * Passwords: hashed with argon2id, two at a time, so that a flood of sign-ins cannot overload the machine; limits of
 * attempts; changes and resets.
 */
import { hash, type Options, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import type { Pool } from 'pg';
import type { Tx } from '../../db/tables/tables.ts';
import { refusalMessages } from '../../rules/messages.ts';
import type { AccountActor } from '../../rules/permissions.ts';
import { recipientMessages } from '../../rules/recipients/recipient-messages.ts';
import { mostCodeAttempts, passwordResetMail } from '../../rules/users/sign-in.ts';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import type { JobPayload } from '../jobs/job-payloads.ts';
import { queueJobs } from '../jobs/queue-jobs.ts';
import { discardLinks, findMessage } from '../notices/messages.queries.ts';
import { queueMessages } from '../notices/queue-messages.ts';
import { updateRecipient, useTokensOfAccount } from '../recipients/recipients.queries.ts';
import { requireToken } from '../recipients/confirmations.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError, notFound } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import { networkOf } from '../shared/network.ts';
import { type RateLimit, sharedRateLimit } from '../shared/rate-limit.ts';
import type { AuditContext } from '../shared/require.ts';
import { accountOf, insertAccountAudit } from './accounts.ts';
import {
  endSessions,
  hasBegunSessionFrom,
  isSessionLive,
  updateAuthenticated,
} from './sessions.queries.ts';
import {
  findUserByEmail,
  findUserById,
  lockUser,
  updatePassword,
  type UserRow,
} from './users.queries.ts';

const twoAtATime = pLimit(2);
const retryAfterSeconds = 5;
/** Lower than the other, so that registrations leave a part of the queue to sign-ins. */
const mostBeforeHash = 20;
const mostBeforeVerify = 50;

/**
 * Hashes a password in the normal form NFKC (RFC 8265), because systems type the same letter as different code points.
 * Without a cost, at that of the library: 19 MiB, two passes, one lane. A hash states the cost that it is verified at.
 */
export const hashPassword = (password: string, cost?: Options): Promise<string> =>
  inTurn(mostBeforeHash, () => hash(password.normalize('NFKC'), cost));

/** Accepts a password also in the form in which an earlier release may have hashed it: as it was typed then. */
export const verifyPassword = (passwordHash: string, password: string): Promise<boolean> =>
  inTurn(mostBeforeVerify, async () => {
    const forms = [password.normalize('NFKC'), password, password.normalize('NFC')];
    for (const form of new Set([...forms, password.normalize('NFD')]))
      if (await verify(passwordHash, form)) return true;
    return false;
  });

/** Bounded queue: throws 503 when `most` are waiting. */
function inTurn<T>(most: number, work: () => Promise<T>): Promise<T> {
  if (twoAtATime.pendingCount >= most)
    throw new HttpError(503, refusalMessages.busy, { retryAfterSeconds });
  return twoAtATime(work);
}

/** Throws a field error for a password that is tried first: one of the commonest, one repeated character, the email. */
export async function rejectWeakPassword(password: string, email: string): Promise<void> {
  const lower = password.normalize('NFKC').toLowerCase();
  if (lower === email.toLowerCase())
    throw fieldError({ password: sessionMessages.emailAsPassword });
  if (new Set(lower).size === 1 || (await commonPasswords()).has(lower))
    throw fieldError({ password: sessionMessages.commonPassword });
}

/** The 49,000 commonest passwords, loaded at the first registration. */
let loaded: Promise<ReadonlySet<string>> | undefined;

const commonPasswords = (): Promise<ReadonlySet<string>> =>
  (loaded ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  ));

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

/**
 * Returns the account of the actor after its password was typed again, which counts as authentication of the session.
 * Throws a field error (400) for a wrong one, and 429 after as many wrong ones as a sign-in allows.
 * @param field name of the field with the password
 */
export async function requirePassword(
  { db, now, limits }: Pick<AppDeps, 'db' | 'now'> & { limits: SignInLimits },
  password: string,
  { actor, address }: { actor: AccountActor; address: string },
  field = 'password',
): Promise<UserRow> {
  const [account, network] = [actor.email.toLowerCase(), networkOf(address)];
  await limits.ofAccountAndNetwork.count(account, network);
  const user = await findUserById(db, actor.userId);
  if (!user) throw notFound('account');
  if (!(await hasBegunSessionFrom(db, user.id, network))) await limits.ofAccount.count(account);
  if (!(await verifyPassword(user.password_hash, password)))
    throw fieldError({ [field]: sessionMessages.passwordIncorrect });
  await limits.ofAccountAndNetwork.reset(account, network);
  await updateAuthenticated(db, actor.sessionId, now());
  return user;
}

/**
 * Locks the account whose password was verified, until the end of the transaction. Throws as for a wrong password when
 * the account has another one by now, or the session has ended: a reset was committed between the two.
 */
export async function lockVerified(
  transaction: Tx,
  verified: UserRow,
  { sessionId, at, field = 'password' }: { sessionId: string; at: Date; field?: string },
): Promise<void> {
  const user = await lockUser(transaction, verified.id);
  const isSame = user !== null && user.password_hash === verified.password_hash;
  if (!isSame || !(await isSessionLive(transaction, sessionId, at)))
    throw fieldError({ [field]: sessionMessages.passwordIncorrect });
}

/**
 * Changes the password of the account, ends its other sessions and uses up its links. Throws a field error (400) for a wrong current
 * password and for a weak new one, and 429 after as many wrong ones as a sign-in allows.
 */
export async function changePassword(
  deps: Pick<AppDeps, 'db' | 'now' | 'passwordCost'> & { limits: SignInLimits },
  { currentPassword, password }: { currentPassword: string; password: string },
  { actor, address }: AuditContext,
): Promise<void> {
  const { db, now, passwordCost } = deps;
  const field = 'currentPassword';
  const user = await requirePassword(deps, currentPassword, { actor, address }, field);
  await rejectWeakPassword(password, user.email);
  const passwordHash = await hashPassword(password, passwordCost);
  const at = now();
  await db.transaction().execute(async (transaction) => {
    await lockVerified(transaction, user, { sessionId: actor.sessionId, at, field });
    await updatePassword(transaction, user.id, passwordHash);
    await endLinks(transaction, user.id, at);
    await endSessions(transaction, user.id, at, { except: actor.sessionId });
    await insertAccountAudit(transaction, accountOf(actor), {
      at,
      actor,
      address,
      action: 'account.password_changed',
      target: `account ${user.email}`,
    });
  });
}

/**
 * Queues a job that sends the link for a new password. The account is looked up by the job, so that the response takes
 * the same time and is the same with and without one.
 */
export async function requestPasswordReset(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  email: string,
): Promise<void> {
  const messageId = newId(now());
  const key = `send password reset ${messageId}`;
  const payload = { messageId, email };
  await db
    .transaction()
    .execute((transaction) =>
      queueJobs(transaction, [{ kind: 'send password reset', key, payload }]),
    );
}

/**
 * Queues the mail with the link for a new password. Does nothing when no account has the email, or when it is locked.
 * Idempotent: queues a request once.
 */
export async function sendPasswordReset(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  { messageId, email }: JobPayload<'send password reset'>,
): Promise<void> {
  const user = await findUserByEmail(db, email);
  if (!user || user.locked_at !== null || (await findMessage(db, messageId))) return;
  const message = {
    ...passwordResetMail,
    id: messageId,
    account_id: user.id,
    link_purpose: 'password_reset' as const,
    channel: 'mail' as const,
    recipient: user.email.toLowerCase(),
    notice_id: null,
    venue_id: null,
  };
  await db.transaction().execute((transaction) => queueMessages(transaction, [message], now()));
}

/** Links behind which a password is set. */
const setsPassword = ['password_reset', 'owner_invitation'] as const;

/**
 * Sets the password of the account that a link was sent for, ends all of its sessions, uses up its other links, and
 * returns its email. The email of an owner who was invited is confirmed with it. Of concurrent requests one succeeds. Throws 404 for a link that was never sent, 410 for one that is used, expired, or sent to an email that the
 * account no longer has, and a field error (400) for a weak password.
 */
export async function resetPassword(
  { db, now, passwordCost }: Pick<AppDeps, 'db' | 'now' | 'passwordCost'>,
  { token, password }: { token: string; password: string },
): Promise<string> {
  const at = now();
  const { address } = await requireToken(db, token, setsPassword, at);
  await rejectWeakPassword(password, address);
  const passwordHash = await hashPassword(password, passwordCost);
  return db.transaction().execute(async (transaction) => {
    const link = await requireToken(transaction, token, setsPassword, at);
    const userId = link.account_id;
    const user = await lockUser(transaction, userId);
    // Read again behind the lock: another request may have used the link.
    await requireToken(transaction, token, setsPassword, at);
    if (!user || user.email.toLowerCase() !== address)
      throw new HttpError(410, recipientMessages.linkExpired);
    if (user.locked_at !== null) throw new HttpError(403, sessionMessages.locked);
    await endLinks(transaction, userId, at);
    await updatePassword(transaction, userId, passwordHash);
    if (link.purpose === 'owner_invitation')
      await updateRecipient(transaction, link, { state: 'confirmed', decided_at: at });
    await endSessions(transaction, userId, at, 'all');
    await insertAccountAudit(transaction, user, {
      at,
      actor: null,
      address: '',
      action: 'account.password_reset',
      target: `account ${user.email}`,
    });
    return user.email;
  });
}

/** Links that change who can sign in to an account. */
const purposes = [...setsPassword, 'email_change'] as const;

/**
 * Uses up the links for a new password and for a new email of an account, also those whose mail is not sent yet. Call it
 * behind the lock of the account, in the transaction that changes its password.
 */
export async function endLinks(transaction: Tx, userId: string, at: Date): Promise<void> {
  for (const purpose of purposes) {
    // First the messages: the token of one that is just being sent is stored by then, or is not made.
    await discardLinks(transaction, userId, purpose);
    await useTokensOfAccount(transaction, userId, purpose, at);
  }
}
