import { passwordResetMail } from '../../rules/users/password-reset.ts';
import type { JobPayload } from '../jobs/job-payloads.ts';
import type { AppDeps } from '../shared/deps.ts';
import { findUserByEmail } from './users.queries.ts';
import { findMessage } from '../notices/messages.queries.ts';
import { queueMessages } from '../notices/queue-messages.ts';

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
