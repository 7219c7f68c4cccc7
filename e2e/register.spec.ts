import { accounts } from './accounts.ts';
import { emailFor, uniqueName } from './bar.ts';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { findOwnerRow } from './owner-list.ts';
import { expect, test } from './test.ts';

test.describe('as the super admin', () => {
  test.use({ account: 'admin' });

  test('a super admin registers an owner, who then shows in the list', async ({ page }) => {
    const name = uniqueName('Zest Registered');
    await page.goto('/owners');
    await page.getByRole('link', { name: 'Register New Owner' }).click();
    await expect(page).toHaveURL('/register?redirect=%2Fowners');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
    await page.getByLabel('Company Name').fill(name);
    await page.getByLabel('Venue Name').fill('The Burrow');
    await page.getByLabel('Email').fill(emailFor(name));
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByLabel('Confirm Password').fill('correct horse');
    await expect(page.getByLabel('Time zone')).toHaveValue(/New York/);
    await page.getByLabel('The day starts at').selectOption('5:00 AM');
    const sent = page.waitForRequest('**/api/users/register');
    await page.getByRole('button', { name: 'Sign up' }).click();
    expect((await sent).postDataJSON()).toMatchObject({
      timezone: 'America/New_York',
      startsAt: '05:00',
    });
    await expect(page).toHaveURL('/owners');
    await expect(await findOwnerRow(page, name)).toContainText('The Burrow');
  });

  test('registering shows the error of every field, including an email that is already registered', async ({
    page,
  }) => {
    await page.goto('/register');
    const sent = page.waitForRequest('**/api/users/register');
    await page.getByRole('button', { name: 'Sign up' }).click();
    expect((await sent).headers()['authorization']).toBeUndefined();
    expect((await sent).postDataJSON()).toEqual({
      timezone: expect.stringContaining('/'),
      startsAt: '04:00',
      name: '',
      venueName: '',
      email: '',
      password: '',
      password2: '',
    });
    await expect(page.getByText('Enter the company name')).toBeVisible();
    await expect(page.getByLabel('Venue Name')).toHaveAccessibleDescription(/venue/);
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/email/);
    await expect(page.getByLabel('Company Name')).toBeFocused();

    await page.getByLabel('Company Name').fill('Copycat');
    await page.getByLabel('Venue Name').fill('Copy');
    await page.getByLabel('Email').fill(accounts.owner.replace('maya', 'MAYA'));
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByLabel('Confirm Password').fill('correct horse');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page.getByText('This email is already registered')).toBeVisible();
    await expect(page).toHaveURL('/register');
    await expect(page.getByLabel('Company Name')).toHaveValue('Copycat');
  });

  test('the register form hides passwords, is accessible and fits a phone', async ({ page }) => {
    await page.goto('/register');
    for (const label of ['Password', 'Confirm Password']) {
      await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('type', 'password');
    }
    await expectNoShift(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});

test.describe('as the demo owner', () => {
  test.use({ account: 'owner' });

  test('an owner who opens the register screen is redirected to Your Menu', async ({ page }) => {
    await page.goto('/register');
    await expect(page).toHaveURL(/\/add-drink(\?|$)/);
  });
});
