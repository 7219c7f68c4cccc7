import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { password } from './accounts.ts';
import { addAuthenticator, onLocalhost } from './passkey.ts';
import { expect, test } from './test.ts';

test('ROLE-06: a passkey is added on the profile, and signs in without a password', async ({
  browser,
  bar,
  baseURL,
}) => {
  const page = await browser.newPage();
  await addAuthenticator(page);
  await page.goto(onLocalhost('/login?next=/profile', baseURL));
  const signIn = page.getByRole('button', { name: 'Sign in with a passkey' });
  await signIn.click();
  await expect(page.getByText('No passkey was used')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Email').fill(bar.email);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');

  const card = page.getByRole('region', { name: 'Passkeys' });
  await card.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(card.getByLabel('Name')).toBeFocused();
  await card.getByLabel('Name').fill('Laptop');
  await card.getByLabel('Your password').fill(password);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(card.getByRole('listitem')).toContainText('Laptop');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await card.getByRole('button', { name: 'Rename Laptop' }).click();
  await expect(card.getByLabel('Name')).toHaveValue('Laptop');
  await card.getByLabel('Name').fill('Work laptop');
  await page.keyboard.press('Enter');
  await expect(card.getByRole('listitem')).toContainText('Work laptop');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await signIn.click();
  await expect(page.getByRole('heading', { name: 'Your Menu' })).toBeVisible();
  await page.goto(onLocalhost('/profile', baseURL));
  await card.getByRole('button', { name: 'Remove Work laptop' }).click();
  await card.getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  await expect(card).toContainText('None.');
  await page.close();
});
