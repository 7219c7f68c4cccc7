import { withoutTenant } from '../../db/tenant.ts';
import type { Actor } from '../../rules/permissions.ts';
import { queueMessages } from '../notices/queue-messages.ts';
import { requireConfirmedEmail } from '../recipients/require-confirmed-email.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { RateLimit } from '../shared/rate-limit.ts';
import { requireAccount } from '../shared/require-account.ts';
import { closeOutMessage } from './send-close-outs.ts';
import { composeLastNight } from './subscribed.ts';

/**
 * Mails the last night to the holder of the account, beside the mail of the night itself.
 * @returns the address
 */
export async function sendReportSubscription(
  deps: Pick<AppDeps, 'db' | 'now' | 'publicUrl'> & { sent: RateLimit },
  actor: Actor,
  id: string,
): Promise<string> {
  const { db, now, sent } = deps;
  const account = requireAccount(actor);
  const { mail, unsubscribeUrl } = await composeLastNight(deps, actor, id);
  await requireConfirmedEmail(deps, account);
  await sent.count(account.userId);
  const message = closeOutMessage(account.email, mail, unsubscribeUrl);
  await withoutTenant(() =>
    db.transaction().execute((transaction) => queueMessages(transaction, [message], now())),
  );
  return account.email;
}
