import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { ApiClient } from './api-client.ts';
import { actFor } from './bar.ts';
import type { Bar } from './bar.ts';
import { desktop, expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { expect, test as base } from './test.ts';

const test = base.extend<{
  /** A bar with changes in its audit log: of the tax by a super admin, then of the discount by the owner. */
  changedBar: Bar;
}>({
  changedBar: async ({ bar, admin }, use) => {
    await changeTax(admin, bar, 8.875);
    await changeTax(admin, bar, 9.25);
    await changeDiscount(bar, 0.15);
    await changeDiscount(bar, 0);
    await use(bar);
  },
});

const changeTax = (admin: ApiClient, { venueId }: Bar, taxPercentage: number) =>
  admin.request('PUT', `/api/users/venues/${venueId}`, { taxPercentage });

const changeDiscount = (bar: Bar, discountRate: number) =>
  bar.request('PUT', `/api/units/updateUnitDetails/${bar.unitNumber}`, { discountRate });

const openLog = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Activity log' })
    .click();

const rows = (page: Page) => page.getByRole('table', { name: 'Activity log' }).locator('tbody tr');

test('the activity log of an owner is filtered and downloaded', async ({ page, changedBar }) => {
  test.slow();
  await test.step('the activity log shows an owner the actor, target and values of each change', async () => {
    await page.goto('/settings');
    await openLog(page);
    await expect(page).toHaveURL('/audit');
    await expect(page.getByRole('columnheader')).toHaveText([
      'Action',
      'Target',
      'Who',
      'Before → after',
      'Time',
    ]);
    await expect(rows(page).first()).toContainText('Changed discount');
    await expect(rows(page).first()).toContainText('As before in the end2 changes');
    await expect(rows(page).first()).toContainText(changedBar.email);
    const tax = page.getByRole('row', { name: /Tax: 0% → 9\.25%/ });
    await expect(tax).toContainText(`Venue ${changedBar.venueName}`);
    await expect(tax).toContainText(`Robin Vale for ${changedBar.ownerName}`);
    await expect(tax.getByText('Tax: 8.875% → 9.25%')).toBeHidden();
    await tax.getByText('2 changes').click();
    await expect(tax.getByText('Tax: 8.875% → 9.25%')).toBeVisible();
    await expect(tax.getByText('Tax: 0% → 8.875%')).toBeVisible();
    await expect(tax).toContainText(/E[SD]T/);
    await expectNoShift(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(desktop);
  });
  await test.step('the filters of the activity log narrow the rows and are part of the address', async () => {
    await page.goto('/audit');
    await expect(rows(page).filter({ hasText: changedBar.venueName }).first()).toBeVisible();
    await page.getByLabel('Search').fill('discount');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/audit?search=discount');
    await expect(rows(page).filter({ hasText: 'Changed venue' })).toHaveCount(0);
    await expect(rows(page).filter({ hasText: 'Changed discount' }).first()).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Search')).toHaveValue('discount');

    await page.getByLabel('To', { exact: true }).fill('2020-01-31');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/audit?search=discount&to=2020-01-31');
    await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
    await page.getByRole('link', { name: 'Show everything' }).click();
    await expect(page).toHaveURL('/audit');
    await expect(page.getByLabel('Search')).toHaveValue('');
    await expect(rows(page).filter({ hasText: 'Changed venue' }).first()).toBeVisible();

    await page.getByLabel('From', { exact: true }).fill('2026-02-02');
    await page.getByLabel('To', { exact: true }).fill('2026-02-01');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The first day must not be after the last day')).toBeVisible();
    await expect(page).toHaveURL('/audit');
  });
  await test.step('the activity log downloads as CSV, and a failed download shows an error', async () => {
    await page.goto('/audit?search=discount');
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const file = await started;
    expect(file.suggestedFilename()).toBe('activity-log.csv');
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toMatch(/^\ufeffTime,Who,Owner,Action,Target,/);
    expect(text).toContain('discountRate: 0.15');
    expect(text).toContain(String(changedBar.unitNumber));
    expect(text).not.toContain('Changed venue');

    await page.route('**/api/audit.csv?**', (route) => route.abort());
    await page.getByRole('button', { name: 'Download CSV' }).click();
    await expect(page.getByRole('alert')).toContainText('The server cannot be reached');
    await page.unrouteAll();
  });
  await test.step('an activity log that cannot be loaded shows the error and can be requested again', async () => {
    await page.route('**/api/audit?**', (route) =>
      route.fulfill({ status: 500, json: { error: { message: 'Internal error' } } }),
    );
    await page.goto('/audit');
    await expect(page.getByRole('alert')).toContainText('The activity could not be loaded.');
    await expect(page.getByText('Internal error')).toHaveCount(0);
    await page.unroute('**/api/audit?**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

const recordOwnerFilters = (page: Page): (string | null)[] => {
  const filters: (string | null)[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/audit') filters.push(url.searchParams.get('ownerId'));
  });
  return filters;
};

test.describe('as the super admin', () => {
  test.use({ account: 'admin' });

  test('the activity log of a super admin covers all owners, or the one acted for', async ({
    page,
    changedBar,
  }) => {
    await test.step('the activity log of a super admin who acts for an owner covers that owner', async () => {
      const filters = recordOwnerFilters(page);
      await actFor(page, changedBar);
      await page.goto('/audit');
      await expect(page.getByRole('main')).toContainText(`of ${changedBar.ownerName}`);
      await expect(rows(page).filter({ hasText: 'Changed discount' }).first()).toBeVisible();
      expect(filters).toEqual([changedBar.userId]);
    });
    await test.step('the activity log of a super admin covers all owners', async () => {
      const filters = recordOwnerFilters(page);
      await page.goto('/owners');
      await openLog(page);
      await expect(page.getByText('of all owners')).toBeVisible();
      expect(filters).toEqual([null]);
      await page.getByLabel('Search').fill(changedBar.ownerName);
      await page.keyboard.press('Enter');
      await expect(rows(page).filter({ hasText: 'Changed discount' }).first()).toBeVisible();
    });
  });
});
