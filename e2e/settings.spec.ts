import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { ask, expect, signedInAs, test } from './test.ts';

const field = 'Terms and Conditions';

test.describe('an owner', () => {
  test.use(signedInAs('owner'));

  test('saves their terms, line breaks included', async ({ page }) => {
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
    expect((await ask<{ terms: string }>(page, 'owner', '/api/settings/terms')).terms).toBe(
      'Be kind.\nDrink water.',
    );
  });

  test('finds a screen that fits', async ({ page }) => {
    await page.goto('/settings');
    await expect(page.getByLabel(field)).toBeVisible();
    await expectNoShift(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});

test.describe('when saving fails', () => {
  test.use(signedInAs('admin'));
  test('the text stays, marked as unsaved, and nothing else is said', async ({ page }) => {
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
