import type { BodyOf, ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { newEmailMail, takenEmailMail } from '../../rules/users/email-change.ts';
import type { Tx } from '../../db/tables/tables.ts';
import type { AuditValue } from '../audit/audit.queries.ts';
import { queueMessages } from '../notices/queue-messages.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { ChangedBy } from '../shared/require-account.ts';
import { insertAccountAudit } from './account-audit.ts';
import { lockVerified, requirePassword } from './require-password.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import { findUserByEmail, updateNames, type UserRow } from './users.queries.ts';

type Body = BodyOf<Endpoints['updateProfile']>;
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
  by: ChangedBy,
  mayMail: (address: string) => Promise<boolean>,
): Promise<ResponseOf<Endpoints['updateProfile']>> {
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
        actor: by.actor,
        address: by.address,
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
