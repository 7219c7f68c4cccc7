import type { Page } from '@playwright/test';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { giveReason } from './bar.ts';
import { expect, test } from './test.ts';

test.use({ account: 'admin' });

const field = (page: Page) => page.getByRole('searchbox', { name: 'Find an owner' });
const rows = (page: Page) => page.getByRole('table', { name: 'Owners' }).locator('tbody tr');
const banner = (page: Page) => page.getByRole('banner');

test('owners are found while typing, by name, email, venue and unit', async ({ page, bar }) => {
  await page.goto('/owners');
  await expect(page.getByRole('status').filter({ hasText: /^\d+ owners$/ })).toBeVisible();
  await expectNoShift(page);
  for (const text of [bar.ownerName, bar.email, bar.venueName, String(bar.unitNumber)]) {
    await field(page).fill(text);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText(bar.ownerName);
    await expect(page).toHaveURL(`/owners?${new URLSearchParams({ q: text }).toString()}`);
  }
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.reload();
  await expect(field(page)).toHaveValue(String(bar.unitNumber));
  await expect(rows(page)).toHaveCount(1);

  await field(page).fill('no such owner %');
  await expect(
    page.getByText('No owner has a name, venue, email or unit number with “no such owner %”.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Show all owners' }).click();
  await expect(rows(page)).toHaveCount(10);
  await expect(field(page)).toHaveValue('');
});

test('Enter acts for the first match at the venue that was found, also before it has arrived', async ({
  page,
  bar,
}) => {
  const second = await bar.request<{ id: string }>('POST', '/api/users/venues', {
    name: `${bar.ownerName} Cellar`,
  });
  const unit = await bar.addUnit('BEERTENDER', second.id);
  await page.goto('/owners');
  await field(page).fill(String(unit.unitNumber));
  await page.keyboard.press('Enter');
  await giveReason(page);
  await expect(page).toHaveURL(new RegExp(`/\\?venue=${second.id}`));
  await expect(banner(page)).toContainText(`${bar.ownerName} (${bar.ownerName} Cellar)`);
});

test('arrow keys lead from the field to the venues, and the owner is listed first the next time', async ({
  page,
  bar,
}) => {
  await page.goto('/owners');
  const recent = page.getByRole('region', { name: 'Recently acted for' });
  await expect(rows(page)).toHaveCount(10);
  await expect(recent).toHaveCount(0);
  await field(page).fill(bar.email);
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: bar.venueName })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await giveReason(page, 'Ticket 4711');
  await expect(banner(page)).toContainText(`${bar.ownerName} (${bar.venueName})`);

  await banner(page).getByRole('button', { name: 'Stop acting' }).click();
  await expect(recent.getByRole('link')).toHaveText([`${bar.ownerName}${bar.venueName}`]);
  await expectAccessible(page);
  await recent.getByRole('link').click();
  await page.getByRole('button', { name: 'Ticket 4711' }).click();
  await expect(banner(page)).toContainText(`${bar.ownerName} (${bar.venueName})`);
});
