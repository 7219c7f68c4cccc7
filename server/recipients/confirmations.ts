/** Confirmations of addresses by a link. */
import type { Pool } from 'pg';
import type { Db } from '../../db/tables/tables.ts';
import { withoutTenant } from '../../db/tenant.ts';
import type { AuditAction } from '../../rules/audit/audit-actions.ts';
import type { AccountActor } from '../../rules/permissions.ts';
import { recipientMessages } from '../../rules/recipients/recipient-messages.ts';
import { ownerInvitationMessages } from '../../rules/owners/owner-invitation.ts';
import { emailChangeMessages } from '../../rules/users/person-name.ts';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { JobPayload } from '../jobs/job-payloads.ts';
import { queueJobs } from '../jobs/queue-jobs.ts';
import {
  findRecipient,
  findToken,
  insertRecipients,
  lockRecipient,
  type RecipientKey,
  type TokenRow,
  updateRecipient,
  useTokens,
} from './recipients.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import { hashSecret, newId } from '../shared/ids.ts';
import { dailyLimit, daySeconds } from '../shared/rate-limit.ts';

export type ConfirmationRequest = JobPayload<'send confirmation'>;

/**
 * Stores recipients that the account has not had before as unconfirmed, and queues a request to each. Those it has had
 * keep their state: who has declined is not asked again.
 */
export async function requestConfirmations(
  db: Db,
  recipients: readonly RecipientKey[],
  { venueId, at }: { venueId: string | null; at: Date },
): Promise<void> {
  const added = await insertRecipients(db, recipients);
  for (const recipient of added)
    await queueRequest(db, recipient, { venueId, at, isCounted: false });
}

/** Queues a request to one recipient. */
export async function queueRequest(
  db: Db,
  { account_id: accountId, channel, address }: RecipientKey,
  { venueId, at, isCounted }: { venueId: string | null; at: Date; isCounted: boolean },
): Promise<void> {
  const messageId = newId(at);
  const payload: ConfirmationRequest = {
    messageId,
    accountId,
    channel,
    address,
    venueId,
    isCounted,
  };
  const key = `send confirmation ${messageId}`;
  await queueJobs(db, [{ kind: 'send confirmation', key, payload }]);
}

/** Recipient of mail to an account. */
export const mailRecipient = (accountId: string, email: string): RecipientKey => ({
  account_id: accountId,
  channel: 'mail',
  address: email.toLowerCase(),
});

/** Sends the link that confirms the address of an account again, also that of one of the staff. */
export const requestEmailConfirmation = (
  deps: Pick<AppDeps, 'db' | 'pool' | 'now'>,
  { userId, email }: AccountActor,
): Promise<void> => withoutTenant(() => requestAgain(deps, mailRecipient(userId, email), null));

/**
 * Queues another request to a recipient. Throws 409 when the recipient has confirmed or declined, and 429 beyond the
 * limits.
 */
export async function requestAgain(
  { db, pool, now }: Pick<AppDeps, 'db' | 'pool' | 'now'>,
  recipient: RecipientKey,
  venueId: string | null,
): Promise<void> {
  const state = (await findRecipient(db, recipient))?.state;
  if (state === 'confirmed') throw new HttpError(409, recipientMessages.alreadyConfirmed);
  if (state === 'declined') throw new HttpError(409, recipientMessages.declined);
  if (!(await countConfirmation(pool, recipient))) throw tooManyConfirmations();
  await db.transaction().execute(async (transaction) => {
    // During a rolling upgrade, processes of the version before store addresses without a state.
    await insertRecipients(transaction, [recipient]);
    await queueRequest(transaction, recipient, { venueId, at: now(), isCounted: true });
  });
}

// Limits of requests for a confirmation: those who are asked have not agreed to anything yet.

const mostToAddress = 3;
const mostOfAccount = 20;

