import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { hold } from './network.ts';
import { demoDays, demoDaysPath, fileRequest, reportRequest } from './sales.ts';
import { expect, test } from './test.ts';
import { formatMoney } from '../lib/money.ts';

interface SoldByName {
  name: string;
  quantity: number;
  totalAmount: number;
}

const statisticsRequest = /\/api\/reports\/drinks\?/;
const address = demoDaysPath();
const bars = (page: Page) => page.locator('[data-bar]');
const ticks = (page: Page) => page.locator('[data-tick]');

const cents = (text: string | undefined) => Math.round(Number(text) * 100);

test.describe('as the demo owner', () => {
  test.use({ account: 'owner' });

  test('the Most Popular Drinks tab shows a bar for each drink, none, or that they could not be loaded', async ({
    page,
  }) => {
    test.slow();
    await test.step('the Most Popular Drinks tab requests its data when opened and shows a bar for each drink', async () => {
      let requests = 0;
      page.on('request', (request) => {
        if (statisticsRequest.test(request.url())) requests += 1;
      });
      await page.goto(address);
      await expect(page.getByRole('tab')).toHaveText(['Sales Transactions', 'Most Popular Drinks']);
      await expect(page.getByRole('row').nth(1)).toBeVisible();
      expect(requests).toBe(0);
      const release = await hold(page, statisticsRequest);
      const received = page.waitForResponse(statisticsRequest);
      await page.getByRole('tab', { name: 'Most Popular Drinks' }).click();
      await expect(page.getByRole('progressbar')).toBeVisible();
      release();
      const response = await received;
      const sold: SoldByName[] = await response.json();
      expect([...new URL(response.url()).searchParams.keys()]).toEqual([
        'venueId',
        'startDate',
        'endDate',
      ]);
      await expect(bars(page)).toHaveCount(sold.length);
      await expect(ticks(page)).toHaveCount(sold.length);
      await expect(page.getByRole('progressbar')).toHaveCount(0);
      const chart = page.locator('figure');
      const labels = await ticks(page).allTextContents();
      for (const line of labels.flatMap((label) => label.split('\n'))) {
        expect(line.length <= 8 || !line.includes(' '), line).toBe(true);
      }

      await bars(page).first().hover();
      const [first] = sold;
      await expect(chart).toContainText(`Quantity${first?.quantity.toLocaleString('en-US')}`);
      await expect(chart).toContainText(`Total Amount${formatMoney(first?.totalAmount ?? 0)}`);
      await chart.getByRole('slider').focus();
      await page.keyboard.press('Home');
      await expect(chart.getByRole('slider')).toHaveAttribute(
        'aria-valuetext',
        `${first?.name}: Quantity ${first?.quantity.toLocaleString('en-US')}, Total Amount ${formatMoney(first?.totalAmount ?? 0)}`,
      );
      await page.getByText('Show as a table').click();
      const rows = page.getByRole('table', { name: 'Most Popular Drinks' }).getByRole('row');
      await expect(rows).toHaveCount(sold.length + 1);
      await expectAccessible(page);

      await page.getByRole('radio', { name: 'Total Amount' }).check();
      // A drink without revenue has no bar, but keeps its tick.
      const paid = sold.filter(({ totalAmount }) => totalAmount > 0);
      await expect(bars(page)).toHaveCount(paid.length);
      await expect(ticks(page)).toHaveCount(sold.length);
    });
    await test.step('Lookup sales requests the most popular drinks of the chosen unit again', async () => {
      await page.goto(`${address}&tab=drinks`);
      await expect(bars(page).first()).toBeVisible();
      const again = page.waitForRequest(statisticsRequest);
      await page.getByRole('button', { name: 'Lookup sales' }).click();
      await again;
      const ofUnit = page.waitForRequest(statisticsRequest);
      await page.getByLabel('Unit Number').selectOption('1002 (BEERTENDER)');
      await page.getByRole('button', { name: 'Lookup sales' }).click();
      expect(new URL((await ofUnit).url()).searchParams.get('unitId')).toBeTruthy();
      await expect(bars(page)).toHaveCount(2);
    });
    await test.step('the Most Popular Drinks tab shows when there is no data and when it cannot be loaded', async () => {
      await page.goto('/salesreports?from=2001-01-01&to=2001-01-02&timezone=EST&tab=drinks');
      await expect(page.getByText('No data available yet')).toBeVisible();
      await page.route(statisticsRequest, (route) =>
        route.fulfill({ status: 500, json: { error: { message: 'Out of order' } } }),
      );
      await page.goto(`${address}&tab=drinks`);
      await expect(page.getByText('Out of order')).toBeVisible();
      await expect(page.getByRole('progressbar')).toHaveCount(0);
      await page.getByRole('tab', { name: 'Sales Transactions' }).click();
      await expect(page.getByRole('row').nth(1)).toBeVisible();
      await page.unrouteAll();
    });
    await test.step('the Most Popular Drinks tab is accessible and fits a phone', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${address}&tab=drinks`);
      await expect(bars(page).first()).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    });
  });

  test('a report says how its figures compare, and without which units', async ({ page }) => {
    // Its checks of accessibility go over a whole report.
    test.slow();
    await page.goto('/salesreports?compare=previous');
    const summary = page.getByRole('region', { name: 'Summary' });
    const gross = summary.getByRole('button', { name: /^Gross Volume/ });
    await expect(gross).toContainText(/\$[\d,.]+ (more|less) than the 7 days before by now \([+−]/);
    await expectNoShift(page);
    await expect(summary).toContainText(/Without unit \d+, not in contact from .* to .*\d [AP]M\./);
    await gross.hover();
    await expect(page.getByRole('tooltip')).toContainText(/against .* to .* \([\d,.]+ hours\)/);
    await expectAccessible(page);

    await summary.getByRole('button', { name: 'Compare all units' }).click();
    await expect(page).toHaveURL(/compare=previous&sameUnits=false/);
    await expect(summary).toContainText(/With unit \d+, not in contact/);
    await expectNoSidewaysScroll(page);

    await page.route('**/api/reports/compare?*', (route) =>
      route.fulfill({ status: 500, body: '{}' }),
    );
    await summary.getByLabel('Compare with').selectOption({ label: 'A year before' });
    await expect(summary.getByRole('alert')).toContainText('The comparison could not be loaded');
    await expect(gross).toContainText('$');
    await summary.getByLabel('Compare with').selectOption({ label: 'Nothing' });
    await expect(page).not.toHaveURL(/compare|sameUnits/);
    await expect(summary.getByRole('alert')).toBeHidden();
  });

  test('the CSV file has every sale, streamed or made in the browser, or shows why not', async ({
    page,
    demoSales,
  }) => {
    test.slow();
    await test.step('the CSV file has every sale of the range and the totals of the report', async () => {
      const { report } = demoSales;
      await page.goto(demoDaysPath());
      const button = page.getByRole('button', { name: 'Download CSV' });
      await expect(button).toBeEnabled();
      const pageRequest = page.waitForRequest(/size%5D=10000|\[size\]=10000/);
      const download = page.waitForEvent('download');
      await button.click();
      expect(new URL((await pageRequest).url()).searchParams.get('pagination[current]')).toBe('1');
      const file = await download;
      expect(file.suggestedFilename()).toBe(`sales-${demoDays.from}-${demoDays.to}.csv`);

      const rows: string[][] = parse(await readFile(await file.path(), 'utf8'), { bom: true });
      expect(rows[0]?.join()).toBe(
        'Id,Date,Time,Drink name,Servings,Price,Tax,Tips,Payment Reader,Processing Fee,Status,Unit #',
      );
      const lines = rows.slice(1).filter((row) => row.at(-1) !== '');
      // A drink of which some glasses are refunded has two lines.
      const drinks = report.sales.flatMap((sale) => sale.drinks);
      const inPart = drinks.filter(({ refundedQuantity = 0 }) => refundedQuantity > 0);
      expect(lines).toHaveLength(drinks.length + inPart.length);
      const totals = Object.fromEntries(
        rows.slice(1 + lines.length).map((row) => [row[0], row[5]]),
      );
      expect(Object.keys(totals)).toEqual([
        'Total Sales',
        'Net Sales',
        'Taxes',
        'Tips',
        'Refunds',
        'Gross Volume',
        'Net Volume',
      ]);
      expect(cents(totals['Gross Volume'])).toBe(Math.round(report.grossVolume * 100));
      const notRefunded = lines.filter((row) => row[10] !== 'refunded');
      const sum = (column: number) => notRefunded.reduce((all, row) => all + cents(row[column]), 0);
      expect(sum(5)).toBe(cents(totals['Total Sales']));
    });
    await test.step('a CSV file that the server streams has the bytes of one made in the browser', async () => {
      await page.goto(demoDaysPath());
      const button = page.getByRole('button', { name: 'Download CSV' });
      const downloaded = page.waitForEvent('download');
      await button.click();
      const inBrowser = await readFile(await (await downloaded).path());

      // A total above the size of one page makes the browser request the stream. The stream itself is not intercepted.
      await page.route(reportRequest, async (route) => {
        const response = await route.fetch();
        const report = await response.json();
        await route.fulfill({
          response,
          json: { ...report, pagination: { ...report.pagination, total: 10_001 } },
        });
      });
      await page.getByRole('button', { name: 'Lookup sales' }).click();
      await expect(page.getByText('10,001 sales')).toBeVisible();
      const streamed = page.waitForEvent('download');
      const [request] = await Promise.all([page.waitForRequest(fileRequest), button.click()]);
      expect(new URL(request.url()).searchParams.get('timezone')).toBe('America/New_York');
      const fromServer = await readFile(await (await streamed).path());
      expect(fromServer.equals(inBrowser)).toBe(true);
      await page.unrouteAll();
    });
    await test.step('a CSV stream can be cancelled, and a failed stream shows an error', async () => {
      await page.route(reportRequest, async (route) => {
        const response = await route.fetch();
        const report = await response.json();
        await route.fulfill({
          response,
          json: { ...report, pagination: { ...report.pagination, total: 250_000 } },
        });
      });
      await page.route(fileRequest, () => new Promise(() => {}));
      await page.goto(demoDaysPath());
      const button = page.getByRole('button', { name: 'Download CSV' });
      await button.click();
      await expect(page.getByText('0 of 250,000 sales')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(button).toBeEnabled();
      await expect(button).toBeFocused();
      await expect(page.getByRole('alert')).toHaveCount(0);

      await page.unroute(fileRequest);
      await page.route(fileRequest, (route) =>
        route.fulfill({ status: 429, json: { error: { message: 'One download at a time' } } }),
      );
      await button.click();
      await expect(page.getByRole('alert')).toHaveText('One download at a time');
    });
  });
});
