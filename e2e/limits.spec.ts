import { actFor } from './bar.ts';
import { desktop, expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { hold } from './network.ts';
import { expect, test } from './test.ts';

test('terms are saved, and limits announced', async ({ page, bar, admin, freshBar }) => {
  test.slow();
  await test.step('a limit that is nearly reached is announced, with whom to ask', async () => {
    const limits = { units: 1, venues: 2 };
    await admin.request('PUT', `/api/admins/owner/${bar.userId}`, { limits });
    await page.goto('/dashboard');
    const card = page.getByRole('region', { name: 'Needs attention' });
    const line = card.getByRole('listitem').filter({ hasText: '1 of 1 units in use' });
    await expect(line).toContainText('Ask your administrator to raise the limit');
    await expect(line.getByRole('link')).toHaveCount(0);
    await expect(card).not.toContainText('venues');
    await expectNoShift(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(desktop);
  });
  await test.step('the settings screen is accessible and fits a phone', async () => {
    await page.goto('/settings');
    await expect(page.getByLabel(field)).toBeVisible();
    await expectNoShift(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(desktop);
  });
  await test.step('an owner saves their terms with line breaks', async () => {
    await page.goto('/settings');
    await expect(page.getByRole('heading', { name: 'New Settings' })).toBeVisible();
    await page.getByLabel(field).fill('Be kind.\nDrink water.');
    await expect(page.getByText('Unsaved changes')).toBeVisible();
    const sent = page.waitForRequest('**/api/settings*');
    await page.getByRole('button', { name: 'Save' }).click();
    expect((await sent).postDataJSON()).toEqual({ terms: 'Be kind.\nDrink water.' });
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByLabel(field)).toHaveValue('Be kind.\nDrink water.');
    const { terms } = await bar.getJson<{ terms: string }>('/api/settings/terms');
    expect(terms).toBe('Be kind.\nDrink water.');
  });
  await test.step('terms that are not loaded cannot be saved over', async () => {
    const bar = await freshBar();
    await bar.request('PATCH', '/api/settings', { terms: 'IMPORTANT' });
    const release = await hold(page, '**/api/settings/terms*');
    await page.goto('/settings');
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
    await expect(page.getByLabel(field)).toHaveCount(0);
    release();
    await expect(page.getByLabel(field)).toHaveValue('IMPORTANT');
    await expectNoShift(page);

    await page.unrouteAll();
    await page.route('**/api/settings/terms*', (route) => route.fulfill({ status: 503, json: {} }));
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('The terms could not be loaded.');
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
    await expect(page.getByLabel(field)).toHaveCount(0);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByLabel(field)).toHaveValue('IMPORTANT');
  });
});

test.describe('as a super admin', () => {
  test.use({ account: 'admin' });

  test('a limit that is nearly reached links to the screen where it is raised', async ({
    page,
    bar,
    admin,
  }) => {
    await admin.request('PUT', `/api/admins/owner/${bar.userId}`, { limits: { units: 1 } });
    await actFor(page, bar);
    await page.goto('/dashboard');
    await page.getByRole('link', { name: /1 of 1 units in use/ }).click();
    await expect(page).toHaveURL(`/owners/${bar.userId}`);
    await expect(page.getByLabel('Limit of units', { exact: true })).toHaveValue('1');
  });

  test('a super admin keeps terms and limits that were not saved or set elsewhere', async ({
    page,
    bar,
    admin,
  }) => {
    test.slow();
    await test.step('terms that cannot be saved stay in the field, marked as unsaved, without an alert', async () => {
      await page.route('**/api/settings', (route) => route.fulfill({ status: 500, body: '{}' }));
      await page.goto('/settings');
      await page.getByLabel(field).fill('Typed and not lost');
      const failed = page.waitForEvent('console', (message) =>
        /Failed to load resource/.test(message.text()),
      );
      await page.getByRole('button', { name: 'Save' }).click();
      await failed;
      await expect(page.getByText('Unsaved changes')).toBeVisible();
      await expect(page.getByLabel(field)).toHaveValue('Typed and not lost');
      await expect(page.getByRole('alert')).toHaveCount(0);
      await page.unrouteAll();
    });
    await test.step('saving a name keeps the limit that was set elsewhere meanwhile', async () => {
      const path = `/api/admins/owner/${bar.userId}`;
      await page.goto(`/owners/${bar.userId}`);
      const units = page.getByLabel('Limit of units', { exact: true });
      await expect(units).toHaveValue('');
      await page.getByRole('link', { name: 'Back' }).click();
      // The owner is read again only after the screen was left.
      await expect(page.getByRole('heading', { name: 'Owner list', level: 1 })).toBeVisible();
      await admin.request('PUT', path, { limits: { units: 7 } });
      await page.goBack();
      // What was read before is shown until the limit is read again.
      await expect(page.getByText(/ of 7$/)).toBeVisible();
      await page.getByLabel('Name', { exact: true }).fill('Another Name');
      await page.getByRole('button', { name: 'Update owner' }).click();
      await expect(page).toHaveURL(/\/owners(\?|$)/);
      expect(await admin.getJson(path)).toMatchObject({
        name: 'Another Name',
        limits: { units: 7 },
      });
    });
  });
});

const field = 'Terms and Conditions';
