import type { Page } from '@playwright/test';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { giveReason } from './bar.ts';
import { beforeNext } from './hold.ts';
import { expect, storageOf, test } from './test.ts';

test.use({ account: 'admin' });

interface Owners {
  owners: { id: string; name: string; venues: { id: string; name: string }[] }[];
  pagination: { total: number };
}

/** Runs the action and returns the list that the page received. Other tests register owners, so another request may differ. */
async function listReceived(page: Page, action: () => Promise<unknown>): Promise<Owners> {
  const received = page.waitForResponse(/\/api\/admins\/owners\?/);
  await action();
  const owners: Owners = await (await received).json();
  return owners;
}

test('the owner list shows each owner with their venues and fits a phone', async ({ page }) => {
  const { owners } = await listReceived(page, () => page.goto('/owners'));
  await expect(page.getByRole('heading', { name: 'Owner list' })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Venues', 'Action']);
  expect(owners).toHaveLength(10);
  for (const { id, name, venues } of owners) {
    const row = page.getByRole('row', { name });
    await expect(row.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', `/owners/${id}`);
    for (const venue of venues)
      await expect(row.getByRole('link', { name: venue.name })).toBeVisible();
  }
  await expect(page.getByRole('link', { name: 'Register New Owner' })).toHaveAttribute(
    'href',
    '/register?redirect=%2Fowners',
  );
  await expectNoShift(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('the pager of the owner list requests further owners', async ({ page }) => {
  const first = await listReceived(page, () => page.goto('/owners'));
  const { total } = first.pagination;
  const pager = page.getByRole('navigation', { name: 'table pager' });
  await expect(pager).toContainText(`1-${Math.min(10, total)} of ${total}`);
  await expect(pager.getByRole('button', { name: 'Previous owners' })).toBeDisabled();
  expect(total, 'owners in the demo').toBeGreaterThan(10);
  const second = await listReceived(page, () =>
    pager.getByRole('button', { name: 'Next owners' }).click(),
  );
  await expect(page).toHaveURL('/owners?page=2');
  const { total: newTotal } = second.pagination;
  await expect(pager).toContainText(`11-${Math.min(20, newTotal)} of ${newTotal}`);
});

test('a super admin who picks a venue acts for its owner until they open the owner list again', async ({
  page,
}) => {
  await page.goto('/owners?page=2');
  await page.getByRole('link', { name: 'Rooftop Bar' }).click();
  await giveReason(page);
  await expect(page).toHaveURL(/:\d+\/(\?|$)/);
  await expect(page.getByRole('heading', { name: 'Your Drink Menu' })).toBeVisible();
  const banner = page.getByRole('banner');
  await expect(banner).toContainText('Rooftop Hospitality (Rooftop Bar)');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('list').first().getByRole('link')).toHaveText([
    'Venues',
    'Drink Menu',
    'Your menu',
    'Add Ingredient',
    'Reports',
    'Super Admin',
  ]);
  await expect(navigation.getByRole('list')).toHaveCount(3);
  await page.reload();
  await expect(banner).toContainText('Rooftop Hospitality (Rooftop Bar)');
  await expectAccessible(page);

  await banner.getByRole('button', { name: 'Stop acting' }).click();
  await expect(page).toHaveURL('/owners');
  await expect(banner).not.toContainText('Rooftop Bar');
  await expect(navigation.getByRole('link')).toHaveText(['Owners', 'Rendering', 'Settings']);
  expect((await storageOf(page))['owner']).toContain('"id":""');
});

test('acting shows its reason and the time left, and goes on after its end where it ended', async ({
  page,
  admin,
  bar,
}) => {
  await page.goto(`/owners?q=${bar.email}`);
  await page.getByRole('link', { name: bar.venueName }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('The owner sees it in their activity log');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Enter a reason');
  await expectAccessible(page);
  await giveReason(page, 'Ticket 4711');
  const banner = page.getByRole('banner');
  await expect(banner).toContainText(/Ticket 4711.*(60|59) minutes left/);

  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('link', { name: 'People' }).click();
  await expect(page.getByRole('table')).toContainText(bar.email);
  // It ends once the log is requested: another request of the page would notice it before the click.
  await beforeNext(page, /\/api\/audit\b/, () =>
    admin.request('DELETE', `/api/admins/acting/${bar.userId}`),
  );
  await navigation.getByRole('link', { name: 'Activity log' }).click();
  const ended = page.getByRole('region', { name: 'Acting has ended' });
  await expect(ended).toContainText(`Acting for ${bar.ownerName} has ended.`);
  await expect(banner).not.toContainText(bar.ownerName);
  await ended.getByRole('button', { name: 'Act for 60 more minutes' }).click();
  await expect(banner).toContainText('Ticket 4711');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Owner list');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectNoSidewaysScroll(page);
});

test('a super admin without a chosen owner is redirected to the owner list only from screens that need one', async ({
  page,
}) => {
  for (const path of ['/', '/add-drink', '/salesreports']) {
    await page.goto(path);
    await expect(page).toHaveURL('/owners');
  }
  for (const path of ['/renderingsettings', '/settings', '/register', '/version']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(path);
  }
});

test('the register screen has no sidebar', async ({ page }) => {
  await page.goto('/register');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
});

test('an owner list that cannot be loaded shows the error and can be requested again', async ({
  page,
}) => {
  await page.route('**/api/admins/owners?**', (route) =>
    route.fulfill({
      status: 500,
      json: { error: { message: 'Internal error', requestId: 'r-9' } },
    }),
  );
  await page.goto('/owners?page=2');
  await expect(page.getByRole('alert')).toContainText('Internal error');
  await expect(page.getByRole('alert')).toContainText('r-9');
  await page.unroute('**/api/admins/owners?**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: 'Rooftop Bar' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
