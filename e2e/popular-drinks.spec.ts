import type { Page } from '@playwright/test';
import { formatMoney } from '../lib/money.ts';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { hold } from './hold.ts';
import { days } from './sales.ts';
import { expect, signedInAs, test } from './test.ts';

interface SoldByName {
  name: string;
  quantity: number;
  totalAmount: number;
}

const statisticsCall = /\/api\/reports\/drinks\?/;
const address = `/salesreports?from=${days.from}&to=${days.to}&timezone=EST`;
const bars = (page: Page) => page.locator('.recharts-bar-rectangle');
const ticks = (page: Page) => page.locator('text[data-tick]');

test.describe('an owner', () => {
  test.use(signedInAs('owner'));

  test('sees a bar for each drink, fetched when the tab is opened', async ({ page }) => {
    let asked = 0;
    page.on('request', (request) => {
      if (statisticsCall.test(request.url())) asked += 1;
    });
    await page.goto(address);
    await expect(page.getByRole('tab')).toHaveText(['Sales Transactions', 'Most Popular Drinks']);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    expect(asked).toBe(0);
    const release = await hold(page, statisticsCall);
    const answered = page.waitForResponse(statisticsCall);
    await page.getByRole('tab', { name: 'Most Popular Drinks' }).click();
    await expect(page.getByRole('progressbar')).toBeVisible();
    release();
    const answer = await answered;
    const sold: SoldByName[] = await answer.json();
    expect([...new URL(answer.url()).searchParams.keys()]).toEqual([
      'venueId',
      'startDate',
      'endDate',
    ]);
    await expect(bars(page)).toHaveCount(sold.length);
    await expect(ticks(page)).toHaveCount(sold.length);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    const chart = page.locator('.recharts-responsive-container');
    expect((await chart.boundingBox())?.height).toBe(500);
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
    // What was given away has no bar, but its name.
    const paid = sold.filter(({ totalAmount }) => totalAmount > 0);
    await expect(bars(page)).toHaveCount(paid.length);
    await expect(ticks(page)).toHaveCount(sold.length);
  });

  test('is asked for again by Lookup sales, for the unit that is chosen', async ({ page }) => {
    await page.goto(`${address}&tab=drinks`);
    await expect(bars(page).first()).toBeVisible();
    const again = page.waitForRequest(statisticsCall);
    await page.getByRole('button', { name: 'Lookup sales' }).click();
    await again;
    const ofUnit = page.waitForRequest(statisticsCall);
    await page.getByLabel('Unit Number').selectOption('1002 (BEERTENDER)');
    await page.getByRole('button', { name: 'Lookup sales' }).click();
    expect(new URL((await ofUnit).url()).searchParams.get('unitId')).toBeTruthy();
    await expect(bars(page)).toHaveCount(2);
  });

  test('reads that there is no data yet, and why it cannot be read', async ({ page }) => {
    await page.goto('/salesreports?from=2001-01-01&to=2001-01-02&timezone=EST&tab=drinks');
    await expect(page.getByText('No data available yet')).toBeVisible();
    await page.route(statisticsCall, (route) =>
      route.fulfill({ status: 500, json: { error: { message: 'Out of order' } } }),
    );
    await page.goto(`${address}&tab=drinks`);
    await expect(page.getByText('Out of order')).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await page.getByRole('tab', { name: 'Sales Transactions' }).click();
    await expect(page.getByRole('row').nth(1)).toBeVisible();
  });

  test('finds it on a phone too', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${address}&tab=drinks`);
    await expect(bars(page).first()).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
