import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Bar } from './bar.ts';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { inventoryFlag } from './stocked-bar.ts';
import { expect, test } from './test.ts';

const sellRum = (bar: Bar, ingredient: string, drink: object, pours: number[] = []) =>
  bar.sell({
    drinks: [
      {
        ingredients: [ingredient],
        ...drink,
        ...(pours.length > 0 && {
          pours: pours.map((ml) => ({
            ingredientId: ingredient,
            position: '1',
            ml,
            ms: 5000,
            outcome: 'poured',
          })),
        }),
      },
    ],
  });

test('pours are told apart from sales, with what to do, and downloaded', async ({ page, bar }) => {
  const rum = await bar.addIngredient({
    name: 'Rum',
    price: 7,
    positionInUnit: ['1'],
  });
  await page.goto('/reports');
  await page.getByRole('link', { name: 'Loss', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Loss');
  await expect(page.getByText('Nothing was poured on these days')).toBeVisible();

  const double = { isDouble: true, quantity: 2 };
  await sellRum(bar, rum, { ...double, successQuantity: 1 }, [90, 31]);
  await sellRum(bar, rum, double, [90, 95]);
  await page.reload();
  const row = page.getByRole('row', { name: /Rum/ });
  await expect(row).toContainText('306 ml');
  await expect(row).toContainText('+2.8%');
  await expect(row).toContainText('Needs a count');
  await expect(row).toContainText('36 ml');
  await expect(row).toContainText('Failed pours took the most');
  await expect(page.getByText('losses are shown in millilitres only')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add costs' })).toBeVisible();
  // On a scale of their own, the greatest first; what was poured and sold is in the table.
  await expect(page.locator('[data-drawing] [data-tick]')).toHaveText([
    '31 ml Failed pours',
    '5 ml Over poured',
    '0 ml Free',
    '0 ml Refunded',
    '– Not explained',
  ]);
  await expect(page.getByText('Poured 306 ml, of which 270 ml were sold')).toBeVisible();
  await page.getByText('Show as a table').click();
  await expect(page.getByRole('row', { name: /^Sold/ })).toContainText('270 ml');
  await expect(page.getByRole('row', { name: /^Over-poured/ })).toContainText('5 ml');
  await expectAccessible(page);
  await expectNoShift(page);

  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV of the loss report' }).click();
  const text = await readFile(await (await downloaded).path(), 'utf8');
  const [head = [], first = []]: string[][] = parse(text, { bom: true });
  expect(head.slice(0, 3)).toEqual(['Ingredient', 'Poured (ml)', 'Sold (ml)']);
  expect(first.slice(0, 7)).toEqual(['Rum', '306', '270', '0', '0', '31', '5']);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('combobox', { name: 'Days' }).selectOption('Yesterday');
  await expect(page).toHaveURL(/span=yesterday/);
  await page.getByRole('combobox', { name: 'Days' }).selectOption('Today');
  await expect(row).toContainText('Poured 306 ml');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('what is less than nothing is drawn below the line of 0, with its meaning', async ({
  page,
  bar,
}) => {
  await bar.switchFlag('unit', inventoryFlag);
  const rum = await bar.addIngredient({ name: 'Rum', price: 7, positionInUnit: ['1'] });
  await sellRum(bar, rum, { quantity: 2, successQuantity: 2 }, [35, 40]);
  await bar.request('POST', `/api/units/${bar.unitNumber}/counts`, {
    counts: [{ key: 'found more', position: 1, ingredientId: rum, ml: 975 }],
  });
  await page.goto('/reports/loss');
  await expect(page.getByText('Not explained: More was there')).toBeVisible();
  await expect(page.getByText('Over-poured: Glasses got less')).toBeVisible();
  const zero = page.locator('[data-drawing] [data-zero]');
  const below = page.locator('[data-drawing] [data-bar][data-below]');
  await expect(below).toHaveCount(2);
  const line = (await zero.boundingBox()) ?? { y: 0, height: 0 };
  for (const bar of await below.all()) {
    const { y = 0, height = 0 } = (await bar.boundingBox()) ?? {};
    expect(Math.abs(y - line.y - line.height)).toBeLessThan(2);
    expect(height).toBeGreaterThan(5);
  }
  await expect(page.locator('[data-drawing]')).toContainText('-50 ml');
  await expectNoShift(page);
  const chart = page.getByRole('slider', { name: /^Loss/ });
  await chart.focus();
  await page.keyboard.press('End');
  await expect(chart).toHaveAttribute('aria-valuetext', /-50 ml.*delivery or refill is missing/);
  await expectAccessible(page);
});

test('LOSS-07 a venue whose sales came without pours is told that nothing was measured', async ({
  page,
  bar,
}) => {
  const rum = await bar.addIngredient({
    name: 'Rum',
    price: 7,
    positionInUnit: ['1'],
  });
  await sellRum(bar, rum, {});
  await page.goto('/reports/loss');
  await expect(page.getByText('Nothing was measured')).toBeVisible();
  // The scale has no value between two millilitres.
  await expect(page.locator('[data-drawing]').getByText('1 ml', { exact: true })).toHaveCount(1);
});

test('comps and spillage of a month are shown, printed and downloaded', async ({ page, bar }) => {
  const rum = await bar.addIngredient({
    name: 'Rum',
    price: 7,
    positionInUnit: ['1'],
  });
  await sellRum(bar, rum, { isDouble: true, quantity: 2, successQuantity: 1 }, [90, 31]);
  await sellRum(bar, rum, {}, [47]);
  await page.goto('/reports/loss');
  await page.getByRole('link', { name: 'Comps and spillage' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Comps and spillage');
  await expect(page.getByText('Nothing was free, spilt')).toBeVisible();
  await page.getByRole('combobox', { name: 'Month' }).selectOption({ index: 0 });
  const failed = page.getByRole('table', { name: 'Failed pours', exact: true });
  await expect(failed.getByRole('row', { name: /Rum/ })).toContainText('31 ml');
  await expect(page.getByRole('table', { name: 'Over-poured', exact: true })).toContainText('2 ml');
  await page.getByRole('checkbox', { name: 'Show each sale and movement' }).check();
  const sales = page.getByRole('table', { name: 'Sales and movements: Over-poured' });
  await expect(sales).toContainText('sale');
  await expectAccessible(page);
  await expectNoShift(page);

  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const text = await readFile(await (await downloaded).path(), 'utf8');
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
  expect(rows.map((row) => [row['Part'], row['Millilitres']])).toEqual([
    ['Failed pours', '31.00'],
    ['Over-poured', '2.00'],
  ]);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(sales).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test.describe('as the demo owner', () => {
  test.use({ account: 'owner' });

  test('the loss of the demo bar is shown on a desktop and on a phone', async ({ page }) => {
    await page.goto('/reports/loss');
    await expect(page.getByRole('table', { name: 'Loss by ingredient' })).toContainText('ml');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
  });
});
