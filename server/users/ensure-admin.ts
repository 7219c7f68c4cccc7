import type { Db } from '../../db/tables/tables.ts';
import { newId } from '../shared/ids.ts';
import { insertRecipients } from '../recipients/recipients.queries.ts';
import { mailRecipient } from '../recipients/request-confirmations.ts';
import { hashPassword } from './passwords.ts';
import { findUserByEmail, insertUser } from './users.queries.ts';

/** Creates the first super admin from the environment, with a confirmed email. Leaves an existing account unchanged. */
export async function ensureAdmin(
  db: Db,
  { email, password, now }: { email: string; password: string; now: () => Date },
): Promise<void> {
  if (await findUserByEmail(db, email)) return;
  const id = newId(now());
  await insertUser(db, {
    id,
    account_type: 'SUPER_ADMIN',
    name: 'Administrator',
    email,
    password_hash: await hashPassword(password),
    created_at: now(),
  });
  await insertRecipients(db, [{ ...mailRecipient(id, email), state: 'confirmed' }]);
}
