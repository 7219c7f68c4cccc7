import { recipientMessages } from '../../rules/recipients/recipient-messages.ts';
import type { AuditAction } from '../../rules/audit/audit-actions.ts';
import type { Db } from '../../db/tables/tables.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import { hashSecret } from '../shared/ids.ts';
import { findToken, type TokenRow, useTokens } from './one-time-tokens.queries.ts';
import { lockRecipient, updateRecipient } from './recipients.queries.ts';

const purpose = 'confirmation';

/** Returns the token of a link. Throws 404 for one that was never sent, and 410 for a used or expired one. */
export async function requireToken(db: Db, token: string, now: Date): Promise<TokenRow> {
  const found = await findToken(db, hashSecret(token), purpose);
  if (!found) throw new HttpError(404, recipientMessages.noSuchLink);
  if (found.used_at !== null) throw new HttpError(410, recipientMessages.linkUsed);
  if (found.expires_at <= now) throw new HttpError(410, recipientMessages.linkExpired);
  return found;
}

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
    await lockRecipient(transaction, await requireToken(transaction, token, at));
    const recipient = await requireToken(transaction, token, at);
    await useTokens(transaction, recipient, purpose, at);
    await updateRecipient(transaction, recipient, { state, decided_at: at });
    const { account_id: ownerId, channel, address: target } = recipient;
    await insertAudit(transaction, {
      at,
      actor: null,
      ownerId,
      // The address of the recipient's device is none of the owner's business.
      address: '',
      action: actions[`${channel} ${state}`] ?? 'contact.declined',
      target,
    });
  });
}
