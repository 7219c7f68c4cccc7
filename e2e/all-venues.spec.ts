import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { EndpointResponse } from '../contract/endpoints.ts';
import { formatCents, toCents } from '../lib/money.ts';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

test.use({ account: 'owner' });

type Sales = EndpointResponse<'listSalesOfVenues'>['sales'];

/** What was charged for the sales, or what of it was refunded, in cents. */
function sumOf(sales: Sales, isRefunded: boolean): number {
  let cents = 0;
  for (const { drinks } of sales)
    for (const drink of drinks) {
      const isWhole = !isRefunded || drink.status === 'refunded';
      const glasses = isWhole ? drink.quantity : (drink.refundedQuantity ?? 0);
      const [tax, tips] = isWhole
        ? [drink.tax, drink.tips]
        : [drink.refundedTax ?? 0, drink.refundedTips ?? 0];
      cents += toCents(drink.price) * glasses + toCents(tax) + toCents(tips);
    }
  return cents;
}

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

test('two venues are laid over each other by hour, and the sales of all are one file', async ({
  page,
}) => {
  await page.goto('/owner');
  const card = page.getByRole('region', { name: 'Two venues by hour' });
  const chart = card.getByRole('slider', { name: /^Sales by hour of / });
  await expect(chart).toHaveAttribute('max', '24');
  const [first, second] = [
    card.getByRole('combobox', { name: 'First venue' }),
    card.getByRole('combobox', { name: 'Second venue' }),
  ];
  const [one, other] = [await first.inputValue(), await second.inputValue()];
  expect(one).not.toBe(other);
  await first.selectOption(other);
  await second.selectOption(one);
  await expect(page).toHaveURL(new RegExp(`one=${other}&other=${one}`));
  await page.reload();
  await expect(first).toHaveValue(other);
  await expect(chart).toBeVisible();
  await expectAccessible(page);
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV of the sales of all venues' }).click();
  const rows: string[][] = parse(await readFile(await (await downloaded).path(), 'utf8'), {
    bom: true,
  });
  expect(rows[0]?.slice(0, 2)).toEqual(['Venue', 'Id']);
  expect(rows.at(-1)?.[0]).toBe('All venues');
});

test('PROOF-01: figures of all venues open the sales of all, which add up to them, page by page', async ({
  page,
  demoOwner,
}) => {
  type Listed = EndpointResponse<'listSalesOfVenues'>;
  await page.goto('/owner?period=yesterday');
  const figures = page.getByRole('main').locator('dl');
  for (const name of ['Gross volume', 'Refunds'] as const) {
    const figure = figures.locator('div', { hasText: name }).getByRole('link');
    const shown = await figure.textContent();
    const requested = page.waitForRequest(/\/api\/reports\/venues\/sales\?/);
    await figure.click();
    const { pathname, searchParams } = new URL((await requested).url());
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sales of all venues');
    searchParams.set('pagination[size]', '100');
    let cents = 0;
    let last: string | undefined;
    do {
      if (last) searchParams.set('laterThan', last);
      const read = await demoOwner.getJson<Listed>(`${pathname}?${searchParams.toString()}`);
      cents += sumOf(read.sales, name === 'Refunds');
      last =
        read.searchedUntil?.sale ?? (read.sales.length === 100 ? read.sales[99]?.id : undefined);
    } while (last);
    expect(formatCents(cents)).toBe(shown);
    if (cents > 0) await expect(page.getByText(`Sum: ${shown}`, { exact: false })).toBeVisible();
    await page.goBack();
  }
});

test.describe('with a long name', () => {
  test.use({ account: null });

  test('a venue whose name is one long word does not cover amounts of its sales', async ({
    page,
    bar,
  }) => {
    const name = 'Barmaid'.repeat(11);
    await bar.request('PUT', `/api/users/venues/${bar.venueId}`, { name });
    const gin = await bar.addIngredient({ name: 'Gin', price: 7, positionInUnit: ['1'] });
    await bar.sell({ drinks: [{ ingredients: [gin] }] });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/owner/sales');
      const table = page.getByRole('table', { name: 'Sales of all venues' });
      const venue = table.getByText(name);
      await expect(venue).toBeVisible();
      const { x = 0, width: wide = Infinity } = (await venue.boundingBox()) ?? {};
      const price = await table.getByText('$7.00').boundingBox();
      expect(x + wide).toBeLessThanOrEqual(price?.x ?? 0);
    }
  });
});

test('the sales of all venues name their venue, are paged and filtered, and open an order', async ({
  page,
}) => {
  await page.goto('/salesreports');
  await page.getByRole('button', { name: /^Switch from/ }).click();
  await page.getByRole('link', { name: 'All venues' }).click();
  await expect(page).toHaveURL(/\/owner\/sales$/);
  const table = page.getByRole('table', { name: 'Sales of all venues' });
  await expect(table.getByRole('columnheader', { name: 'Venue' })).toBeVisible();
  await expect(table).toHaveAttribute('aria-busy', 'false');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expectNoShift(page);
  const pager = page.getByRole('navigation', { name: 'table pager' });
  const first = await table.getByRole('row').nth(1).textContent();
  await pager.getByRole('button', { name: 'Forward in time' }).click();
  await expect(page).toHaveURL(/page=2&later=/);
  await expect(table.getByRole('row').nth(1)).not.toHaveText(first ?? '');
  await page.reload();
  await expect(pager).toContainText('Page 2');
  await pager.getByRole('button', { name: 'Back in time' }).click();
  await expect(table.getByRole('row').nth(1)).toHaveText(first ?? '');
  await page.getByRole('button', { name: 'Refunded' }).click();
  await expect(page).toHaveURL(/show=refunded/);
  await page.getByRole('button', { name: 'Refunded' }).click();
  await table.getByRole('link').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
});
