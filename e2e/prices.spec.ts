import type { Page } from '@playwright/test';
import { fillMenu } from './bar.ts';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { switchTo } from './screens.ts';
import { expect, test } from './test.ts';

const priceOf = (page: Page, name: string) => page.getByLabel(`Price of ${name}`, { exact: true });

test('prices of chosen drinks are changed together, and set back where nobody has changed them since', async ({
  page,
  bar,
}) => {
  await fillMenu(bar, 3);
  await page.goto('/drink-menu');
  await page.getByRole('link', { name: 'Prices', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Prices' })).toBeVisible();
  await expect(priceOf(page, 'Drink 1')).toHaveValue('$10.00');
  await page.getByLabel('Find a drink').fill('drink');
  await page.getByLabel('Choose all 3').check();
  await page.getByRole('checkbox', { name: 'Drink 3' }).uncheck();
  await page.getByRole('button', { name: 'Change prices of 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change prices' });
  await dialog.getByLabel('Change', { exact: true }).selectOption('Lower by percent');
  await dialog.getByLabel('Percent').fill('15');
  await dialog.getByLabel('Round').selectOption('To .50');
  await dialog.getByLabel('Lowest price').fill('9');
  const preview = dialog.getByRole('list', { name: 'Preview' });
  await expect(preview).toContainText('$10.00 → $9.50');
  await expect(preview).toContainText('$11.00 → $9.50');
  await expect(dialog.getByText('Too few of these were sold')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Change 2 prices' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(priceOf(page, 'Drink 1')).toHaveValue('$9.50');
  await expect(priceOf(page, 'Drink 3')).toHaveValue('$12.00');

  const [first] = await bar.getJson<{ id: string }[]>(`/api/drinks/${bar.venueId}`);
  await bar.request('PUT', `/api/drinks/${first?.id}`, { price: 8 });
  await page.getByRole('button', { name: 'Undo 2 drinks: −15%, to .50, at least $9.00' }).click();
  await expect(page.getByText('1 price was set back. Changed since: Drink 1 on ')).toBeVisible();
  await expect(priceOf(page, 'Drink 1')).toHaveValue('$8.00');
  await expect(priceOf(page, 'Drink 2')).toHaveValue('$11.00');
  await expect(page.getByRole('listitem').filter({ hasText: '−15%' })).toContainText('Undone');
});

test('a search without a match says so, and what is searched and chosen is that of one venue', async ({
  page,
  bar,
}) => {
  await fillMenu(bar, 3);
  await bar.request('POST', '/api/users/venues', { name: 'Beach Bar' });
  await page.goto(`/prices?venue=${bar.venueId}`);
  await page.getByLabel('Choose all 3').check();
  await page.getByLabel('Find a drink').fill('qqq');
  await expect(page.getByText('No drink matches.')).toBeVisible();
  await switchTo(page, 'Beach Bar');
  await expect(page.getByText('There are no drinks yet.')).toBeVisible();
  await expect(page.getByLabel('Find a drink')).toHaveValue('');
  await switchTo(page, bar.venueName);
  await expect(priceOf(page, 'Drink 1')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Drink 1' })).not.toBeChecked();

  await page.goto(`/units?venue=${bar.venueId}`);
  await page.getByRole('button', { name: 'Choose units' }).click();
  await page.getByRole('checkbox', { name: /^All/ }).check();
  await switchTo(page, 'Beach Bar');
  await expect(page.getByRole('checkbox')).toHaveCount(0);
});

test('a price that somebody else has changed refuses all, and the new one is shown', async ({
  page,
  bar,
}) => {
  await fillMenu(bar, 3);
  const path = `/api/drinks/${bar.venueId}`;
  const drinks = await bar.getJson<{ id: string }[]>(path);
  await page.route(`**${path}`, (route) => route.fulfill({ json: drinks }));
  await page.goto('/prices');
  await page.getByLabel('Choose all 3').check();
  await bar.request('PUT', `/api/drinks/${drinks[0]?.id}`, { price: 8 });
  await page.getByRole('button', { name: 'Change prices of 3' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change prices' });
  await dialog.getByLabel('Percent').fill('10');
  await page.unroute(`**${path}`);
  await dialog.getByRole('button', { name: 'Change 3 prices' }).click();
  await expect(dialog.getByText(/Drink 1 on .* costs \$8\.00 by now/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(priceOf(page, 'Drink 1')).toHaveValue('$8.00');
  await expect(priceOf(page, 'Drink 2')).toHaveValue('$11.00');
});

test('prices are pasted from a spreadsheet, exported and imported, with a preview of each', async ({
  page,
  bar,
}) => {
  await fillMenu(bar, 3);
  await page.goto('/prices');
  await page.getByLabel('Choose all 3').check();
  await page.getByRole('checkbox', { name: 'Drink 2' }).uncheck();
  await page.getByRole('button', { name: 'From a spreadsheet' }).click();
  const dialog = page.getByRole('dialog', { name: 'Prices from a spreadsheet' });
  const cells = dialog.getByLabel('Cells');
  await cells.fill('9.50\n12.00\n1');
  await expect(dialog.getByRole('list', { name: 'Not read' })).toContainText(
    'There are 3 prices for 2 drinks',
  );
  // A quotation mark that is not closed, as while it is typed.
  await cells.fill('Drink,Price\n"Drink 1,9.50');
  await expect(dialog.getByRole('list', { name: 'Not read' })).toContainText(
    'there is no drink “"Drink 1”',
  );
  await cells.fill('9.50\n12.00\n');
  await expect(dialog.getByText('1 price changes, 1 stays as it is.')).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Preview' })).toContainText('$10.00 → $9.50');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Change 1 price' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(priceOf(page, 'Drink 1')).toHaveValue('$9.50');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV of prices' }).click();
  const file = await (await download).createReadStream();
  const text = Buffer.concat(await file.toArray()).toString('utf8');
  expect(text.split('\r\n').slice(0, 2)).toEqual([
    '\ufeffDrink,Unit,Price,Id',
    expect.stringMatching(/^Drink 1,\d+,9\.5,/),
  ]);
  await page.getByRole('button', { name: 'From a spreadsheet' }).click();
  await dialog.getByLabel('CSV file').setInputFiles({
    name: 'prices.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${text.replace(',9.5,', ',8.25,')}Drink 9,,7,\r\n`),
  });
  await expect(dialog.getByRole('list', { name: 'Not read' })).toContainText(
    'Line 5: there is no drink “Drink 9”',
  );
  await expect(dialog.getByText('1 price changes, 2 stay as they are.')).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Preview' })).toContainText('$9.50 → $8.25');
  await dialog.getByRole('button', { name: 'Change 1 price' }).click();
  await expect(priceOf(page, 'Drink 1')).toHaveValue('$8.25');
  await page.getByRole('button', { name: 'Undo Drink 1: $9.50 → $8.25' }).click();
  await expect(priceOf(page, 'Drink 1')).toHaveValue('$9.50');
});

test('a price is typed over in the list, and set back', async ({ page, bar }) => {
  await fillMenu(bar, 2);
  await page.route('**/api/drinks/**', (route) => route.fulfill({ status: 503 }));
  await page.goto('/prices');
  const csv = page.getByRole('button', { name: 'CSV of prices' });
  await expect(page.getByText('The drinks could not be loaded.')).toBeVisible();
  await expect(page.getByLabel('Choose all', { exact: true })).toBeDisabled();
  await expect(csv).toBeDisabled();
  await page.unroute('**/api/drinks/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Choose all 2')).toBeEnabled();
  await expect(csv).toBeEnabled();
  await priceOf(page, 'Drink 2').fill('12.25');
  await priceOf(page, 'Drink 2').press('Enter');
  await expect(priceOf(page, 'Drink 2')).toHaveValue('$12.25');
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(priceOf(page, 'Drink 2')).toHaveValue('$11.00');
});

test('prices fit a phone, with what a change brings for a night and a year', async ({
  page,
  bar,
}) => {
  await fillMenu(bar, 3);
  const drinks = await bar.getJson<{ id: string; name: string }[]>(`/api/drinks/${bar.venueId}`);
  const drinkId = drinks.find(({ name }) => name === 'Drink 1')?.id;
  await bar.sellAgo(2 * 24 * 3_600_000, { drinks: [{ drinkId, quantity: 28 }] });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/prices');
  await expect(priceOf(page, 'Drink 1')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Drink 1' }).check();
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Change prices of 1' }).click();
  await page.getByLabel('Percent').fill('10');
  await expect(page.getByRole('list', { name: 'Preview' })).toContainText('$11.00');
  await expect(
    page.getByText('+$28.00 (+10.0%). That is +$1 a night, +$7 a week and +$365 a year.'),
  ).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
