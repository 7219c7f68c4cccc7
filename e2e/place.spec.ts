/** Venue and unit are in the address, and each tab has its own. */
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { findOwnerRow } from './owner-list.ts';
import { switchTo, switcher } from './place.ts';
import { giveReason } from './bar.ts';
import { expect, test } from './test.ts';

const search = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

test.describe('as the demo owner', () => {
  test.use({ account: 'owner' });

  test('a chosen venue is in the address, for a reload, Back and another tab', async ({
    page,
    context,
    demoSales,
  }) => {
    test.slow();
    await page.goto('/dashboard');
    await expect(switcher(page)).toContainText('Rooftop Bar');
    await expect(page).toHaveURL(`/dashboard?venue=${demoSales.venueId}`);
    await expectNoShift(page);
    await switcher(page).click();
    await expect(page.getByRole('dialog', { name: 'Venue and unit' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await switchTo(page, 'Harbour Terrace');
    await expect(page).not.toHaveURL(`/dashboard?venue=${demoSales.venueId}`);
    await expect(page.getByRole('row', { name: /Beer unit/ })).toHaveCount(1);
    const address = page.url();

    await page.reload();
    await expect(switcher(page)).toContainText('Harbour Terrace');
    await expect(page).toHaveURL(address);

    const other = await context.newPage();
    await other.goto(`/dashboard?venue=${demoSales.venueId}`);
    await expect(switcher(other)).toContainText('Rooftop Bar');
    await other.goto('/reports');
    await page.reload();
    await expect(switcher(page)).toContainText('Harbour Terrace');

    await page.goBack();
    await expect(switcher(page)).toContainText('Rooftop Bar');
    await expect(page).toHaveURL(`/dashboard?venue=${demoSales.venueId}`);
    // The tab goes on with the venue that it shows.
    await page.getByRole('navigation', { name: 'Main' }).getByText('Menu and prices').click();
    await expect(page).toHaveURL(`/drink-menu?venue=${demoSales.venueId}`);
    await expectNoSidewaysScroll(page);
  });

  test('a chosen unit is in the address of Your Menu and of Add Ingredient', async ({ page }) => {
    await page.goto('/add-drink');
    await expect(page).toHaveURL(/\?venue=[^&]+&unit=\d+$/);
    const first = search(page, 'unit') ?? '';
    await switcher(page).click();
    const units = page.getByRole('dialog', { name: 'Venue and unit' }).getByRole('list').last();
    await units.getByRole('link').nth(1).click();
    await expect(page).not.toHaveURL(new RegExp(`unit=${first}$`));
    const second = search(page, 'unit') ?? '';
    await expect(page.getByLabel('Unit ID')).toHaveValue(second);
    await page.getByLabel('Unit ID').selectOption(first);
    await expect(page).toHaveURL(new RegExp(`unit=${first}$`));
    await page.goBack();
    await expect(page.getByLabel('Unit ID')).toHaveValue(second);
    await page.getByRole('main').getByRole('link', { name: 'Add Ingredient' }).first().click();
    await expect(page).toHaveURL(new RegExp(`/add-ingredient\\?venue=[^&]+&unit=${second}$`));
    await expect(switcher(page)).toContainText(`Unit ${second}`);
  });

  test('the screen of a venue switches to that of another', async ({ page, demoSales }) => {
    await page.goto(`/venues/${demoSales.venueId}`);
    await switchTo(page, 'Harbour Terrace');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour Terrace');
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rooftop Bar');
  });

  test('a venue or unit that the account does not have is corrected without an error', async ({
    page,
    demoSales,
  }) => {
    const { venueId } = demoSales;
    await page.goto('/dashboard?venue=01890000-0000-7000-8000-000000000000');
    await expect(page).toHaveURL(`/dashboard?venue=${venueId}`);
    await page.goto(`/add-drink?venue=${venueId}&unit=999999`);
    await expect(page).toHaveURL(/&unit=\d{4}$/);
    await page.goto(`/add-drink?venue=${venueId}&unit=x`);
    await expect(page).toHaveURL(/&unit=\d{4}$/);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('the switcher has a search field from eight entries on', async ({ page }) => {
    await page.route('**/api/users/*/venues', async (route) => {
      const response = await route.fetch();
      const venues: Record<string, { id: string; name: string }> = await response.json();
      const [first] = Object.values(venues);
      for (const letter of 'ABCDEF') {
        venues[letter] = { ...first, id: letter, name: `Branch ${letter}` };
      }
      await route.fulfill({ json: venues });
    });
    await page.goto('/dashboard');
    await switcher(page).focus();
    await page.keyboard.press('Enter');
    const list = page.getByRole('dialog', { name: 'Venue and unit' });
    await expect(list.getByLabel('Find a venue or a unit')).toBeFocused();
    await expect(list.getByRole('link')).toHaveCount(8);
    await page.keyboard.type('terrace');
    await expect(list.getByRole('link')).toHaveText(['Harbour Terrace']);
    await page.keyboard.press('ArrowDown');
    await expect(list.getByRole('link')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(list.getByLabel('Find a venue or a unit')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(list).toBeHidden();
    await expect(switcher(page)).toContainText('Harbour Terrace');
    await expect(switcher(page)).toBeFocused();
  });
});

test.describe('as the super admin', () => {
  test.use({ account: 'admin' });

  test('two tabs act for two owners', async ({ page, context, bar }) => {
    await page.goto('/owners?page=2');
    await page.getByRole('link', { name: 'Rooftop Bar' }).click();
    await giveReason(page);
    await expect(page.getByRole('banner')).toContainText('Rooftop Hospitality (Rooftop Bar)');

    const other = await context.newPage();
    await other.goto('/owners');
    const row = await findOwnerRow(other, bar.ownerName);
    await row.getByRole('link', { name: bar.venueName }).click();
    await giveReason(other);
    await expect(other.getByRole('banner')).toContainText(`${bar.ownerName} (${bar.venueName})`);

    await page.reload();
    await expect(page.getByRole('banner')).toContainText('Rooftop Hospitality (Rooftop Bar)');
    await switchTo(page, 'Harbour Terrace');
    await expect(page.getByRole('banner')).toContainText('Rooftop Hospitality (Harbour Terrace)');
    await page.getByRole('button', { name: 'Stop acting' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Owner list');

    await other.reload();
    await expect(other.getByRole('banner')).toContainText(`${bar.ownerName} (${bar.venueName})`);
  });
});
