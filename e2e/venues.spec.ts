import type { Page } from '@playwright/test';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { ask, claimsOf, expect, signedInAs, test, tokenOf } from './test.ts';

test.use(signedInAs('owner'));

test('each venue is a link to its screen', async ({ page }) => {
  const { sub } = claimsOf(tokenOf('owner'));
  const venues = await ask<Record<string, { name: string }>>(
    page,
    'owner',
    `/api/users/${sub}/venues`,
  );
  await page.goto('/venues');
  await expect(page.getByRole('heading', { name: 'Venues' })).toBeVisible();
  const main = page.getByRole('main');
  for (const [id, { name }] of Object.entries(venues)) {
    await expect(main.getByRole('link', { name })).toHaveAttribute('href', `/venues/${id}`);
  }
  await expect(main.getByRole('link')).toHaveCount(Object.keys(venues).length);
  await expectNoShift(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await main.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    Object.values(venues)[0]?.name ?? '',
  );
});

const nameField = (page: Page) =>
  page.getByRole('dialog', { name: 'Add Venue' }).getByLabel('Name');

test('the dialog opens and closes by the keyboard and keeps what is wrong at the field', async ({
  page,
}) => {
  await page.goto('/venues');
  const opener = page.getByRole('button', { name: 'Add Venue' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(nameField(page)).toBeFocused();
  await expect(page).toHaveURL('/venues?add=venue');
  await page.keyboard.press('Enter');
  await expect(nameField(page)).toHaveAccessibleDescription('Enter the venue name');
  await nameField(page).fill('x'.repeat(201));
  await page.keyboard.press('Enter');
  await expect(nameField(page)).toHaveAccessibleDescription('Use at most 200 characters');
  await expect(nameField(page)).toHaveValue('x'.repeat(201));
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/venues');
  await expect(opener).toBeFocused();
});

test.describe('a new venue', () => {
  test.use(signedInAs('hidden'));

  test('of an owner is the active one, on the dashboard', async ({ page }) => {
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Add venue' }).click();
    await nameField(page).fill('Garden Bar');
    await page.getByRole('dialog').getByRole('button', { name: 'Add Venue' }).dblclick();
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByLabel('Venue', { exact: true }).locator('option:checked')).toHaveText(
      'Garden Bar',
    );
    await page.goto('/venues');
    await expect(page.getByRole('main').getByRole('link', { name: 'Garden Bar' })).toHaveCount(1);
  });
});

test.describe('a super admin who acts for an owner', () => {
  test.use(signedInAs('admin'));

  test('adds a venue to that owner', async ({ page }) => {
    await page.goto('/owners');
    await page.getByRole('link', { name: 'Casa Verde Cantina' }).click();
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Venues' })
      .click();
    await page.getByRole('button', { name: 'Add Venue' }).click();
    await nameField(page).fill('Casa Verde Patio');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByLabel('Venue', { exact: true }).locator('option:checked')).toHaveText(
      'Casa Verde Patio',
    );
    await expect(page.getByRole('banner')).toContainText('Casa Verde (Casa Verde Cantina)');
    await page.goto('/owners');
    await expect(page.getByRole('link', { name: 'Casa Verde Patio' })).toBeVisible();
  });
});
