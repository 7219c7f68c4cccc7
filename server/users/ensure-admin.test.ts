/** The first super admin, whom a start creates from ADMIN_EMAIL and ADMIN_PASSWORD. */
import { expect, test } from 'vitest';
import { app, withApp } from '../testing/with-app.ts';
import { addOwner } from '../testing/app.ts';
import { ensureAdmin } from './register.ts';

withApp();

const ensure = (email: string) =>
  ensureAdmin(app.db, { email, password: 'of the first start', now: app.deps.now });
const admins = () =>
  app.db.selectFrom('users').select('email').where('account_type', '=', 'SUPER_ADMIN').execute();

test('an address of another account creates no super admin', async () => {
  const { email } = await addOwner(app, 'Rooftop');
  expect(await ensure(email)).toBe(false);
  expect(await admins()).toEqual([]);
});

test('a start creates the first super admin, and none while there is one with another email', async () => {
  expect(await ensure('first@example.com')).toBe(true);
  expect(await ensure('first@example.com')).toBe(false);
  await app.db
    .updateTable('users')
    .set({ email: 'changed@example.com' })
    .where('email', '=', 'first@example.com')
    .execute();
  expect(await ensure('first@example.com')).toBe(false);
  expect(await admins()).toEqual([{ email: 'changed@example.com' }]);
  const entries = await app.db
    .selectFrom('audit')
    .select(['action', 'address', 'target', 'on_behalf_of', 'new_value'])
    .where('target', '=', 'account first@example.com')
    .execute();
  expect(entries).toEqual([
    {
      action: 'account.created',
      address: 'startup',
      target: 'account first@example.com',
      on_behalf_of: null,
      new_value: { accountType: 'SUPER_ADMIN' },
    },
  ]);
});
