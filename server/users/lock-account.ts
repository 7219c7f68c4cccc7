import type { AppDeps } from '../shared/deps.ts';
import { insertAccountAudit } from './account-audit.ts';
import { endSessions } from './sessions.queries.ts';
import { lockUser, skipReportsBefore, type UserRow, updateLock } from './users.queries.ts';

type Needs = Pick<AppDeps, 'db' | 'now'>;

/** Address in the audit log of a change that an operator made on the machine itself. */
export const commandLine = 'command line';

/** Locks an account, and ends its sessions; units and guests of its venues go on. It gets no report mails. */
export function lockAccount({ db, now }: Needs, user: UserRow): Promise<void> {
  const at = now();
  return db.transaction().execute(async (transaction) => {
    await updateLock(transaction, user.id, at);
    await endSessions(transaction, user.id, at, 'all');
    await insertAccountAudit(transaction, user, entryOf(user, at, 'account.locked'));
  });
}

/** Unlocks an account. Report mails that were due meanwhile are not sent afterwards. */
export function unlockAccount({ db, now }: Needs, user: UserRow): Promise<void> {
  const at = now();
  return db.transaction().execute(async (transaction) => {
    const before = await lockUser(transaction, user.id);
    await updateLock(transaction, user.id, null);
    if (before?.locked_at) await skipReportsBefore(transaction, user.id, at);
    await insertAccountAudit(transaction, user, entryOf(user, at, 'account.unlocked'));
  });
}

const entryOf = (user: UserRow, at: Date, action: 'account.locked' | 'account.unlocked') => ({
  at,
  actor: null,
  address: commandLine,
  action,
  target: `account ${user.email}`,
});
