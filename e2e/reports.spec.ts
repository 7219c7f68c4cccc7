import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { reportRequest } from './sales.ts';
import { expect, test } from './test.ts';

test.use({ account: 'owner' });

test('the reports screen lists three reports, is accessible and fits a phone', async ({ page }) => {
  await page.goto('/reports');
  await expect(page.getByRole('heading', { name: 'Reports' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link')).toHaveText([
    'Monthly Sales',
    'Daily Sales',
    'Popular Ingredients',
  ]);
  await expectNoShift(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('Monthly Sales requests the report of this month', async ({ page }) => {
  await page.goto('/reports');
  const report = page.waitForRequest(reportRequest);
  await page.getByRole('link', { name: 'Monthly Sales' }).click();
  await report;
  await expect(page.getByLabel('Period')).toHaveValue('This month');
});

test('Daily Sales requests the report of today', async ({ page }) => {
  await page.goto('/reports');
  const report = page.waitForRequest(reportRequest);
  await page.getByRole('link', { name: 'Daily Sales' }).click();
  const query = new URL((await report).url()).searchParams;
  expect(Number(query.get('endDate')) - Number(query.get('startDate'))).toBeLessThan(90_000_000);
});

test('Popular Ingredients opens the Most Popular Drinks tab', async ({ page }) => {
  await page.goto('/reports');
  await page.getByRole('link', { name: 'Popular Ingredients' }).click();
  await expect(page.getByRole('tab', { name: 'Most Popular Drinks' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expectAccessible(page);
});
