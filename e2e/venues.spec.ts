import type { Page } from '@playwright/test';
import { actFor } from './bar.ts';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { findOwnerRow } from './owner-list.ts';
import { switcher } from './place.ts';
import { expect, test } from './test.ts';
import { discard } from './unsaved.ts';

const nameField = (page: Page) =>
  page.getByRole('dialog', { name: 'Add venue' }).getByLabel('Name');

test.describe('as the demo owner', () => {
  test.use({ account: 'owner' });

  test('the venues screen links to each venue', async ({ page, demoOwner }) => {
    const venues = await demoOwner.getJson<Record<string, { name: string }>>(
      `/api/users/${demoOwner.userId}/venues`,
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

  test('the Add venue dialog works by keyboard and shows errors at its field', async ({ page }) => {
    await page.goto('/venues');
    const opener = page.getByRole('button', { name: 'Add venue' });
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
    await discard(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL('/venues');
    await expect(opener).toBeFocused();
  });
});

test('a venue that an owner adds becomes the active venue on the dashboard', async ({
  ownerPage: page,
}) => {
  await page.goto('/dashboard');
  // A press is lost where the links are rendered anew, below what was loaded, before it ends.
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
  await page.getByRole('link', { name: 'Add venue' }).click();
  await nameField(page).fill('Garden Bar');
  await page.getByRole('dialog').getByRole('button', { name: 'Add venue' }).dblclick();
  await expect(page).toHaveURL(/\/dashboard(\?|$)/);
  await expect(switcher(page)).toContainText('Garden Bar');
  await page.goto('/venues');
  await expect(page.getByRole('main').getByRole('link', { name: 'Garden Bar' })).toHaveCount(1);
});

test.describe('as the super admin', () => {
  test.use({ account: 'admin' });

  test('a super admin who acts for an owner adds a venue to that owner', async ({ page, bar }) => {
    await actFor(page, bar);
    await page.goto('/');
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Venues' })
      .click();
    await page.getByRole('button', { name: 'Add venue' }).click();
    await nameField(page).fill('Zest Patio');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard(\?|$)/);
    await expect(switcher(page)).toContainText('Zest Patio');
    await expect(page.getByRole('banner')).toContainText(`${bar.ownerName} (Zest Patio)`);
    await page.goto('/owners');
    const row = await findOwnerRow(page, bar.ownerName);
    await expect(row.getByRole('link', { name: 'Zest Patio' })).toBeVisible();
  });
});
