import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { expect, signedInAs, test } from './test.ts';

test.use(signedInAs('owner'));

test('the menu has three reports and fits', async ({ page }) => {
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

test('Monthly Sales is this month, looked up', async ({ page }) => {
  await page.goto('/reports');
  const report = page.waitForRequest(/sales\/report\?/);
  await page.getByRole('link', { name: 'Monthly Sales' }).click();
  await report;
  await expect(page.getByLabel('Period')).toHaveValue('This month');
});

test('Daily Sales is today, looked up', async ({ page }) => {
  await page.goto('/reports');
  const report = page.waitForRequest(/sales\/report\?/);
  await page.getByRole('link', { name: 'Daily Sales' }).click();
  const asked = new URL((await report).url()).searchParams;
  expect(Number(asked.get('endDate')) - Number(asked.get('startDate'))).toBeLessThan(90_000_000);
});

test('Popular Ingredients is the tab of the most popular drinks', async ({ page }) => {
  await page.goto('/reports');
  await page.getByRole('link', { name: 'Popular Ingredients' }).click();
  await expect(page.getByRole('tab', { name: 'Most Popular Drinks' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expectAccessible(page);
});
