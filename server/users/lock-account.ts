import type { AppDeps } from '../shared/deps.ts';
import { insertAccountAudit } from './account-audit.ts';
import { endSessions } from './sessions.queries.ts';
import { type UserRow, updateLock } from './users.queries.ts';

type Needs = Pick<AppDeps, 'db' | 'now'>;

/** Address in the audit log of a change that an operator made on the machine itself. */
export const commandLine = 'command line';

/** Locks an account, and ends its sessions; units and guests of its venues go on. */
export function lockAccount({ db, now }: Needs, user: UserRow): Promise<void> {
  const at = now();
  return db.transaction().execute(async (transaction) => {
    await updateLock(transaction, user.id, at);
    await endSessions(transaction, user.id, at, 'all');
    await insertAccountAudit(transaction, user, entryOf(user, at, 'account.locked'));
  });
}

export function unlockAccount({ db, now }: Needs, user: UserRow): Promise<void> {
  const at = now();
  return db.transaction().execute(async (transaction) => {
    await updateLock(transaction, user.id, null);
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
