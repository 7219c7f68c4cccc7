import type { Db } from '../../db/tables/tables.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { newId } from '../shared/ids.ts';
import { insertRecipients } from '../recipients/recipients.queries.ts';
import { mailRecipient } from '../recipients/request-confirmations.ts';
import { hashPassword } from './passwords.ts';
import { findUserByEmail, hasSuperAdmin, insertUser } from './users.queries.ts';

interface NewAdmin extends Pick<AppDeps, 'now' | 'passwordCost'> {
  email: string;
  password: string;
}

/** Address in the audit log of the account that a start creates. */
const startup = 'startup';

/**
 * Creates the first super admin from the environment, and returns whether it has. An account that exists stays as it is,
 * and one whose email was changed does not come back with its first password.
 */
export async function ensureAdmin(db: Db, admin: NewAdmin): Promise<boolean> {
  if ((await hasSuperAdmin(db)) || (await findUserByEmail(db, admin.email))) return false;
  await createAdmin(db, admin, startup);
  return true;
}

/** Creates a super admin, which is in the audit log. */
export function createAdmin(db: Db, admin: NewAdmin, address: string): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await insertAdmin(transaction, admin);
    await insertAudit(transaction, {
      at: admin.now(),
      actor: null,
      ownerId: null,
      address,
      action: 'account.created',
      target: `account ${admin.email}`,
      newValue: { accountType: 'SUPER_ADMIN' },
    });
  });
}

/** Stores a super admin with a confirmed email. */
export async function insertAdmin(db: Db, admin: NewAdmin): Promise<void> {
  const { email, password, now, passwordCost } = admin;
  const id = newId(now());
  await insertUser(db, {
    id,
    account_type: 'SUPER_ADMIN',
    name: 'Administrator',
    email,
    password_hash: await hashPassword(password, passwordCost),
    created_at: now(),
  });
  await insertRecipients(db, [{ ...mailRecipient(id, email), state: 'confirmed' }]);
}
