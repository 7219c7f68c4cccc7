import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { allDays, allDaysPath, fileRequest, reportRequest } from './sales.ts';
import { expect, test } from './test.ts';

test.use({ account: 'owner' });

const cents = (text: string | undefined) => Math.round(Number(text) * 100);

test('the CSV file has every sale of the range and the totals of the report', async ({
  page,
  demoSales,
}) => {
  const { report } = demoSales;
  await page.goto(allDaysPath());
  const button = page.getByRole('button', { name: 'Download CSV' });
  await expect(button).toBeEnabled();
  const pageRequest = page.waitForRequest(/size%5D=10000|\[size\]=10000/);
  const download = page.waitForEvent('download');
  await button.click();
  expect(new URL((await pageRequest).url()).searchParams.get('pagination[current]')).toBe('1');
  const file = await download;
  expect(file.suggestedFilename()).toBe(`sales-${allDays.from}-${allDays.to}.csv`);

  const rows: string[][] = parse(await readFile(await file.path(), 'utf8'));
  expect(rows[0]?.join()).toBe(
    'Id,Date,Time,Drink name,Servings,Price,Tax,Tips,Payment Reader,Processing Fee,Status,Unit #',
  );
  const lines = rows.slice(1).filter((row) => row.at(-1) !== '');
  // A drink of which some glasses are refunded has two lines.
  const drinks = report.sales.flatMap((sale) => sale.drinks);
  const inPart = drinks.filter(({ refundedQuantity = 0 }) => refundedQuantity > 0);
  expect(lines).toHaveLength(drinks.length + inPart.length);
  const totals = Object.fromEntries(rows.slice(1 + lines.length).map((row) => [row[0], row[5]]));
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

test('a CSV file that the server streams has the bytes of one made in the browser', async ({
  page,
}) => {
  await page.goto(allDaysPath());
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
});

test('a CSV stream can be cancelled, and a failed stream shows an error', async ({ page }) => {
  await page.route(reportRequest, async (route) => {
    const response = await route.fetch();
    const report = await response.json();
    await route.fulfill({
      response,
      json: { ...report, pagination: { ...report.pagination, total: 250_000 } },
    });
  });
  await page.route(fileRequest, () => new Promise(() => {}));
  await page.goto(allDaysPath());
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
