import { withoutTenant } from '../../db/tenant.ts';
import { recipientMessages } from '../../rules/recipients/recipient-messages.ts';
import type { AccountActor } from '../../rules/permissions.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import { findRecipient } from './recipients.queries.ts';
import { mailRecipient } from './request-confirmations.ts';

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
