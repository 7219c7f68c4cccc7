import { expectNoShift } from './checks.ts';
import { hold } from './hold.ts';
import { allSales, reportCall, someYears } from './sales.ts';
import { expect, signedInAs, test } from './test.ts';

test.use(signedInAs('owner'));

const nothing = '/salesreports?from=2020-01-01&to=2020-01-02&timezone=EST';

test('forward and back walk through time, and the ends are said', async ({ page }) => {
  const { report } = await allSales(page);
  await page.goto(someYears());
  await expect(page.getByText('Page 1', { exact: true })).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (reportCall.test(request.url())) asked.push(request.url());
  });

  await page.getByRole('button', { name: 'Back in time' }).click();
  await expect(page.getByRole('alert')).toHaveText("You can't go beyond requested time");
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);

  await page.getByRole('button', { name: 'Forward in time' }).click();
  await expect(page.getByText('Page 2', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
  expect(new URL(asked[0] ?? '').searchParams.get('pagination[current]')).toBe('2');
  const eleventh = report.sales[10]?.drinks[0]?.name ?? '';
  await expect(page.getByRole('row').nth(1)).toContainText(eleventh);
  await page.getByRole('button', { name: 'Back in time' }).click();
  await expect(page.getByText('Page 1', { exact: true })).toBeVisible();
});

test('past the last page the rows and the label stay', async ({ page }) => {
  const { report } = await allSales(page);
  const last = Math.ceil(report.pagination.total / 10);
  await page.goto(`${someYears()}&page=${last}`);
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  const rows = await page.getByRole('row').count();
  await page.getByRole('button', { name: 'Forward in time' }).click();
  await expect(page.getByRole('alert')).toHaveText('There were no more sales on these dates');
  await expect(page.getByText(`Page ${last}`, { exact: true })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(rows);
});

test('a lookup with nothing says so in both places', async ({ page }) => {
  await page.goto(nothing);
  await expect(page.getByRole('alert')).toHaveText('There were no sales on these dates');
  await expect(page.getByText('Nothing found for the selected period of time')).toBeVisible();
  await expectNoShift(page);
});

test('a second lookup replaces the rows and the figures', async ({ page }) => {
  await page.goto(someYears());
  await expect(page.getByRole('button', { name: /^Gross Volume/ })).toContainText('$');
  await page.getByLabel('Start date').fill('2020-01-01');
  await page.getByLabel('End date').fill('2020-01-02');
  await page.getByRole('button', { name: 'Lookup sales' }).click();
  await expect(page.getByRole('button', { name: /^Gross Volume/ })).toContainText('$0.00');
  await expect(page.getByRole('row')).toHaveCount(1);
});

test('while venues load, a progress bar stands in for the button', async ({ page }) => {
  const goOn = await hold(page, '**/api/users/*/venues');
  await page.goto('/salesreports');
  await expect(page.getByRole('progressbar', { name: 'Loading venues' })).toBeAttached();
  await expect(page.getByRole('button', { name: 'Lookup sales' })).toHaveCount(0);
  goOn();
  await expect(page.getByRole('button', { name: 'Lookup sales' })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expectNoShift(page);
});

test('while the report loads, rows say so, and nothing moves when it comes', async ({ page }) => {
  const goOn = await hold(page, reportCall);
  await page.goto(someYears());
  await expect(page.getByRole('row', { name: 'Loading' })).toBeVisible();
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  goOn();
  await expect(page.getByRole('row', { name: 'Loading' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Gross Volume/ })).toContainText('$');
  await expectNoShift(page);
});

test('a failure is said in words, ends the loading and is gone with the next try', async ({
  page,
}) => {
  await page.route(reportCall, (route) =>
    route.fulfill({ status: 500, json: { error: 'The till is on fire' } }),
  );
  await page.goto(someYears());
  const alert = page.getByRole('alert');
  await expect(alert.getByText('The till is on fire')).toBeVisible();
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('row', { name: 'Loading' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Lookup sales' })).toBeEnabled();
  await page.unroute(reportCall);
  await page.getByRole('button', { name: 'Lookup sales' }).click();
  await expect(alert).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Gross Volume/ })).toContainText('$');
});
