import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

test.use({ account: 'owner' });

test('all venues side by side are opened from the switcher, and each leads to its report', async ({
  page,
}) => {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^Switch from/ }).click();
  await page.getByRole('link', { name: 'All venues' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All venues');
  const rows = page.getByRole('table', { name: 'Venues' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('radio', { name: 'Yesterday' }).check();
  await expect(page).toHaveURL(/\/owner\?period=yesterday$/);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Yesterday' })).toBeChecked();
  await expect(rows).toHaveCount(3);
  await expectNoShift(page);
  const harbour = rows.filter({ hasText: 'Harbour Terrace' });
  const gross = await harbour.getByRole('cell').nth(1).textContent();
  await harbour.getByRole('link', { name: 'Harbour Terrace' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sales report');
  await expect(page.getByRole('main')).toContainText('Harbour Terrace');
  await expect(page.getByText(gross ?? '', { exact: true }).first()).toBeVisible();
});
