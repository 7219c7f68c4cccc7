import type { AppDeps } from '../shared/deps.ts';
import { newId } from '../shared/ids.ts';
import { hashPassword } from './passwords.ts';
import { findUserByEmail, insertUser } from './users.queries.ts';

/** The first super admin comes from the environment. An account that exists already is left as it is. */
export async function ensureAdmin(
  db: AppDeps['db'],
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
