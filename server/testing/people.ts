/** Test fixtures: members of an owner's staff. */
import type { Role } from '../../rules/permissions/roles.ts';
import { newId } from '../shared/ids.ts';
import { hashPassword } from '../users/passwords.ts';
import { type TestApp, type TestOwner, testPassword } from './app.ts';

export interface TestPerson {
  userId: string;
  email: string;
  token: string;
}

/** Adds a member of an owner's staff, signed in. */
export async function addPerson(
  test: TestApp,
  owner: TestOwner,
  role: Role,
  venueIds: string[] | null = null,
): Promise<TestPerson> {
  const at = test.deps.now();
  const userId = newId(at);
  const email = `${role}.${userId.slice(-6)}@example.com`;
  await test.db
    .insertInto('users')
    .values({
      id: userId,
      account_type: 'staff',
      name: `Robin the ${role}`,
      email,
      password_hash: await hashPassword(testPassword, test.deps.passwordCost),
    })
    .execute();
  const membership = { owner_id: owner.userId, user_id: userId, role, venue_ids: venueIds };
  await test.db
    .insertInto('memberships')
    .values({ ...membership, created_at: at })
    .execute();
  return { userId, email, token: await test.login(email) };
}

/** Makes somebody a member of another owner's staff too. */
export async function joinOwner(
  test: TestApp,
  owner: Pick<TestOwner, 'userId'>,
  { userId }: Pick<TestPerson, 'userId'>,
  role: Role,
  venueIds: string[] | null = null,
): Promise<void> {
  const membership = { owner_id: owner.userId, user_id: userId, role, venue_ids: venueIds };
  // After the one before, also in the same millisecond.
  const created_at = new Date(test.deps.now().getTime() + 1);
  await test.db
    .insertInto('memberships')
    .values({ ...membership, created_at })
    .execute();
}
