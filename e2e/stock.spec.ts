import type { Page } from '@playwright/test';
import { addStaff, type Bar, signInAnew, signInPage } from './bar.ts';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { inventoryFlag } from './stocked-bar.ts';
import { expect, test } from './test.ts';

const phone = { width: 390, height: 844 };

async function load(bar: Bar, names: readonly string[]): Promise<void> {
  await bar.switchFlag('unit', inventoryFlag);
  for (const [nth, name] of names.entries())
    await bar.addIngredient({ name, price: 7, positionInUnit: [String(nth + 1)] });
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function count(page: Page, name: string, level: 'Empty' | 'Half' | 'Full'): Promise<void> {
  await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
  await press(page, level);
  await press(page, 'Next');
}

async function addCellar(page: Page): Promise<void> {
  await page.goto('/stock?tab=storerooms');
  await press(page, 'Add storeroom');
  const dialog = page.getByRole('dialog', { name: 'Add storeroom' });
  await dialog.getByRole('textbox', { name: 'Name' }).pressSequentially('Cellar');
  await dialog.getByRole('button', { name: 'Add storeroom' }).click();
  await expect(dialog).toHaveCount(0);
}

test('STOCK-03 two phones count without a network: no line is lost, and conflicts are shown', async ({
  page,
  browser,
  bar,
}) => {
  test.slow();
  await load(bar, ['Gin', 'Rum', 'Vodka']);
  await page.setViewportSize(phone);
  await page.goto('/refill');
  await page.getByRole('link', { name: 'Stock', exact: true }).click();
  const onHand = page.getByRole('table', { name: 'Stock on hand' });
  await expect(onHand.getByRole('row', { name: /Gin/ })).toContainText('1 bottle');
  await expectNoShift(page);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await press(page, 'Count stock');
  await expect(page.getByText('1 of 3 · Unit', { exact: false })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  const context = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    viewport: phone,
  });
  const other = await context.newPage();
  await signInPage(other, { ...bar, ...(await addStaff(bar, 'bartender')) });
  await other.goto(`/stock?venue=${bar.venueId}`);
  await press(other, 'Continue count');
  await expect(other.getByText('1 of 3 · Unit', { exact: false })).toBeVisible();

  for (const one of [page, other]) await one.context().setOffline(true);
  await count(page, 'Gin', 'Half');
  await count(page, 'Rum', 'Full');
  await expect(page.getByText('2 places wait for the network')).toBeVisible();
  await press(other, 'Skip');
  await count(other, 'Rum', 'Empty');
  await count(other, 'Vodka', 'Half');
  await expect(other.getByText('2 places wait for the network')).toBeVisible();
  for (const one of [page, other]) await one.context().setOffline(false);
  for (const one of [page, other]) await expect(one.getByText('for the network')).toHaveCount(0);

  await page.getByRole('radio', { name: 'Review' }).check();
  const changes = page.getByRole('table', { name: 'What it changes' });
  await expect(changes.getByRole('row')).toHaveCount(4);
  await expect(changes.getByRole('row', { name: /Gin/ })).toContainText('−0.5 bottles');
  const rum = changes.getByRole('row', { name: /Rum/ });
  await expect(rum).toContainText('Counted 2 times');
  await expect(rum).toContainText('−1 bottle');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await rum.getByRole('radio', { name: /1 bottle/ }).check();
  await expect(rum).toContainText('As by the books');
  await press(page, 'End count');
  await expect(page.getByText('Counted 3 places')).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(onHand.getByRole('row', { name: /Gin/ })).toContainText('0.5 bottles');
  await expect(onHand.getByRole('row', { name: /Rum/ })).toContainText('1 bottle');
  await expect(onHand.getByRole('row', { name: /Vodka/ })).toContainText('0.5 bottles');
  await expect(other.getByText('This count has ended.')).toBeVisible({ timeout: 15_000 });
  await context.close();
});

