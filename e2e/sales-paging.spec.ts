import { expectAccessible, expectNoShift } from './checks.ts';
import { hold } from './network.ts';
import { demoDaysPath, reportRequest } from './sales.ts';
import { expect, test } from './test.ts';

test.use({ account: 'owner' });

const isRefunded = (drink: {
  readonly status: string;
  readonly refundedQuantity?: number | undefined;
}) => drink.status === 'refunded' || drink.refundedQuantity !== undefined;

const nothing = '/salesreports?from=2020-01-01&to=2020-01-02&timezone=EST';

test('the pages of the sales report go forward, back and from the newest sale', async ({
  page,
  demoSales,
}) => {
  test.slow();
  await test.step('the pages of the sales report go forward and back, with a toast before the first page', async () => {
    const { report } = demoSales;
    await page.goto(demoDaysPath());
    await expect(page.getByText('Page 1', { exact: true })).toBeVisible();
    const requests: string[] = [];
    page.on('request', (request) => {
      if (reportRequest.test(request.url())) requests.push(request.url());
    });

    await page.getByRole('button', { name: 'Back in time' }).click();
    await expect(page.getByRole('alert')).toHaveText("You can't go beyond requested time");
    expect(requests).toEqual([]);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);

    await page.getByRole('button', { name: 'Forward in time' }).click();
    await expect(page.getByText('Page 2', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/page=2/);
    expect(new URL(requests[0] ?? '').searchParams.get('pagination[current]')).toBe('2');
    const eleventh = report.sales[10]?.drinks[0]?.name ?? '';
    await expect(page.getByRole('row').nth(1)).toContainText(eleventh);
    await page.getByRole('button', { name: 'Back in time' }).click();
    await expect(page.getByText('Page 1', { exact: true })).toBeVisible();
  });
  await test.step('going past the last page of the sales report keeps its rows and shows a toast', async () => {
    const { report } = demoSales;
    const last = Math.ceil(report.pagination.total / 10);
    await page.goto(`${demoDaysPath()}&page=${last}`);
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
    const rows = await page.getByRole('row').count();
    await page.getByRole('button', { name: 'Forward in time' }).click();
    await expect(page.getByRole('alert')).toHaveText('There were no more sales on these dates');
    await expect(page.getByText(`Page ${last}`, { exact: true })).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(rows);
  });
  await test.step('the newest sales come first on request, and the arrows keep their direction in time', async () => {
    const newest = demoSales.report.sales.toReversed();
    const firstRow = page.getByRole('row').nth(1);
    const nameOf = (index: number) => newest[index]?.drinks[0]?.name ?? '';
    const timeOf = (index: number) => new Date(newest[index]?.date ?? '').toISOString();
    const expectFirst = async (index: number) => {
      await expect(firstRow).toContainText(nameOf(index));
      await expect(firstRow.getByRole('time')).toHaveAttribute('datetime', timeOf(index));
    };
    await page.goto(demoDaysPath());
    await expect(page.getByText('sales, oldest first')).toBeVisible();
    await page.getByRole('radio', { name: 'Newest first' }).check();
    await expect(page).toHaveURL(/sort=newest/);
    await expect(page.getByText('sales, newest first')).toBeVisible();
    await expectFirst(0);
    await page.getByRole('button', { name: 'Forward in time' }).click();
    await expect(page.getByRole('alert')).toHaveText('There were no more sales on these dates');
    await page.getByRole('button', { name: 'Back in time' }).click();
    await expect(page.getByText('Page 2', { exact: true })).toBeVisible();
    await expectFirst(10);
    await page.getByRole('button', { name: 'Back in time' }).click();
    await expect(page.getByText('Page 3', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Forward in time' }).click();
    await expect(page).toHaveURL(/page=2&sort=newest&later=/);
    await page.reload();
    await expectFirst(10);
    await expectNoShift(page);
    await page.getByRole('button', { name: 'Jump to newest' }).click();
    await expectFirst(0);
    await expect(page.getByRole('button', { name: 'Jump to newest' })).toHaveCount(0);
    const last = Math.ceil(newest.length / 10);
    await page.goto(`${demoDaysPath()}&page=${last}&sort=newest`);
    await expectFirst((last - 1) * 10);
    await page.getByRole('button', { name: 'Back in time' }).click();
    await expect(page.getByRole('alert')).toHaveText("You can't go beyond requested time");
  });
});

test('the filters of the sales are in the address, and leave the figures of the period as they are', async ({
  page,
  demoSales,
}) => {
  const { sales } = demoSales.report;
  const refunded = sales.filter(({ drinks }) => drinks.some(isRefunded));
  await page.goto(demoDaysPath());
  const gross = page.getByRole('button', { name: /^Gross Volume/ });
  await expect(gross).toContainText('$');
  const before = (await gross.textContent()) ?? '';
  await page.getByRole('button', { name: 'Refunded', exact: true }).click();
  await expect(page).toHaveURL(/show=refunded/);
  await expect(page.getByText('The figures above are of all sales of the period')).toBeVisible();
  await expect(gross).toHaveText(before);
  const row = page.getByRole('row').nth(1);
  const timeOf = (index: number) => new Date(refunded[index]?.date ?? '').toISOString();
  await expect(row.getByRole('time')).toHaveAttribute('datetime', timeOf(0));
  await expect(row).toContainText(/refunded/i);
  await page.getByRole('button', { name: 'Forward in time' }).click();
  await expect(page).toHaveURL(/show=refunded&page=2&later=/);
  await page.reload();
  await expect(page.getByText('Page 2', { exact: true })).toBeVisible();
  await expect(row).toContainText(/refunded/i);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page).not.toHaveURL(/show=/);
  const first = sales[0]?.drinks[0]?.name ?? '';
  await page.getByRole('combobox', { name: 'Drink' }).fill(first);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/drink=/);
  await expect(row).toContainText(first);
  await page.getByRole('combobox', { name: 'Card reader' }).fill('No such reader');
  await page.keyboard.press('Enter');
  await expect(page.getByText('None of the sales that were searched so far')).toBeVisible();
  await expect(
    page.getByText(/^Searched up to .+ The arrows continue from there\.$/),
  ).toBeVisible();
  // The top bar is sticky: scrolled, it would be too close to the links below it.
  await page.evaluate('scrollTo(0, 0)');
  await expectAccessible(page);
});

