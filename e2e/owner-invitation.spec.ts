import { signInNow, uniqueName } from './bar.ts';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

test('an owner is invited, invited again, sets a password and signs in', async ({
  page,
  browser,
}) => {
  await signInNow(page, 'admin');
  const name = uniqueName('Harbour');
  const email = `${name.toLowerCase().replaceAll(/[^a-z\d]/g, '')}@example.com`;
  await page.goto('/owners');
  await page.getByRole('button', { name: 'Invite an owner' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite an owner' });
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(dialog.getByLabel('Company')).toHaveAccessibleDescription(/Enter the company name/);
  await dialog.getByLabel('Company').fill(name);
  await dialog.getByLabel('Venue').fill('Harbour Bar');
  await dialog.getByLabel('Email').fill(email);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  const first = await dialog.getByLabel('Link').inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();

  await page.goto(`/owners?q=${email}`);
  const row = page.getByRole('row', { name });
  await expect(row).toContainText('Invited');
  await expectNoShift(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await row.getByRole('button', { name: 'Send again' }).click();
  const link = await dialog.getByLabel('Link').inputValue();
  await expectNoSidewaysScroll(page);

  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const invited = await context.newPage();
  await invited.goto(first);
  const setPassword = async () => {
    await invited.getByLabel('New password', { exact: true }).fill('a quiet tuesday bar');
    await invited.getByLabel('New password again').fill('a quiet tuesday bar');
    await invited.getByRole('button', { name: 'Set password' }).click();
  };
  await setPassword();
  await expect(invited.getByRole('alert')).toBeVisible();
  await expect(invited.getByRole('link', { name: 'Ask for another link' })).toBeVisible();
  await invited.goto('about:blank');
  await invited.goto(link);
  await expect(invited.getByRole('heading', { level: 1 })).toHaveText('Welcome to Barback');
  await expectAccessible(invited);
  await setPassword();
  await invited.getByRole('link', { name: 'Sign in' }).click();
  await invited.getByLabel('Email').fill(email);
  await invited.getByLabel('Password').fill('a quiet tuesday bar');
  await invited.getByRole('button', { name: 'Login' }).click();
  await expect(invited.getByText('Harbour Bar').first()).toBeVisible();
  await context.close();

  await page.reload();
  await expect(row).toBeVisible();
  await expect(row).not.toContainText('Invited');
});
