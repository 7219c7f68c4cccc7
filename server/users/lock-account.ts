import type { Tx } from '../../db/tables/tables.ts';
import type { AppDeps } from '../shared/deps.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { ownerOfAccount } from './owner-of-account.ts';
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
    await insertAudit(transaction, await entryOf(transaction, user, at, 'account.locked'));
  });
}

export function unlockAccount({ db, now }: Needs, user: UserRow): Promise<void> {
  const at = now();
  return db.transaction().execute(async (transaction) => {
    await updateLock(transaction, user.id, null);
    await insertAudit(transaction, await entryOf(transaction, user, at, 'account.unlocked'));
  });
}

const entryOf = async (
  db: Tx,
  user: UserRow,
  at: Date,
  action: 'account.locked' | 'account.unlocked',
) => ({
  at,
  actor: null,
  ownerId: await ownerOfAccount(db, user),
  address: commandLine,
  action,
  target: `account ${user.email}`,
});
