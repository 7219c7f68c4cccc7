import { accounts, password } from './accounts.ts';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { claimsOf, endSession } from './api-client.ts';
import { expect, storageOf, test } from './test.ts';

test('the login screen has its fields, is accessible and fits a phone', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password');
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expectNoShift(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('an owner signs in by keyboard and lands on Your Menu', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Login' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Log in', exact: true })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.type(accounts.owner);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/add-drink(\?|$)/);
  await expect(page.getByRole('heading', { name: 'Your Menu' })).toBeVisible();

  const stored = await storageOf(page);
  expect(Object.keys(stored).sort()).toEqual(['apiToken', 'token']);
  expect(stored['apiToken']).toBe(claimsOf(stored['token'] ?? '').rotoken);
});

test('the login shows an unknown email at its field and keeps the entered values', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill('unknown@rooftop.example');
  await page.getByLabel('Password').fill('anything');
  await page.getByRole('button', { name: 'Login' }).click();
  const email = page.getByLabel('Email');
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription('There is no account with this email');
  await expect(email).toHaveValue('unknown@rooftop.example');
  await expectAccessible(page);
});

test('the login shows a wrong password at its field', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(accounts.customer);
  await page.getByLabel('Password').fill('not this one');
  await page.getByRole('button', { name: 'Login' }).click();
  const field = page.getByLabel('Password');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription('The password is not correct');
  await expect(field).toHaveValue('not this one');
});

test('an empty login form marks its fields as invalid and describes each error', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter your email');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /password/,
  );
});

test('the login shows an error when the response is not JSON and when the server cannot be reached', async ({
  page,
}) => {
  await page.goto('/login');
  await page.route('**/api/users/login', (route) => route.fulfill({ status: 502, body: 'Oops' }));
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert').getByText('Unknown error', { exact: true })).toBeVisible();
  await page.route('**/api/users/login', (route) => route.abort());
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('The server cannot be reached. Please try again')).toBeVisible();
});

test('an expired token redirects to the login and clears the storage', async ({ page }) => {
  const claims = { sub: '1', accountType: 'owner', exp: 1_600_000_000, rotoken: 'r', name: 'n' };
  const token = `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
  await page.goto('/');
  await page.evaluate(`localStorage.setItem('token', '${token}')`);
  await page.evaluate(`localStorage.setItem('owner', '{"id":"o"}')`);
  await page.goto('/');
  await expect(page).toHaveURL('/login');
  expect(await storageOf(page)).toEqual({});
});

test.describe('as the demo owner', () => {
  test.use({ account: 'owner' });

  test('the login redirects an owner who is signed in to Your Menu', async ({ page }) => {
    await page.goto('/login');
    await expect(page).toHaveURL(/\/add-drink(\?|$)/);
  });
});

test('a session that has ended on the server redirects to the login and clears the storage', async ({
  page,
  bar,
}) => {
  await page.goto('/reports');
  await expect(page.getByRole('heading', { name: 'Reports' })).toBeVisible();
  // No page is open that could learn first that the session has ended, and forget it.
  await page.goto('about:blank');
  await endSession(bar);
  await page.goto('/salesreports');
  await expect(page).toHaveURL('/login?next=%2Fsalesreports');
  await expect(page.getByRole('status')).toHaveText(
    'Your session has ended. Sign in to go on where you were.',
  );
  await expectAccessible(page);
  expect(await storageOf(page)).toEqual({});
});

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

test('a link that is opened signed out is opened after signing in', async ({ page }) => {
  await page.goto('/audit?search=gin');
  await expect(page).toHaveURL('/login?next=%2Faudit%3Fsearch%3Dgin');
  await expect(page.getByRole('status')).toHaveCount(0);
  await signIn(page, accounts.owner);
  await expect(page).toHaveURL('/audit?search=gin');
});

test('signing in leads to no other site', async ({ page }) => {
  await page.goto('/login?next=//evil.example/add-drink');
  await signIn(page, accounts.owner);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Menu');
});

test('a second tab follows the sign-in of the first, and does not end its session', async ({
  page,
  context,
}) => {
  const second = await context.newPage();
  await page.goto('/login');
  await second.goto('/login?next=/reports');
  await signIn(page, accounts.owner);
  await expect(page).toHaveURL(/\/add-drink(\?|$)/);
  await expect(second).toHaveURL('/reports');
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Reports');
  await expect(page).toHaveURL(/\/add-drink(\?|$)/);
});

test('the button that shows the password is reached by Tab', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Password', { exact: true }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Show what was typed' })).toBeFocused();
});
