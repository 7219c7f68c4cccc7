import type { Page } from '@playwright/test';
import { formatMoney } from '../lib/money.ts';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { hold } from './hold.ts';
import { allDaysPath } from './sales.ts';
import { expect, test } from './test.ts';

interface SoldByName {
  name: string;
  quantity: number;
  totalAmount: number;
}

const statisticsRequest = /\/api\/reports\/drinks\?/;
const address = allDaysPath();
const bars = (page: Page) => page.locator('.recharts-bar-rectangle');
const ticks = (page: Page) => page.locator('text[data-tick]');

test.describe('as the demo owner', () => {
  test.use({ account: 'owner' });

  test('the Most Popular Drinks tab requests its data when opened and shows a bar for each drink', async ({
    page,
  }) => {
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
    const chart = page.locator('.recharts-responsive-container');
    await expect.poll(() => chart.boundingBox()).toMatchObject({ height: 500 });
    for (const line of await ticks(page).locator('tspan').allTextContents()) {
      expect(line.length <= 8 || !line.includes(' '), line).toBe(true);
    }

    await bars(page).first().hover();
    const [first] = sold;
    const tooltip = page.getByRole('status').filter({ hasText: 'Total Amount' });
    await expect(tooltip).toContainText(`Quantity: ${first?.quantity.toLocaleString('en-US')}`);
    await expect(tooltip).toContainText(`Total Amount: ${formatMoney(first?.totalAmount ?? 0)}`);
    const spoken = page.getByRole('table', { name: 'Most Popular Drinks' }).getByRole('row');
    await expect(spoken).toHaveCount(sold.length + 1);
    await expectAccessible(page);

    await page.getByRole('radio', { name: 'Total Amount' }).check();
    await expect(chart).toContainText('$0.00');
    // A drink without revenue has no bar, but keeps its tick.
    const paid = sold.filter(({ totalAmount }) => totalAmount > 0);
    await expect(bars(page)).toHaveCount(paid.length);
    await expect(ticks(page)).toHaveCount(sold.length);
  });

  test('Lookup sales requests the most popular drinks of the chosen unit again', async ({
    page,
  }) => {
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

  test('the Most Popular Drinks tab shows when there is no data and when it cannot be loaded', async ({
    page,
  }) => {
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
  });

  test('the Most Popular Drinks tab is accessible and fits a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${address}&tab=drinks`);
    await expect(bars(page).first()).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
