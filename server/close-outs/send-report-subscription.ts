import { withoutTenant } from '../../db/tenant.ts';
import type { Actor } from '../../rules/permissions.ts';
import { queueMessages } from '../notices/queue-messages.ts';
import { requireConfirmedEmail } from '../recipients/require-confirmed-email.ts';
import type { RateLimit } from '../shared/rate-limit.ts';
import { requireAccount } from '../shared/require-account.ts';
import type { ComposeDeps } from './compose-mail.ts';
import { messageTo } from './send-close-outs.ts';
import { composeLast } from './subscribed.ts';

/**
 * Mails the last period to the holder of the account, beside the mail of the period itself.
 * @returns the address
 */
export async function sendReportSubscription(
  deps: ComposeDeps & { sent: RateLimit },
  actor: Actor,
  id: string,
): Promise<string> {
  const { db, now, sent } = deps;
  const account = requireAccount(actor);
  const { row, ...composed } = await composeLast(deps, actor, id);
  await requireConfirmedEmail(deps, account);
  await sent.count(account.userId);
  const message = messageTo(account.email, row, deps, composed);
  await withoutTenant(() =>
    db.transaction().execute((transaction) => queueMessages(transaction, [message], now())),
  );
  return account.email;
}