test('open bottles are counted by weight, also without a network', async ({ page, bar }) => {
  await bar.switchFlag('unit', inventoryFlag);
  const gin = await bar.addIngredient({ name: 'Gin', price: 7, positionInUnit: ['1'] });
  await page.goto(`/ingredients/${gin}/${bar.unitId}`);
  await page.getByRole('textbox', { name: 'Empty bottle, g' }).fill('480');
  await page.getByRole('textbox', { name: 'Density, g per ml' }).fill('95');
  await press(page, 'Edit Ingredient');
  await expect(page.getByText('Enter grams per ml from 0.5 to 2')).toBeVisible();
  await page.getByRole('textbox', { name: 'Density, g per ml' }).fill('0.95');
  await expectAccessible(page);
  await press(page, 'Edit Ingredient');
  await expect(page).toHaveURL(/add-drink/);

  await page.setViewportSize(phone);
  await addCellar(page);
  await page.getByRole('link', { name: 'On hand', exact: true }).click();
  await press(page, 'Count stock');
  await expect(page.getByRole('heading', { level: 2, name: 'Gin', exact: true })).toBeVisible();
  await page.context().setOffline(true);
  await press(page, 'By weight');
  const weight = page.getByRole('textbox', { name: 'Weight with the bottle, g' });
  await weight.fill('400');
  await expect(page.getByText('less than the empty bottle, which weighs 480 g')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeDisabled();
  await weight.fill('1600');
  await expect(page.getByText('more than a full bottle, which weighs 1,430 g')).toBeVisible();
  await weight.fill('955');
  await expect(page.getByText('0.5 bottles', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await press(page, 'Next');
  await page.getByLabel('Full bottles').fill('2');
  await press(page, 'By weight');
  await page.getByRole('textbox', { name: 'Weight of the open bottle, g' }).fill('955');
  await expect(page.getByText('2.5 bottles', { exact: true })).toBeVisible();
  await press(page, 'Next');
  await page.context().setOffline(false);
  await expect(page.getByText('for the network')).toHaveCount(0);
  const changes = page.getByRole('table', { name: 'What it changes' });
  await expect(changes.getByRole('row', { name: /Unit/ })).toContainText('−0.5 bottles');
  await expect(changes.getByRole('row', { name: /Cellar/ })).toContainText('+2.5 bottles');
  await press(page, 'End count');
  const onHand = page.getByRole('table', { name: 'Stock on hand' });
  await expect(onHand.getByRole('row', { name: /Gin/ })).toContainText('3 bottles');
});

test('a storeroom is counted with the units, and a count is discarded', async ({ page, bar }) => {
  await load(bar, ['Gin']);
  await addCellar(page);
  await page.getByRole('link', { name: 'On hand', exact: true }).click();
  await press(page, 'Count stock');
  await expect(page.getByRole('main')).toBeFocused();
  await press(page, 'Skip');
  await expect(page.getByText('2 of 2 · Cellar')).toBeVisible();
  await page.getByLabel('Full bottles').fill('3');
  await press(page, 'Half');
  await press(page, 'Next');
  const changes = page.getByRole('table', { name: 'What it changes' });
  await expect(changes.getByRole('row', { name: /Cellar/ })).toContainText('+3.5 bottles');
  await expect(page.getByText('1 place is not counted, and will stay as it is.')).toBeVisible();
  await press(page, 'End count');
  const onHand = page.getByRole('table', { name: 'Stock on hand' });
  await expect(onHand.getByRole('row', { name: /Gin/ })).toContainText('4.5 bottles');
  await press(page, 'Count stock');
  await count(page, 'Gin', 'Empty');
  await press(page, 'Discard');
  await page.getByRole('button', { name: 'Discard count' }).click();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(onHand.getByRole('row', { name: /Gin/ })).toContainText('4.5 bottles');
});

test('a delivery is received on a phone, and undone', async ({ page, bar }) => {
  await load(bar, ['Gin', 'Rum']);
  await page.setViewportSize(phone);
  await addCellar(page);
  await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
  await expect(page.getByText('Nothing was delivered yet.')).toBeVisible();
  await press(page, 'Receive delivery');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name of the supplier' }).fill('Metro');
  const gin = dialog.getByRole('group', { name: 'Gin' });
  await gin.getByRole('textbox', { name: 'Bottles' }).fill('6');
  await gin.getByRole('textbox', { name: 'Cost per bottle' }).fill('19.50');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Receive', exact: true }).click();
  const row = page.getByRole('table', { name: 'Deliveries' }).getByRole('row', { name: /Metro/ });
  await expect(row).toContainText('6 × Gin');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await row.getByRole('button', { name: /Undo/ }).click();
  await press(page, 'Undo');
  await expect(row).toContainText('Undone');
});

test('a delivery of one ingredient among many is found by name on a phone, and filled in as last time', async ({
  page,
  bar,
}) => {
  test.slow();
  await load(bar, ['Aperol', 'Campari', 'Gin', 'Old Tom Gin', 'Rum', 'Rye', 'Vermouth', 'Vodka']);
  const at = `/api/venues/${bar.venueId}`;
  await bar.request('POST', `${at}/stores`, { name: 'Cellar' });
  await bar.request('POST', `${at}/suppliers`, { name: 'Metro' });
  await page.setViewportSize({ width: 390, height: 600 });
  await page.goto('/stock?tab=deliveries');
  const dialog = page.getByRole('dialog');
  const search = dialog.getByRole('searchbox', { name: 'Find an ingredient' });
  await press(page, 'Receive delivery');
  await search.fill('old tom');
  await page.keyboard.press('Enter');
  await page.keyboard.type('6');
  await page.keyboard.press('Enter');
  await expect(search).toBeFocused();
  await page.keyboard.type('vodka');
  await page.keyboard.press('Enter');
  await page.keyboard.type('2.5');
  await dialog.getByRole('button', { name: 'Receive', exact: true }).click();
  await expect(dialog.getByRole('textbox', { name: 'Bottles' })).toBeFocused();
  await page.keyboard.type('5');
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Bottles' }).fill('2');
  await search.fill('');
  // The search stays in sight at the end of the lines.
  await dialog.getByRole('group', { name: 'Vodka' }).getByRole('textbox').first().focus();
  await expect(search).toBeInViewport({ ratio: 1 });
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Receive', exact: true }).click();
  const rows = page.getByRole('table', { name: 'Deliveries' }).getByRole('row', { name: /Metro/ });
  await expect(rows).toContainText('6 × Old Tom Gin · 2 × Vodka');
  await press(page, 'Receive delivery');
  await press(page, 'As last time');
  await dialog.getByRole('button', { name: '2 entered' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Bottles' })).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Receive', exact: true }).click();
  await expect(rows).toHaveCount(2);
});

test('STOCK-06 what the pars ask for is ordered by supplier on a phone, and received in parts', async ({
  page,
  bar,
}) => {
  test.slow();
  await load(bar, ['Gin', 'Rum']);
  await page.setViewportSize(phone);
  await addCellar(page);
  const dialog = page.getByRole('dialog');

  await page.getByRole('link', { name: 'Suppliers', exact: true }).click();
  await expect(page.getByText('There are no suppliers yet.')).toBeVisible();
  await press(page, 'Add supplier');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Metro');
  await dialog.getByRole('textbox', { name: 'Address for orders' }).fill('orders@metro.example');
  await dialog.getByRole('textbox', { name: 'Days between deliveries' }).fill('7');
  await dialog.getByRole('textbox', { name: 'Lead time in days' }).fill('2');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add supplier' }).click();
  const suppliers = page.getByRole('table', { name: 'Suppliers' });
  await expect(suppliers.getByRole('row', { name: /Metro/ })).toContainText(
    'Every 7 days, 2 days after the order',
  );
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(page.getByText('No par is set yet')).toBeVisible();
  await expect(page.getByText('Nothing was ordered yet.')).toBeVisible();
  await press(page, 'Set pars');
  await page.getByRole('button', { name: 'Set par of Gin' }).click();
  await dialog.getByRole('textbox', { name: 'Par' }).fill('9');
  await dialog.getByRole('combobox', { name: 'Supplier' }).selectOption('Metro');
  await dialog.getByRole('textbox', { name: 'Bottles in a case' }).fill('6');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('radio', { name: 'To order' }).check();
  const list = page.getByRole('table', { name: 'Metro' });
  await expect(list.getByRole('row', { name: /Gin/ })).toContainText('12');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await press(page, 'Order from Metro');
  await expect(dialog.getByRole('combobox', { name: 'Send' })).toContainText(
    'By mail to orders@metro.example',
  );
  await expect(dialog.getByRole('textbox', { name: 'Gin' })).toHaveValue('12');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Order', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Nothing is to be ordered')).toBeVisible();
  const orders = page.getByRole('table', { name: 'Orders' });
  const row = orders.getByRole('row', { name: /Metro/ });
  await expect(row).toContainText('12 × Gin');
  await expect(row).toContainText('By mail');
  const download = page.waitForEvent('download');
  await row.getByRole('button', { name: /^CSV/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^order-\d{4}-\d\d-\d\d\.csv$/);

  await row.getByRole('button', { name: /^Receive/ }).click();
  await dialog.getByRole('textbox', { name: 'Bottles' }).fill('6');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Receive', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('6 of 12 × Gin');
  await row.getByRole('button', { name: /^Receive/ }).click();
  await dialog.getByRole('checkbox', { name: 'Gin' }).uncheck();
  await dialog.getByRole('button', { name: 'Receive', exact: true }).click();
  await expect(dialog.getByText('Enter at least one line')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Gin' }).check();
  await dialog.getByRole('button', { name: 'Receive', exact: true }).click();
  await expect(row).toContainText('Received');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
  const deliveries = page.getByRole('table', { name: 'Deliveries' });
  await expect(deliveries.getByRole('row', { name: /Metro/ })).toHaveCount(2);
});

test('an accountant opens the stock from the sidebar, and finds nothing to count, deliver or order', async ({
  page,
  bar,
}) => {
  await load(bar, ['Gin']);
  await signInAnew(page, { ...bar, ...(await addStaff(bar, 'accountant')) });
  await page.goto(`/reports?venue=${bar.venueId}`);
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  await sidebar.getByRole('link', { name: 'Stock', exact: true }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('row', { name: /Gin/ })).toContainText('1 bottle');
  await expect(main.getByRole('button')).toHaveCount(0);
  await expect(main.getByRole('link', { name: 'Refill' })).toHaveCount(0);
  await expectNoShift(page);
  await expectAccessible(page);
  await main.getByRole('link', { name: 'Orders', exact: true }).click();
  await main.getByRole('radio', { name: 'All ingredients' }).check();
  await expect(main.getByRole('row', { name: /Gin/ })).toContainText('on hand');
  await expect(main.getByRole('button')).toHaveCount(0);
  await main.getByRole('link', { name: 'Deliveries', exact: true }).click();
  await expect(main.getByText('Nothing was delivered yet.')).toBeVisible();
  await expect(main.getByRole('button')).toHaveCount(0);
  await main.getByRole('link', { name: 'Suppliers', exact: true }).click();
  await expect(main.getByText('There are no suppliers yet.')).toBeVisible();
  await expect(main.getByRole('button')).toHaveCount(0);
});

test('a storeroom is renamed, and removed once it is counted as empty', async ({ page, bar }) => {
  await load(bar, ['Gin']);
  await page.setViewportSize(phone);
  await addCellar(page);
  const stores = page.getByRole('table', { name: 'Storerooms' });
  await expect(stores.getByRole('row', { name: /Cellar/ })).toContainText('Empty');
  await expectNoShift(page);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await press(page, 'Rename Cellar');
  const dialog = page.getByRole('dialog', { name: 'Cellar' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Basement');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const row = stores.getByRole('row', { name: /Basement/ });
  await expect(row).toBeVisible();

  const countIt = async (level: 'Empty' | 'Half') => {
    await page.getByRole('link', { name: 'On hand', exact: true }).click();
    await press(page, 'Count stock');
    await press(page, 'Skip');
    await expect(page.getByText('2 of 2 · Basement')).toBeVisible();
    await page.getByLabel('Full bottles').fill('0');
    await press(page, level);
    await press(page, 'Next');
    await press(page, 'End count');
    await page.getByRole('link', { name: 'Storerooms', exact: true }).click();
  };
  await countIt('Half');
  await expect(row).toContainText('Gin: 0.5 bottles');
  await press(page, 'Remove Basement');
  await expect(page.getByText('Basement holds 0.5 bottles of Gin.')).toBeVisible();
  await countIt('Empty');
  await expect(row).toContainText('Empty');
  await press(page, 'Remove Basement');
  await press(page, 'Remove storeroom');
  await expect(page.getByText('There are no storerooms yet.')).toBeVisible();
});
