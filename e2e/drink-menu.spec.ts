import type { Page } from '@playwright/test';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { actFor } from './bar.ts';
import type { Bar } from './bar.ts';
import { hold } from './network.ts';
import { expect, test as base } from './test.ts';

const rows = (page: Page) => page.getByRole('table', { name: 'Drinks' }).locator('tbody tr');
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const pager = (page: Page) => page.getByRole('navigation', { name: 'Drink menu pages' });

interface MenuBar extends Bar {
  readonly drinkIds: readonly string[];
}

async function fillMenu(bar: Bar): Promise<MenuBar> {
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

const test = base.extend<{
  /** A bar with twelve drinks, which are two pages of ten. */
  menuBar: MenuBar;
  /** The page of a test that needs the bar, but nothing about it. */
  menuPage: Page;
}>({
  menuBar: async ({ bar }, use) => use(await fillMenu(bar)),
  menuPage: async ({ page, menuBar }, use) => {
    base.expect(menuBar.drinkIds).toHaveLength(12);
    await use(page);
  },
});

const stored = async (bar: Bar, name: string) =>
  (
    await bar.getJson<{ name: string; price: number; doublePrice?: number }[]>(
      `/api/drinks/${bar.venueId}`,
    )
  ).find((drink) => drink.name === name);

test('double prices, deletions and an empty menu show on the drink menu', async ({
  page,
  menuBar: bar,
  freshBar,
}) => {
  test.slow();
  await test.step('double prices show on the drink menu while the venue sells doubles, and can be edited', async () => {
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

    await field(page, 'Price of Drink 1').fill('25');
    await page.keyboard.press('Enter');
    await expect(rows(page).first()).toContainText('A double costs $20.00');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Raise double to $25.00, Drink 1' }).click();
    await expect(field(page, 'Price for double of Drink 1')).toHaveValue('$25.00');
    await expect(page.getByText('A double costs')).toHaveCount(0);
  });
  await test.step('a drink is deleted after a confirmation, and the drink menu returns to its first page', async () => {
    const bar = await fillMenu(await freshBar());
    await page.goto('/drink-menu?page=2');
    const confirmations: string[] = [];
    page.once('dialog', (dialog) => {
      confirmations.push(`${dialog.type()}: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.getByRole('button', { name: 'Delete Drink 12' }).click();
    await expect(rows(page)).toHaveCount(2);
    expect(confirmations).toEqual(['confirm: Are you sure you want to Delete this drink?']);
    expect(await stored(bar, 'Drink 12')).toBeDefined();

    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Delete Drink 12' }).click();
    await expect(pager(page)).toContainText('Page 1 of 2');
    expect(await stored(bar, 'Drink 12')).toBeUndefined();
    await expect(page.getByRole('button', { name: /^Delete/ }).first()).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(page.getByRole('alert')).toHaveText('Drink 12 is on the menu again');
    expect(await stored(bar, 'Drink 12')).toBeDefined();
    // The address of a page that no longer exists opens the last page.
    await page.goto('/drink-menu?page=9');
    await expect(pager(page)).toContainText('Page 2 of 2');

    await page.goto('/drink-menu');
    page.once('dialog', (dialog) => void dialog.accept());
    const second = page.getByRole('button', { name: /^Delete/ }).nth(1);
    const third = await page
      .getByRole('button', { name: /^Delete/ })
      .nth(2)
      .getAttribute('aria-label');
    await second.click();
    await expect(page.getByRole('button', { name: third ?? '', exact: true })).toBeFocused();
  });
  await test.step('the drink menu shows when there are no drinks and when they cannot be loaded', async () => {
    await freshBar();
    await page.goto('/drink-menu');
    await expect(page.getByText('There are no drinks yet.')).toBeVisible();
    await page.route(/\/api\/venues\/[^/]+\?/, (route) =>
      route.fulfill({ status: 500, json: { error: { message: 'Out of order' } } }),
    );
    await page.reload();
    await expect(page.getByText('Out of order')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

test('drinks are listed in pages and edited in place, also when the server refuses', async ({
  page,
  menuBar: bar,
}) => {
  test.slow();
  await test.step('a link to a drink opens its page of the drink menu and highlights the drink', async () => {
    await page.goto(`/drink-menu?drink=${bar.drinkIds[10]}`);
    await expect(pager(page)).toContainText('Page 2 of 2');
    await expect(page.locator('tr[data-marked]')).toHaveCount(1);
    await expect(page.locator('tr[data-marked]').getByRole('textbox').first()).toHaveValue(
      'Drink 11',
    );
  });
  await test.step('names and prices on the drink menu are edited in place: Enter saves and moves down, Escape restores, Tab moves on', async () => {
    await page.goto('/drink-menu?page=2');
    await field(page, 'Name of Drink 11').fill('Eleven');
    await page.keyboard.press('Enter');
    await expect(field(page, 'Name of Drink 12')).toBeFocused();
    await expect(field(page, 'Name of Eleven')).toHaveValue('Eleven');
    await expect(rows(page).first().getByText('Saved')).toBeAttached();
    await field(page, 'Price of Eleven').fill('15.5');
    await page.keyboard.press('Tab');
    await expect(field(page, 'Price of Eleven')).toHaveValue('$15.50');
    await expect(page.getByRole('button', { name: 'Delete Eleven' })).toBeFocused();
    await expect.poll(() => stored(bar, 'Eleven')).toMatchObject({ price: 15.5 });
    await expect(pager(page)).toContainText('Page 2 of 2');
    const toast = page.getByRole('alert').filter({ hasText: 'Price of Eleven' });
    await expect(toast).toContainText('Price of Eleven: $13.00 → $15.50');
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect(toast).toHaveText('Price of Eleven is $13.00 again');
    await expect(field(page, 'Price of Eleven')).toHaveValue('$13.00');
    await expect(page.getByRole('button', { name: 'Delete Eleven' })).toBeFocused();

    await field(page, 'Name of Drink 12').fill('Gone');
    await page.keyboard.press('Escape');
    await expect(field(page, 'Name of Drink 12')).toHaveValue('Drink 12');
    await field(page, 'Price of Drink 12').fill('-3');
    await page.keyboard.press('Enter');
    await expect(rows(page).getByRole('alert')).toContainText(
      'Price of Drink 12 was not changed. Enter an amount such as 12.50',
    );
    await expect(field(page, 'Price of Drink 12')).toHaveValue('-3');
    await expect(field(page, 'Price of Drink 12')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(field(page, 'Price of Drink 12')).toHaveValue('$14.00');
    await expect(rows(page).getByRole('alert')).toHaveCount(0);
    await page.reload();
    await expect(rows(page).first().getByRole('textbox')).toHaveCount(2);
    await expect(field(page, 'Price of Eleven')).toHaveValue('$13.00');
  });
  await test.step('the drink menu lists drinks in pages, and the page is part of the address', async () => {
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
    await expect(page).toHaveURL(/[?&]page=2(&|$)/);
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
  await test.step('an edit of a drink that the server refuses stays in its cell, with the reason', async () => {
    await page.goto('/drink-menu');
    const name = field(page, 'Name of Drink 1');
    await expect(name).toBeVisible();
    const path = `/api/drinks/${bar.drinkIds[0]}`;
    await bar.request('PUT', path, { name: 'Taken over' });
    await name.fill('Mine');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('Taken over');
    const mine = field(page, 'Name of Taken over');
    await expect(mine).toHaveValue('Mine');
    await mine.focus();
    await page.keyboard.press('Tab');
    expect((await stored(bar, 'Taken over'))?.name).toBe('Taken over');
    await page.getByRole('button', { name: 'Use theirs' }).click();
    await expect(mine).toHaveValue('Taken over');
    await expect(mine).toBeFocused();
    await bar.request('PUT', path, { name: 'Once more' });
    await mine.fill('Mine');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await expect.poll(() => stored(bar, 'Mine')).toBeDefined();
    await page.route('**/api/venues/*/drinks/*', (route) => route.abort());
    await field(page, 'Price of Drink 2').fill('99');
    await page.keyboard.press('Enter');
    await expect(rows(page).nth(1).getByRole('alert')).toContainText(
      'The server cannot be reached',
    );
    await expect(field(page, 'Price of Drink 2')).toHaveValue('99');
    await page.unrouteAll();
    await field(page, 'Price of Drink 2').press('Enter');
    await expect(field(page, 'Price of Drink 2')).toHaveValue('$99.00');
    await expect(rows(page).getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('alert')).toContainText('$99.00');
  });
});

test.describe('on a phone', () => {
  test.use({ account: 'owner', viewport: { width: 390, height: 844 } });

  test('the drink menu of a phone shows its rows at once, and fits', async ({ page }) => {
    await test.step('the drink menu shows its rows once the flags have loaded, without a layout shift', async () => {
      const release = await hold(page, /\/api\/flags\?/);
      const drinks = page.waitForResponse(/\/api\/venues\/[^/]+\?/);
      await page.goto('/drink-menu');
      await (await drinks).finished();
      await expect(page.getByRole('table', { name: 'Drinks' })).toHaveAttribute(
        'aria-busy',
        'true',
      );
      release();
      await expect(field(page, 'Price for double of Negroni')).toBeVisible();
      await expectNoShift(page);
    });
    await test.step('the drink menu fits a phone', async () => {
      await page.goto('/drink-menu');
      await expect(field(page, 'Price for double of Negroni')).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectNoShift(page);
      await expectAccessible(page);
    });
  });
});

test.describe('as the super admin', () => {
  test.use({ account: 'admin' });

  test('a super admin sees the drink menu of the chosen owner at the root path', async ({
    page,
    menuBar,
  }) => {
    await actFor(page, menuBar);
    await page.goto('/');
    await expect(page).toHaveURL(/:\d+\/(\?|$)/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Drink Menu');
    await pager(page).getByRole('button', { name: 'Next page' }).click();
    await expect(page).toHaveURL(/\/\?(.*&)?page=2(&|$)/);
    await expect(pager(page)).toContainText('Page 2 of 2');
  });
});
