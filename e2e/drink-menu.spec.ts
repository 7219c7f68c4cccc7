import type { Page } from '@playwright/test';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { openFreshBar } from './fresh-bar.ts';
import type { FreshBar } from './fresh-bar.ts';
import { expect, signedInAs, test } from './test.ts';

const rows = (page: Page) => page.getByRole('table', { name: 'Drinks' }).locator('tbody tr');
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const pager = (page: Page) => page.getByRole('navigation', { name: 'Drink menu pages' });

/** A bar with twelve drinks: two pages of ten. */
async function openBar(page: Page): Promise<FreshBar & { drinkIds: string[] }> {
  const bar = await openFreshBar(page);
  const drinkIds: string[] = [];
  const cola = await bar.addIngredient({
    name: 'Cola',
    price: 2,
    source: 'soda gun',
    positionInUnit: ['101'],
  });
  for (let position = 1; position <= 12; position += 1) {
    const id = await bar.addIngredient({
      name: `Bottle ${position}`,
      price: position,
      positionInUnit: [String(position)],
    });
    drinkIds.push(await bar.addDrink(`Drink ${position}`, position + 2, [id, cola]));
  }
  return { ...bar, drinkIds };
}

const stored = async (bar: FreshBar, name: string) =>
  (
    await bar.tell<{ name: string; price: number; doublePrice?: number }[]>(
      'GET',
      `/api/drinks/${bar.venueId}`,
    )
  ).find((drink) => drink.name === name);

test('lists the drinks a page at a time, and the address says which', async ({ page }) => {
  await openBar(page);
  await page.goto('/drink-menu');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Drink Menu');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Price',
    'Ingredients',
    'Delete',
  ]);
  await expect(rows(page)).toHaveCount(10);
  await expect(rows(page).first()).toContainText('Bottle 1, Cola');
  await expect(pager(page)).toContainText('Page 1 of 2');
  await expect(pager(page).getByRole('button', { name: 'First page' })).toBeDisabled();
  await expect(pager(page).getByRole('button', { name: 'Previous page' })).toBeDisabled();
  await expectNoShift(page);
  await expectAccessible(page);

  await pager(page).getByRole('button', { name: 'Next page' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(pager(page)).toContainText('Page 2 of 2');
  await expect(page).toHaveURL(/\?page=2$/);
  await expect(pager(page).getByRole('button', { name: 'Next page' })).toBeDisabled();
  await expect(pager(page).getByRole('button', { name: 'Last page' })).toBeDisabled();
  await pager(page).getByRole('button', { name: 'First page' }).click();
  await expect(rows(page)).toHaveCount(10);
  await pager(page).getByRole('button', { name: 'Last page' }).click();
  await expect(rows(page)).toHaveCount(2);
  await pager(page).getByRole('spinbutton', { name: 'Go to page' }).fill('1');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(10);
  const sizes = pager(page).getByRole('combobox', { name: 'Drinks per page' });
  await expect(sizes.getByRole('option')).toHaveText(['10', '20', '30', '40', '50']);
  await sizes.selectOption('20');
  await expect(rows(page)).toHaveCount(12);
  await page.reload();
  await expect(rows(page)).toHaveCount(12);
});

test('a name and a price are typed over: Enter saves, Escape restores, Tab moves on', async ({
  page,
}) => {
  const bar = await openBar(page);
  await page.goto('/drink-menu?page=2');
  await field(page, 'Name of Drink 11').fill('Eleven');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Name of Eleven')).toHaveValue('Eleven');
  await field(page, 'Price of Eleven').fill('15.5');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Price of Eleven')).toHaveValue('$15.50');
  await expect(page.getByRole('button', { name: 'Delete Eleven' })).toBeFocused();
  await expect.poll(() => stored(bar, 'Eleven')).toMatchObject({ price: 15.5 });
  await expect(pager(page)).toContainText('Page 2 of 2');

  await field(page, 'Name of Drink 12').fill('Gone');
  await page.keyboard.press('Escape');
  await expect(field(page, 'Name of Drink 12')).toHaveValue('Drink 12');
  await field(page, 'Price of Drink 12').fill('-3');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText(
    'Price of Drink 12 was not changed. Enter an amount such as 12.50',
  );
  await expect(field(page, 'Price of Drink 12')).toHaveValue('$14.00');
  await page.reload();
  await expect(rows(page).first().getByRole('textbox')).toHaveCount(2);
  await expect(field(page, 'Price of Eleven')).toHaveValue('$15.50');
});

