import type { Page } from '@playwright/test';
import { accounts, claimsOf, endSession, password } from './api-client.ts';
import { emailFor, uniqueName } from './bar.ts';
import { desktop, expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { findOwnerRow } from './screens.ts';
import { expect, storageOf, test } from './test.ts';

test('the login reports what was refused, and keeps what was typed', async ({ page }) => {
  test.slow();
  await test.step('the login screen has its fields, is accessible and fits a phone', async () => {
    await page.goto('/login');
    await expect(page.getByLabel('Email')).toBeVisible();
    await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password');
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expectNoShift(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(desktop);
  });
  await test.step('the button that shows the password is reached by Tab', async () => {
    await page.goto('/login');
    await page.getByLabel('Password', { exact: true }).focus();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Show what was typed' })).toBeFocused();
  });
  await test.step('an empty login form marks its fields as invalid and describes each error', async () => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter your email');
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      /password/,
    );
  });
  await test.step('the login shows an unknown email at its field and keeps the entered values', async () => {
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
  await test.step('the login shows a wrong password at its field', async () => {
    await page.goto('/login');
    await page.getByLabel('Email').fill(accounts.customer);
    await page.getByLabel('Password').fill('not this one');
    await page.getByRole('button', { name: 'Login' }).click();
    const field = page.getByLabel('Password');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription('The password is not correct');
    await expect(field).toHaveValue('not this one');
  });
  await test.step('the login shows an error when the response is not JSON and when the server cannot be reached', async () => {
    await page.goto('/login');
    await page.route('**/api/users/login', (route) => route.fulfill({ status: 502, body: 'Oops' }));
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByRole('alert').getByText('Unknown error', { exact: true })).toBeVisible();
    await page.route('**/api/users/login', (route) => route.abort());
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('The server cannot be reached. Please try again')).toBeVisible();
  });
});

test('an owner signs in by keyboard, and to no other site', async ({ page }) => {
  test.slow();
  await test.step('an owner signs in by keyboard and lands on Your Menu', async () => {
    await page.goto('/');
    await expect(page.getByRole('heading')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Login' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
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
  await test.step('an expired token redirects to the login and clears the storage', async () => {
    await page.evaluate('localStorage.clear()');
    const claims = { sub: '1', accountType: 'owner', exp: 1_600_000_000, rotoken: 'r', name: 'n' };
    const token = `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
    await page.goto('/');
    await page.evaluate(`localStorage.setItem('token', '${token}')`);
    await page.evaluate(`localStorage.setItem('owner', '{"id":"o"}')`);
    await page.goto('/');
    await expect(page).toHaveURL('/login');
    expect(await storageOf(page)).toEqual({});
  });
  await test.step('signing in leads to no other site', async () => {
    await page.goto('/login?next=//evil.example/add-drink');
    await signIn(page, accounts.owner);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Menu');
  });
});

test.describe('as the demo owner', () => {
  test.use({ account: 'owner' });

  test('the login and the register screen redirect an owner who is signed in to Your Menu', async ({
    page,
  }) => {
    for (const path of ['/login', '/register']) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/add-drink(\?|$)/);
    }
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

test('what needs an account leads to the login, which leads back to it', async ({ page }) => {
  test.slow();
  await test.step('the landing page links to the login', async () => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Log in to your dashboard' })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expectNoShift(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'Login' }).click();
    await expect(page).toHaveURL('/login');
    await page.setViewportSize(desktop);
  });
  await test.step('a path redirects to the login when signed out, which leads back', async () => {
    for (const path of ['/venues', '/settings', '/owners', '/register', '/venues/']) {
      await page.goto(path);
      await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
    }
  });
  await test.step('an unknown path redirects to the login when signed out', async () => {
    await page.goto('/nope');
    await expect(page).toHaveURL('/login');
  });
  await test.step('a link that is opened signed out is opened after signing in', async () => {
    await page.goto('/audit?search=gin');
    await expect(page).toHaveURL('/login?next=%2Faudit%3Fsearch%3Dgin');
    await expect(page.getByRole('status')).toHaveCount(0);
    await signIn(page, accounts.owner);
    await expect(page).toHaveURL('/audit?search=gin');
  });
});

test.describe('as the super admin', () => {
  test.use({ account: 'admin' });

  test('the register form reports errors and registers an owner', async ({ page }) => {
    test.slow();
    await test.step('the register form hides passwords, is accessible and fits a phone', async () => {
      await page.goto('/register');
      for (const label of ['Password', 'Confirm Password']) {
        await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('type', 'password');
      }
      await expectNoShift(page);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.setViewportSize(desktop);
    });
    await test.step('registering shows the error of every field, including an email that is already registered', async () => {
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
    await test.step('a super admin registers an owner, who then shows in the list', async () => {
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
  });
});
