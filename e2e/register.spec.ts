import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { expect, signedInAs, test } from './test.ts';

test.describe('a super admin', () => {
  test.use(signedInAs('admin'));

  test('registers an owner, who is then in the list', async ({ page }) => {
    await page.goto('/owners');
    await page.getByRole('link', { name: 'Register New Owner' }).click();
    await expect(page).toHaveURL('/register?redirect=%2Fowners');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
    await page.getByLabel('Company Name').fill('Aardvark Bars');
    await page.getByLabel('Venue Name').fill('The Burrow');
    await page.getByLabel('Email').fill('ada@aardvark.example');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByLabel('Confirm Password').fill('correct horse');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page).toHaveURL('/owners');
    await expect(page.getByRole('row', { name: 'Aardvark Bars' })).toContainText('The Burrow');
  });

  test('is told the first thing that is wrong, and stays', async ({ page }) => {
    await page.goto('/register');
    const sent = page.waitForRequest('**/api/users/register');
    await page.getByRole('button', { name: 'Sign up' }).click();
    expect((await sent).headers()['authorization']).toBeUndefined();
    expect((await sent).postDataJSON()).toEqual({
      name: '',
      venueName: '',
      email: '',
      password: '',
      password2: '',
    });
    await expect(page.getByText('Enter the company name')).toBeVisible();
    await expect(page.getByLabel('Company Name')).toBeFocused();

    await page.getByLabel('Company Name').fill('Copycat');
    await page.getByLabel('Venue Name').fill('Copy');
    await page.getByLabel('Email').fill('MAYA@rooftop.example');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByLabel('Confirm Password').fill('correct horse');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page.getByText('This email is already registered')).toBeVisible();
    await expect(page).toHaveURL('/register');
    await expect(page.getByLabel('Company Name')).toHaveValue('Copycat');
  });

  test('finds a form that fits and that anyone can use', async ({ page }) => {
    await page.goto('/register');
    for (const label of ['Password', 'Confirm Password']) {
      await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('type', 'password');
    }
    await expectNoShift(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});

test.describe('an owner', () => {
  test.use(signedInAs('owner'));

  test('is led away from registering', async ({ page }) => {
    await page.goto('/register');
    await expect(page).toHaveURL('/add-drink');
  });
});