test('what the server refuses comes back with a notice', async ({ page }) => {
  const bar = await openBar(page);
  await page.goto('/drink-menu');
  const name = field(page, 'Name of Drink 1');
  await expect(name).toBeVisible();
  const path = `/api/drinks/${bar.drinkIds[0]}`;
  await bar.tell('PUT', path, { name: 'Taken over' });
  await name.fill('Mine');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Taken over');
  await expect(field(page, 'Name of Taken over')).toHaveValue('Taken over');
  await page.route('**/api/venues/*/drinks/*', (route) => route.abort());
  await field(page, 'Price of Drink 2').fill('99');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').last()).toContainText('The server cannot be reached');
  await expect(field(page, 'Price of Drink 2')).toHaveValue('$4.00');
});

test('a drink is deleted after the browser has asked, and the table starts at its first page', async ({
  page,
}) => {
  const bar = await openBar(page);
  await page.goto('/drink-menu?page=2');
  const questions: string[] = [];
  page.once('dialog', (dialog) => {
    questions.push(`${dialog.type()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.getByRole('button', { name: 'Delete Drink 12' }).click();
  await expect(rows(page)).toHaveCount(2);
  expect(questions).toEqual(['confirm: Are you sure you want to Delete this drink?']);
  expect(await stored(bar, 'Drink 12')).toBeDefined();

  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Delete Drink 12' }).click();
  await expect(pager(page)).toContainText('Page 1 of 2');
  expect(await stored(bar, 'Drink 12')).toBeUndefined();
  // A page that is no more leads to the last one.
  await page.goto('/drink-menu?page=9');
  await expect(pager(page)).toContainText('Page 2 of 2');
});

test('prices for doubles show while the venue sells them, and can be typed over', async ({
  page,
}) => {
  const bar = await openBar(page);
  await bar.switchFlag('venue', 'general--double-order');
  await page.goto('/drink-menu');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Price',
    'Price for Double',
    'Ingredients',
    'Delete',
  ]);
  await field(page, 'Price for double of Drink 1').fill('20');
  await page.keyboard.press('Enter');
  await expect.poll(() => stored(bar, 'Drink 1')).toMatchObject({ doublePrice: 20, price: 3 });
});

test('a link to a drink opens its page, where it stands out', async ({ page }) => {
  const bar = await openBar(page);
  await page.goto(`/drink-menu?drink=${bar.drinkIds[10]}`);
  await expect(pager(page)).toContainText('Page 2 of 2');
  await expect(page.locator('tr[data-marked]')).toHaveCount(1);
  await expect(page.locator('tr[data-marked]').getByRole('textbox').first()).toHaveValue(
    'Drink 11',
  );
});

test('says when there are none, and when they cannot be fetched', async ({ page }) => {
  await openFreshBar(page);
  await page.goto('/drink-menu');
  await expect(page.getByText('There are no drinks yet.')).toBeVisible();
  await page.route(/\/api\/venues\/[^/]+\?/, (route) =>
    route.fulfill({ status: 500, json: { error: { message: 'Out of order' } } }),
  );
  await page.reload();
  await expect(page.getByText('Out of order')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ ...signedInAs('owner'), viewport: { width: 390, height: 844 } });

  test('everything is there without scrolling sideways', async ({ page }) => {
    await page.goto('/drink-menu');
    await expect(field(page, 'Price for double of Negroni')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectNoShift(page);
    await expectAccessible(page);
  });
});

test.describe('a super admin', () => {
  test.use(signedInAs('admin'));

  test('sees the drink menu of the chosen owner at the root', async ({ page }) => {
    await page.goto('/owners?page=2');
    await page.getByRole('link', { name: 'Rooftop Bar' }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Drink Menu');
    await pager(page).getByRole('button', { name: 'Next page' }).click();
    await expect(page).toHaveURL(/\/\?page=2$/);
    await expect(pager(page)).toContainText('Page 2 of 2');
  });
});