/** Counts a request; false when one more would exceed a limit: of the recipient, for all accounts, or of the account. */
export async function countConfirmation(
  pool: Pool,
  { account_id, channel, address }: RecipientKey,
): Promise<boolean> {
  const toAddress = dailyLimit(pool, 'confirmations to', mostToAddress);
  const ofAccount = dailyLimit(pool, 'confirmations of', mostOfAccount);
  return (await toAddress(channel, address)) && ofAccount(account_id);
}

/** 429 until the next day. */
export const tooManyConfirmations = (): HttpError =>
  new HttpError(429, recipientMessages.tooManyRequests, { retryAfterSeconds: daySeconds });

/** Confirms the recipient that the link was sent to, for all messages of the account. */
export const acceptConfirmation = (
  deps: Pick<AppDeps, 'db' | 'now'>,
  token: string,
): Promise<void> => settleConfirmation(deps, token, 'confirmed');

/** Blocks the recipient that the link was sent to, for the account. */
export const declineConfirmation = (
  deps: Pick<AppDeps, 'db' | 'now'>,
  token: string,
): Promise<void> => settleConfirmation(deps, token, 'declined');

const purpose = 'confirmation';

const actions: Record<string, AuditAction> = {
  'sms confirmed': 'contact.confirmed',
  'sms declined': 'contact.declined',
  'mail confirmed': 'email.confirmed',
  'mail declined': 'email.declined',
};

/**
 * Stores the decision of a recipient, and uses up the tokens that were sent to it; of concurrent decisions one is stored.
 */
export function settleConfirmation(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  token: string,
  state: 'confirmed' | 'declined',
): Promise<void> {
  const at = now();
  return db.transaction().execute(async (transaction) => {
    // The lock comes first: two decisions with different tokens of one recipient would wait for each other.
    await lockRecipient(transaction, await requireToken(transaction, token, purpose, at));
    const recipient = await requireToken(transaction, token, purpose, at);
    await useTokens(transaction, recipient, purpose, at);
    await updateRecipient(transaction, recipient, { state, decided_at: at });
    const { account_id: ownerId, channel, address: target } = recipient;
    // The address of the recipient's device is none of the owner's business.
    await insertAudit(transaction, { actor: null, address: '' }, at, {
      ownerId,
      action: actions[`${channel} ${state}`] ?? 'contact.declined',
      target,
    });
  });
}

const expired: Record<TokenRow['purpose'], string> = {
  confirmation: recipientMessages.linkExpired,
  password_reset: sessionMessages.resetExpired,
  owner_invitation: ownerInvitationMessages.linkExpired,
  email_change: emailChangeMessages.linkExpired,
};

/**
 * Returns the token of a link. Throws 404 for one that was never sent for any of the purposes, and 410 for a used or
 * expired one.
 */
export async function requireToken(
  db: Db,
  token: string,
  purposes: TokenRow['purpose'] | readonly TokenRow['purpose'][],
  now: Date,
): Promise<TokenRow> {
  const found = await findToken(db, hashSecret(token), [purposes].flat());
  if (!found) throw new HttpError(404, recipientMessages.noSuchLink);
  if (found.used_at !== null) throw new HttpError(410, recipientMessages.linkUsed);
  if (found.expires_at <= now) throw new HttpError(410, expired[found.purpose]);
  return found;
}

/**
 * Throws 409 unless the holder of the account's address has confirmed it. Runs without a tenant: staff are in the scope of
 * their owner, whose recipients do not include them.
 */
export async function requireConfirmedEmail(
  { db }: Pick<AppDeps, 'db'>,
  { userId, email }: AccountActor,
): Promise<void> {
  const state = (await withoutTenant(() => findRecipient(db, mailRecipient(userId, email))))?.state;
  if (state === 'confirmed') return;
  throw new HttpError(
    409,
    state === 'declined'
      ? recipientMessages.emailDeclined(email)
      : recipientMessages.confirmEmailFirst(email),
  );
}
