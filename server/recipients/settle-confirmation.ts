import type { AuditAction } from '../../rules/audit/audit-actions.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { requireToken } from './require-token.ts';
import { useTokens } from './one-time-tokens.queries.ts';
import { lockRecipient, updateRecipient } from './recipients.queries.ts';

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
