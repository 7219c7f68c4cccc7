import { accounts, password } from './accounts.ts';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { claimsOf, expect, signedInAs, storageOf, test } from './test.ts';

test('the login is whole: fields, button, accessible, still, narrow', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password');
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expectNoShift(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('an owner signs in by keyboard alone and lands on Your Menu', async ({ page }) => {
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
  await expect(page).toHaveURL('/add-drink');
  await expect(page.getByRole('heading', { name: 'Your Menu' })).toBeVisible();

  const stored = await storageOf(page);
  expect(Object.keys(stored).sort()).toEqual(['apiToken', 'token']);
  expect(stored['apiToken']).toBe(claimsOf(stored['token'] ?? '').rotoken);
});

test('an unknown email is said at its field, and what was typed stays', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill('nobody@rooftop.example');
  await page.getByLabel('Password').fill('anything');
  await page.getByRole('button', { name: 'Login' }).click();
  const email = page.getByLabel('Email');
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription('There is no account with this email');
  await expect(email).toHaveValue('nobody@rooftop.example');
  await expectAccessible(page);
});

test('a wrong password is said at its field', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(accounts.customer);
  await page.getByLabel('Password').fill('not this one');
  await page.getByRole('button', { name: 'Login' }).click();
  const field = page.getByLabel('Password');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription('The password is not correct');
  await expect(field).toHaveValue('not this one');
});

test('nothing typed asks for the first field first', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter your email');
  await expect(page.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true');
});

test('a text instead of an answer, and no answer at all, read Unknown error', async ({ page }) => {
  await page.goto('/login');
  await page.route('**/api/users/login', (route) => route.fulfill({ status: 502, body: 'Oops' }));
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert').getByText('Unknown error', { exact: true })).toBeVisible();
  await page.route('**/api/users/login', (route) => route.abort());
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('The server cannot be reached. Please try again')).toBeVisible();
});

test('a token that has run out leads to the login with nothing left', async ({ page }) => {
  const claims = { sub: '1', accountType: 'owner', exp: 1_600_000_000, rotoken: 'r', name: 'n' };
  const token = `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
  await page.goto('/');
  await page.evaluate(`localStorage.setItem('token', '${token}')`);
  await page.evaluate(`localStorage.setItem('owner', '{"id":"o"}')`);
  await page.goto('/');
  await expect(page).toHaveURL('/login');
  expect(await storageOf(page)).toEqual({});
});

test.describe('signed in', () => {
  test.use(signedInAs('owner'));

  test('the login leads home', async ({ page }) => {
    await page.goto('/login');
    await expect(page).toHaveURL('/add-drink');
  });

  test('a session that the server has ended leads to the login', async ({ page }) => {
    await page.route('**/venues', (route) =>
      route.fulfill({ status: 401, json: { error: { message: 'Please log in' } } }),
    );
    await page.goto('/salesreports');
    await expect(page).toHaveURL('/login');
    expect(await storageOf(page)).toEqual({});
  });
});
