import { emailFor, uniqueName } from './bar.ts';
import { password } from './accounts.ts';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

/** Refusal of the server for a session whose last authentication is too long ago. */
const tooOld = {
  status: 403,
  json: { error: { message: 'Confirm that it is you', code: 'recent_authentication_required' } },
};

test('a change of people asks for the password again, and is then made with what was typed', async ({
  page,
  bar,
}) => {
  let isConfirmed = false;
  await page.route('**/api/users/me/identity', async (route) => {
    const response = await route.fetch();
    isConfirmed ||= response.ok();
    await route.fulfill({ response });
  });
  await page.route('**/api/people', (route) =>
    route.request().method() === 'POST' && !isConfirmed ? route.fulfill(tooOld) : route.continue(),
  );
  await page.goto('/people?add=person');
  await expect(page.getByRole('table', { name: 'People' })).toContainText(bar.email);
  const invite = page.getByRole('dialog', { name: 'Invite a person' });
  const email = emailFor(uniqueName('Kim'));
  await invite.getByLabel('Email').fill(email);
  await invite.getByRole('button', { name: 'Invite' }).click();

  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(dialog.getByLabel('Your password')).toBeFocused();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(invite).toContainText('you did not confirm that it is you');
  await expect(invite.getByLabel('Email')).toHaveValue(email);

  await invite.getByRole('button', { name: 'Invite' }).click();
  await dialog.getByLabel('Your password').fill('a wrong one');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('The password is not correct');
  await expect(dialog.getByLabel('Your password')).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(invite.getByLabel('Link')).toHaveValue(/\/accept#/);
  await invite.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('table', { name: 'People' })).toContainText(email);

  // The owner has no second factor yet, and requires none of others before.
  await page.getByRole('switch', { name: 'Everyone needs a second factor' }).click();
  await expect(page.getByText('on your own profile first')).toBeVisible();
  await page.route('**/api/users/*/venues', (route) =>
    route.fulfill({
      status: 403,
      json: { error: { message: 'Add one', code: 'second_factor_required' } },
    }),
  );
  await page.route('**/api/users/me/totp', (route) =>
    route.fulfill({ json: { isOn: false, recoveryCodesLeft: 0, isRequired: true } }),
  );
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile');
  await expect(page.getByText('You require a second factor of everyone')).toBeVisible();
  await expect(page.getByRole('region').first()).toHaveAccessibleName('Passkeys');
});