test('a lookup shows what it found, or that it found none', async ({ page }) => {
  test.slow();
  await test.step('a sales lookup without sales shows a toast and an empty table', async () => {
    await page.goto(nothing);
    await expect(page.getByRole('alert')).toHaveText('There were no sales on these dates');
    await expect(page.getByText('Nothing found for the selected period of time')).toBeVisible();
    await expectNoShift(page);
  });
  await test.step('a second sales lookup replaces the rows and the figures', async () => {
    await page.goto(demoDaysPath());
    await expect(page.getByRole('button', { name: /^Gross Volume/ })).toContainText('$');
    await page.getByLabel('Start date').fill('2020-01-01');
    await page.getByLabel('End date').fill('2020-01-02');
    await page.getByRole('button', { name: 'Lookup sales' }).click();
    await expect(page.getByRole('button', { name: /^Gross Volume/ })).toContainText('$0.00');
    await expect(page.getByRole('row')).toHaveCount(1);
  });
  await test.step('a progress bar replaces Lookup sales while venues load', async () => {
    const release = await hold(page, '**/api/users/*/venues');
    await page.goto('/salesreports');
    await expect(page.getByRole('progressbar', { name: 'Loading venues' })).toBeAttached();
    await expect(page.getByRole('button', { name: 'Lookup sales' })).toHaveCount(0);
    release();
    await expect(page.getByRole('button', { name: 'Lookup sales' })).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expectNoShift(page);
  });
  await test.step('the sales report shows loading rows, and its response causes no layout shift', async () => {
    const release = await hold(page, reportRequest);
    await page.goto(demoDaysPath());
    await expect(page.getByRole('row', { name: 'Loading' })).toBeVisible();
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
    release();
    await expect(page.getByRole('row', { name: 'Loading' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Gross Volume/ })).toContainText('$');
    await expectNoShift(page);
  });
  await test.step('a sales lookup that fails shows the error until the next lookup', async () => {
    await page.route(reportRequest, (route) =>
      route.fulfill({ status: 500, json: { error: 'The report is out of order' } }),
    );
    await page.goto(demoDaysPath());
    const alert = page.getByRole('alert');
    await expect(alert.getByText('The report is out of order')).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Lookup sales' })).toBeEnabled();
    await page.unroute(reportRequest);
    await page.getByRole('button', { name: 'Lookup sales' }).click();
    await expect(alert).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Gross Volume/ })).toContainText('$');
  });
});
