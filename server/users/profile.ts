/** The name and the email of an account. */
import type { EndpointBody, EndpointResponse } from '../../contract/endpoints.ts';
import type { Tx } from '../../db/tables/tables.ts';
import {
  emailChangeMessages,
  formerEmailMail,
  newEmailMail,
  personName,
  takenEmailMail,
} from '../../rules/users/person-name.ts';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import type { AuditValue } from '../audit/audit.queries.ts';
import { queueMessages } from '../notices/queue-messages.ts';
import {
  insertRecipients,
  updateRecipient,
  useTokensOfAccount,
} from '../recipients/recipients.queries.ts';
import { requireToken } from '../recipients/confirmations.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError, notFound } from '../shared/errors.ts';
import type { AuditContext } from '../shared/require.ts';
import { insertAccountAudit } from './accounts.ts';
import { lockVerified, requirePassword, type SignInLimits } from './passwords.ts';
import {
  findUserByEmail,
  lockUser,
  updateEmail,
  updateNames,
  type UserRow,
} from './users.queries.ts';

type Body = EndpointBody<'updateProfile'>;
type Names = Pick<UserRow, 'name' | 'first_name' | 'last_name'>;

/**
 * Changes the name of the account, and sends a link to a new email. An email that another account has gets a mail
 * without a link, and the same response. Throws a field error (400) for a wrong password, and 429 after as many wrong
 * ones as a sign-in allows.
 * @param mayMail counts a mail to an address, and is false beyond the limit; the response is then the same
 */
export async function updateProfile(
  deps: Pick<AppDeps, 'db' | 'now'> & { limits: SignInLimits },
  { currentPassword, ...changes }: Body,
  by: AuditContext,
  mayMail: (address: string) => Promise<boolean>,
): Promise<EndpointResponse<'updateProfile'>> {
  const { db, now } = deps;
  const field = 'currentPassword';
  const user = await requirePassword(deps, currentPassword, by, field);
  const names: Names = {
    name: changes.name ?? user.name,
    first_name: chosen(changes.firstName, user.first_name),
    last_name: chosen(changes.lastName, user.last_name),
  };
  const requested = newEmail(changes.email, user);
  const mails = requested !== null && (await mayMail(requested));
  await db.transaction().execute(async (transaction) => {
    await lockVerified(transaction, user, { sessionId: by.actor.sessionId, at: now(), field });
    const [oldValue, newValue] = differences(user, names);
    if (Object.keys(newValue).length > 0) {
      await updateNames(transaction, user.id, names);
      await insertAccountAudit(transaction, user, {
        at: now(),
        ...by,
        action: 'account.updated',
        target: `account ${user.email}`,
        oldValue,
        newValue,
      });
    }
    if (mails) await mailNewEmail(transaction, user.id, requested, now());
  });
  return {
    name: names.name,
    firstName: names.first_name,
    lastName: names.last_name,
    email: user.email,
    requestedEmail: requested,
  };
}

const chosen = (text: string | undefined, before: string | null): string | null =>
  text === undefined ? before : text === '' ? null : text;

const newEmail = (email: string | undefined, user: UserRow): string | null =>
  email === undefined || email.toLowerCase() === user.email.toLowerCase() ? null : email;

function differences(before: Names, after: Names): [AuditValue, AuditValue] {
  const fields = { name: 'name', first_name: 'firstName', last_name: 'lastName' } as const;
  const changed = (['name', 'first_name', 'last_name'] as const).filter(
    (field) => before[field] !== after[field],
  );
  const values = (names: Names): AuditValue =>
    Object.fromEntries(changed.map((field) => [fields[field], names[field]]));
  return [values(before), values(after)];
}

async function mailNewEmail(
  transaction: Tx,
  userId: string,
  email: string,
  at: Date,
): Promise<void> {
  const isTaken = (await findUserByEmail(transaction, email)) !== null;
  const message = {
    channel: 'mail' as const,
    recipient: email.toLowerCase(),
    notice_id: null,
    venue_id: null,
  };
  await queueMessages(
    transaction,
    [
      isTaken
        ? { ...message, ...takenEmailMail }
        : {
            ...message,
            ...newEmailMail,
            account_id: userId,
            link_purpose: 'email_change' as const,
          },
    ],
    at,
  );
}

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
