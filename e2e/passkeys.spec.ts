import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { password } from './api-client.ts';
import { addAuthenticator, onLocalhost } from './passkey.ts';
import { expect, test as base } from './test.ts';

const signInWithPasskey = (page: Page) =>
  page.getByRole('button', { name: 'Sign in with a passkey' });

async function signInWithPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
}

async function addPasskey(card: Locator, name: string): Promise<void> {
  await card.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(card.getByLabel('Name')).toBeFocused();
  await card.getByLabel('Name').fill(name);
  await card.getByLabel('Your password').fill(password);
  await card.getByLabel('Your password').press('Enter');
  await expect(card.getByRole('listitem')).toContainText(name);
}

const test = base.extend<{
  /** The sign-in of a browser that has an authenticator, on the way to the profile. */
  signInPage: Page;
  /** The passkeys on the profile. */
  card: Locator;
}>({
  signInPage: async ({ browser, baseURL }, use) => {
    const page = await browser.newPage();
    await addAuthenticator(page);
    await page.goto(onLocalhost('/login?next=/profile?tab=security', baseURL));
    await use(page);
    await page.close();
  },
  card: async ({ signInPage: page }, use) => {
    await use(page.getByRole('region', { name: 'Passkeys' }));
  },
});

test('ROLE-06: a passkey is added on the profile, and signs in without a password', async ({
  signInPage: page,
  card,
  bar,
}) => {
  await signInWithPasskey(page).click();
  await expect(page.getByText('No passkey was used')).toBeVisible();
  await expectAccessible(page);
  await signInWithPassword(page, bar.email);
  await addPasskey(card, 'Laptop');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await signInWithPasskey(page).click();
  await expect(page.getByRole('heading', { name: 'Your Menu' })).toBeVisible();
});

test('ROLE-06: a passkey is renamed and removed', async ({ signInPage: page, card, bar }) => {
  await signInWithPassword(page, bar.email);
  await card.getByRole('button', { name: 'Add a passkey' }).click();
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Cancel' }).click();
  await addPasskey(card, 'Laptop');
  await card.getByRole('button', { name: 'Rename Laptop' }).click();
  await expect(card.getByLabel('Name')).toHaveValue('Laptop');
  await card.getByLabel('Name').fill('Work laptop');
  await page.keyboard.press('Enter');
  await expect(card.getByRole('listitem')).toContainText('Work laptop');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await page.reload();
  await card.getByRole('button', { name: 'Remove Work laptop' }).click();
  await card.getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  await expect(card).toContainText('None.');
});
