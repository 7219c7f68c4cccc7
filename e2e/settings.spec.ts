import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { hold } from './hold.ts';
import { expect, test } from './test.ts';

const field = 'Terms and Conditions';

test('an owner saves their terms with line breaks', async ({ page, bar }) => {
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

test.describe('as the demo owner', () => {
  test.use({ account: 'owner' });

  test('the settings screen is accessible and fits a phone', async ({ page }) => {
    await page.goto('/settings');
    await expect(page.getByLabel(field)).toBeVisible();
    await expectNoShift(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});

test.describe('as the super admin', () => {
  test.use({ account: 'admin' });

  test('terms that cannot be saved stay in the field, marked as unsaved, without an alert', async ({
    page,
  }) => {
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
  });
});

test('terms that are not loaded cannot be saved over', async ({ page, bar }) => {
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
