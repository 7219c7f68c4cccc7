import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import type { Who } from './accounts.ts';
import { ask, claimsOf, expect, signedInAs, test, tokenOf } from './test.ts';

async function change(page: Page, who: Who, path: string, data: object): Promise<void> {
  const answer = await page.request.put(path, {
    headers: { Authorization: `Bearer ${claimsOf(tokenOf(who)).rotoken}` },
    data,
  });
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
}

/** Two changes to the owner's things: one by a super admin, one by the owner. Gives back what they changed. */
async function changeThings(page: Page): Promise<void> {
  const { sub } = claimsOf(tokenOf('owner'));
  const venues = await ask<Record<string, unknown>>(page, 'owner', `/api/users/${sub}/venues`);
  const [venueId = ''] = Object.keys(venues);
  const units = await ask<{ unitNumber: number }[]>(page, 'owner', `/api/venues/${venueId}/units`);
  const unit = `/api/units/updateUnitDetails/${units[0]?.unitNumber}`;
  await change(page, 'admin', `/api/users/venues/${venueId}`, { taxPercentage: 9.25 });
  await change(page, 'admin', `/api/users/venues/${venueId}`, { taxPercentage: 8.875 });
  await change(page, 'owner', unit, { discountRate: 0.15 });
  await change(page, 'owner', unit, { discountRate: 0 });
}

const rows = (page: Page) => page.getByRole('table', { name: 'Activity log' }).locator('tbody tr');

test.describe('an owner', () => {
  test.use(signedInAs('owner'));

  test('reads who changed what, from what to what, from the settings on', async ({ page }) => {
    await changeThings(page);
    await page.goto('/settings');
    await page.getByRole('link', { name: 'Activity log' }).click();
    await expect(page).toHaveURL('/audit');
    await expect(page.getByRole('columnheader')).toHaveText([
      'Action',
      'Target',
      'Who',
      'Before → after',
      'Time',
    ]);
    await expect(rows(page).first()).toContainText('Changed discount');
    await expect(rows(page).first()).toContainText('Discount: 15% → 0%');
    const tax = page.getByRole('row', { name: /Tax: 8\.875% → 9\.25%/ }).first();
    await expect(tax).toContainText('Venue Rooftop Bar');
    await expect(tax).toContainText('Barback');
    await expect(tax).toContainText(/E[SD]T/);
    await expectNoShift(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  test('narrows it, and the address keeps how', async ({ page }) => {
    await changeThings(page);
    await page.goto('/audit');
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

  test('takes it along as a file, and is told when that fails', async ({ page }) => {
    await changeThings(page);
    await page.goto('/audit?search=discount');
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const file = await started;
    expect(file.suggestedFilename()).toBe('activity-log.csv');
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toMatch(/^Time,Who,Owner,Action,Target,/);
    expect(text).toContain('discountRate: 0.15');
    expect(text).not.toContain('Changed venue');

    await page.route('**/api/audit.csv?**', (route) => route.abort());
    await page.getByRole('button', { name: 'Download CSV' }).click();
    await expect(page.getByRole('alert')).toContainText('The server cannot be reached');
  });

  test('is told when it cannot be read, and tries again', async ({ page }) => {
    await page.route('**/api/audit?**', (route) =>
      route.fulfill({ status: 500, json: { error: { message: 'Internal error' } } }),
    );
    await page.goto('/audit');
    await expect(page.getByRole('alert')).toContainText('Internal error');
    await page.unroute('**/api/audit?**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test.describe('a super admin', () => {
  test.use(signedInAs('admin'));

  test('reads that of all owners, or of the one they act for', async ({ page }) => {
    await changeThings(page);
    const asked: (string | null)[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname === '/api/audit') asked.push(url.searchParams.get('ownerId'));
    });
    await page.goto('/owners');
    await page.getByRole('link', { name: 'Activity log' }).click();
    await expect(page.getByText('of all owners')).toBeVisible();
    await expect(rows(page).filter({ hasText: 'Changed discount' }).first()).toBeVisible();

    await page.goto('/owners?page=2');
    await page.getByRole('link', { name: 'Rooftop Bar' }).click();
    await expect(page.getByRole('heading', { name: 'Your Drink Menu' })).toBeVisible();
    await page.goto('/audit');
    await expect(page.getByRole('main')).toContainText('of Rooftop Hospitality');
    await expect(rows(page).filter({ hasText: 'Changed discount' }).first()).toBeVisible();
    expect(asked).toEqual([null, claimsOf(tokenOf('owner')).sub]);
  });
});
