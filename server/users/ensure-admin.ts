import type { Db } from '../../db/tables/tables.ts';
import { newId } from '../shared/ids.ts';
import { hashPassword } from './passwords.ts';
import { findUserByEmail, insertUser } from './users.queries.ts';

/** Creates the first super admin from the environment. Leaves an existing account unchanged. */
export async function ensureAdmin(
  db: Db,
  { email, password, now }: { email: string; password: string; now: () => Date },
): Promise<void> {
  if (await findUserByEmail(db, email)) return;
  await insertUser(db, {
    id: newId(now()),
    account_type: 'SUPER_ADMIN',
    name: 'Administrator',
    email,
    password_hash: await hashPassword(password),
    created_at: now(),
  });
}
