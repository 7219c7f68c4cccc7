import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { password } from './accounts.ts';
import { expect, test } from './test.ts';

test('ROLE-06: a passkey is added on the profile, and signs in without a password', async ({
  browser,
  bar,
  baseURL,
}) => {
  // Passkeys need a domain: a browser has none for an IP address.
  const base = new URL(baseURL ?? '');
  base.hostname = 'localhost';
  const page = await browser.newPage();
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await page.goto(new URL('/login?next=/profile', base).href);
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
  await page.goto(new URL('/profile', base).href);
  await card.getByRole('button', { name: 'Remove Work laptop' }).click();
  await card.getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  await expect(card).toContainText('None.');
  await page.close();
});
