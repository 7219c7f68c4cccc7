import { emailChangeMessages, formerEmailMail } from '../../rules/users/email-change.ts';
import { personName } from '../../rules/users/person-name.ts';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import { queueMessages } from '../notices/queue-messages.ts';
import { useTokensOfAccount } from '../recipients/one-time-tokens.queries.ts';
import { insertRecipients, updateRecipient } from '../recipients/recipients.queries.ts';
import { requireToken } from '../recipients/require-token.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError, notFound } from '../shared/errors.ts';
import { insertAccountAudit } from './account-audit.ts';
import { lockUser, updateEmail } from './users.queries.ts';

const purpose = 'email_change';

/**
 * Makes the email that a link was sent to that of the account, and mails the one before. Of concurrent requests one
 * succeeds. Throws 404 for a link that was never sent, 410 for one that is used or expired, and 409 when another account
 * has the email meanwhile.
 */
export async function acceptNewEmail(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  token: string,
  address: string,
): Promise<string> {
  const at = now();
  return db.transaction().execute(async (transaction) => {
    const { account_id: userId, address: email } = await requireToken(
      transaction,
      token,
      purpose,
      at,
    );
    const user = await lockUser(transaction, userId);
    if (!user) throw notFound('account');
    // Read again behind the lock: another request may have used the link.
    await requireToken(transaction, token, purpose, at);
    if (user.locked_at !== null) throw new HttpError(403, sessionMessages.locked);
    if (!(await updateEmail(transaction, userId, email)))
      throw new HttpError(409, emailChangeMessages.isTaken);
    await useTokensOfAccount(transaction, userId, purpose, at);
    // Links for a new password were sent to the address before.
    await useTokensOfAccount(transaction, userId, 'password_reset', at);
    const recipient = { account_id: userId, channel: 'mail' as const, address: email };
    await insertRecipients(transaction, [recipient]);
    await updateRecipient(transaction, recipient, { state: 'confirmed', decided_at: at });
    await queueMessages(
      transaction,
      [
        {
          ...formerEmailMail,
          channel: 'mail',
          recipient: user.email.toLowerCase(),
          notice_id: null,
          venue_id: null,
        },
      ],
      at,
    );
    await insertAccountAudit(transaction, user, {
      at,
      actor: { userId, person: personName(user), email: user.email },
      address,
      action: 'account.email_changed',
      target: `account ${email}`,
      oldValue: { email: user.email },
      newValue: { email },
    });
    return email;
  });
}
