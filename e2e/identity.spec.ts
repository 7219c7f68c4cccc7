import type { Page } from '@playwright/test';
import { addStaff, emailFor, uniqueName } from './bar.ts';
import { password } from './api-client.ts';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { ageSessions } from './database.ts';
import { addAuthenticator, onLocalhost } from './passkey.ts';
import { expect, test } from './test.ts';

const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });

test('a change of people asks for the password again after ten minutes, and is then made with what was typed', async ({
  page,
  bar,
}) => {
  await page.goto('/people?add=person');
  const table = page.getByRole('table', { name: 'People' });
  await expect(table).toContainText(bar.email);
  await ageSessions(bar.userId, 11);
  const invite = page.getByRole('dialog', { name: 'Invite a person' });
  const email = emailFor(uniqueName('Kim'));
  await invite.getByLabel('Email').fill(email);
  await invite.getByRole('button', { name: 'Invite' }).click();

  const dialog = question(page);
  await expect(dialog.getByLabel('Your password')).toBeFocused();
  await expect(dialog).toContainText('More than 10 minutes have passed');
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
  await expect(table).toContainText(email);

  // Confirmed for the next ten minutes.
  const second = emailFor(uniqueName('Lee'));
  await page.getByRole('button', { name: 'Invite' }).click();
  await invite.getByLabel('Email').fill(second);
  await invite.getByRole('button', { name: 'Invite' }).click();
  await expect(invite.getByLabel('Link')).toHaveValue(/\/accept#/);
  await invite.getByRole('button', { name: 'Done' }).click();
  await ageSessions(bar.userId, 11);
  await page.getByRole('button', { name: `Actions for ${second}` }).click();
  await page.getByRole('menuitem', { name: `Withdraw ${second}` }).click();
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await dialog.getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  await expect(table).not.toContainText(second);
  await page.reload();
  await expect(table).toContainText(email);
  await expect(table).not.toContainText(second);
});

test('a passkey confirms who it is as well, and a second factor can then be required of everyone', async ({
  browser,
  bar,
  baseURL,
}) => {
  const kim = await addStaff(bar, 'bartender');
  const page = await browser.newPage();
  await addAuthenticator(page);
  await page.goto(onLocalhost('/login?next=/people', baseURL));
  await page.getByLabel('Email').fill(bar.email);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  const required = page.getByRole('switch', { name: 'Everyone needs two-step sign-in' });
  await required.click();
  // Of others, nobody requires what they have not themselves.
  await expect(page.getByText('on your own profile first')).toBeVisible();
  await expect(required).not.toBeChecked();

  await page.goto(onLocalhost('/profile?tab=security', baseURL));
  const card = page.getByRole('region', { name: 'Passkeys' });
  await card.getByRole('button', { name: 'Add a passkey' }).click();
  await card.getByLabel('Name').fill('Laptop');
  await card.getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  await expect(card.getByRole('listitem')).toContainText('Laptop');

  await page.goto(onLocalhost('/people', baseURL));
  await expect(required).not.toBeChecked();
  await ageSessions(bar.userId, 11);
  await required.click();
  const dialog = question(page);
  await expect(dialog).toContainText('or use a passkey');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(required).toBeChecked();
  await page.reload();
  await expect(required).toBeChecked();
  await page.close();

  const theirs = await browser.newPage();
  await theirs.goto(onLocalhost('/login', baseURL));
  await theirs.getByLabel('Email').fill(kim.email);
  await theirs.getByLabel('Password').fill(password);
  await theirs.keyboard.press('Enter');
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Profile');
  await expect(theirs.getByText('The owner requires two-step sign-in of everyone')).toBeVisible();
  await expect(theirs.getByRole('region').first()).toHaveAccessibleName('Passkeys');
  await theirs.close();
});
