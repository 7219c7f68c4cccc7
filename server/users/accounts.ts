/** Accounts: entries of the audit log about one, in the log of each owner that it belongs to; its mails; and its lock. */
import type { Db, Tx } from '../../db/tables/tables.ts';
import { type AccountActor, isSuperAdminType, type Member } from '../../rules/permissions.ts';
import { type AuditedBy, type AuditEntry, insertAudit } from '../audit/audit.queries.ts';
import {
  findRoleSettings,
  listOwnersOfMember,
  roleSettingsOf,
} from '../memberships/memberships.queries.ts';
import { queueMessages } from '../notices/queue-messages.ts';
import { findRecipient } from '../recipients/recipients.queries.ts';
import { mailRecipient } from '../recipients/confirmations.ts';
import type { AppDeps } from '../shared/deps.ts';
import { endSessions } from './sessions.queries.ts';
import { lockUser, skipReportsBefore, updateLock, type UserRow } from './users.queries.ts';

type Account = Pick<UserRow, 'id' | 'account_type'>;

export const accountOf = ({ userId, accountType }: AccountActor): Account => ({
  id: userId,
  account_type: accountType,
});

/**
 * Owners whose logs have the changes of an account: itself, those of staff, or the platform (null). Runs without a tenant,
 * which sees the memberships of one owner.
 */
export async function ownersOfAccount(
  db: Db,
  { id, account_type }: Account,
): Promise<(string | null)[]> {
  if (account_type === 'owner') return [id];
  const owners = account_type === 'staff' ? await listOwnersOfMember(db, id) : [];
  return owners.length === 0 ? [null] : owners;
}

type Entry = Omit<AuditEntry, 'ownerId'> &
  Pick<AuditedBy, 'address'> & {
    at: Date;
    actor: (AuditedBy['actor'] & { member?: Member | null }) | null;
  };

/** Writes a change of an account to the log of each of its owners, none of which has the role for another one. */
export async function insertAccountAudit(db: Tx, account: Account, entry: Entry): Promise<void> {
  const { actor, address, at } = entry;
  for (const ownerId of await ownersOfAccount(db, account)) {
    const member = actor?.member?.ownerId === ownerId ? actor?.member : null;
    const by = { actor: actor && { ...actor, member }, address };
    await insertAudit(db, by, at, { ...entry, ownerId });
  }
}

/** Queues a mail to the holder of an account; does nothing unless the holder has confirmed the email. */
export async function queueSecurityMail(
  transaction: Tx,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  mail: { subject: string; body: string },
  at: Date,
): Promise<void> {
  const recipient = mailRecipient(id, email);
  if ((await findRecipient(transaction, recipient))?.state !== 'confirmed') return;
  const to = { channel: 'mail' as const, recipient: recipient.address };
  await queueMessages(transaction, [{ ...mail, ...to, notice_id: null, venue_id: null }], at);
}

/** Address of the profile in a mail. */
export const profileUrl = (publicUrl: string | null): string =>
  `${publicUrl ?? ''}/profile?tab=security`;

/** True when the account may do nothing without a second factor: by the settings of the server or of one of its owners. */
export async function isFactorRequired(
  { db, adminSecondFactor }: Pick<AppDeps, 'db' | 'adminSecondFactor'>,
  account: Pick<UserRow, 'id' | 'account_type'>,
): Promise<boolean> {
  if (isSuperAdminType(account.account_type)) return adminSecondFactor;
  for (const ownerId of await ownersOfAccount(db, account)) {
    if (ownerId === null) continue;
    if (roleSettingsOf(await findRoleSettings(db, ownerId)).secondFactorRequired) return true;
  }
  return false;
}

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
