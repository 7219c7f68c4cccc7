import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import type { Bar } from './bar.ts';
import { expect, test as base } from './test.ts';
import { discard } from './screens.ts';

interface Drink {
  name: string;
  price: number;
  doublePrice?: number;
}

async function stockCocktails(bar: Bar): Promise<Bar> {
  const stock = [
    { name: 'Beefeater', price: 7.5, doublePrice: 13, positionInUnit: ['1'] },
    { name: 'Campari', price: 4.5, positionInUnit: ['2'] },
    { name: 'Martini Rosso', price: 3.5, positionInUnit: ['3'] },
    { name: 'Soda', price: 1.5, source: 'soda gun', positionInUnit: ['103'] },
    { name: 'Midori', price: 5 },
  ];
  for (const ingredient of stock) await bar.addIngredient(ingredient);
  return bar;
}

const test = base.extend<{
  /** A bar with the ingredients of a Negroni and an Americano. */
  cocktailBar: Bar;
  /** The page of a test that needs the bar, but nothing about it. */
  cocktailPage: Page;
}>({
  cocktailBar: async ({ bar }, use) => use(await stockCocktails(bar)),
  cocktailPage: async ({ page, cocktailBar }, use) => {
    base.expect(cocktailBar.unitNumber).toBeGreaterThan(0);
    await use(page);
  },
});

const drinksOf = (bar: Bar) => bar.getJson<Drink[]>(`/api/drinks/${bar.venueId}`);
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

test('drinks are added from the classics and from a search', async ({
  page,
  cocktailBar: bar,
  freshBar,
}) => {
  await test.step('a classic is added with one click, priced at the sum of its ingredients', async () => {
    await bar.switchFlag('venue', 'general--double-order');
    await page.goto('/drink-menu');
    await page.getByRole('link', { name: 'Add from the classics' }).click();
    const classics = dialog(page, 'Add from the classics');
    const list = classics.getByRole('list', { name: 'Classics' });
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await expect(list.getByRole('listitem').nth(1)).toContainText(
      'NegroniBeefeater, Campari, Martini Rosso$15.50',
    );
    await expectAccessible(page);
    await classics.getByRole('button', { name: 'Add Negroni' }).click();
    await expect(page.getByRole('alert')).toContainText(
      `Negroni is on the menu of unit ${bar.unitNumber}`,
    );
    await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await classics.getByRole('button', { name: 'Add Americano' }).click();
    await expect(classics).toContainText('has every classic that can be made');
    expect(await drinksOf(bar)).toMatchObject([
      { name: 'Negroni', price: 15.5, doublePrice: 21 },
      { name: 'Americano', price: 9.5, doublePrice: 9.5 },
    ]);
  });
  await test.step('a unit from whose bottles no classic can be made is told so', async () => {
    const bar = await freshBar();
    await bar.addIngredient({ name: 'Midori', price: 5, positionInUnit: ['1'] });
    await bar.addIngredient({ name: 'Cola', price: 2, positionInUnit: ['2'] });
    await page.goto('/drink-menu?add=classics');
    await expect(dialog(page, 'Add from the classics')).toContainText(
      `No classic can be made of what is loaded in unit ${bar.unitNumber}.`,
    );
  });
  await test.step('ingredients are searched from eight on, and the search has the focus first', async () => {
    const bar = await stockCocktails(await freshBar());
    await page.goto('/drink-menu?add=drink');
    const form = dialog(page, 'Add a drink');
    await expect(form.getByRole('checkbox')).toHaveCount(4);
    await expect(form.getByRole('searchbox')).toHaveCount(0);
    await expect(form.getByRole('checkbox').first()).toBeFocused();
    for (const [index, name] of ['Rye', 'Rum', 'Vodka', 'Tequila'].entries()) {
      await bar.addIngredient({ name, price: 4, positionInUnit: [`${index + 5}`] });
    }
    await page.reload();
    await expect(form.getByRole('checkbox')).toHaveCount(8);
    await expect(form.getByRole('searchbox', { name: 'Find an ingredient' })).toBeFocused();
    await page.keyboard.type('teq');
    await expect(form.getByRole('checkbox')).toHaveCount(1);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(form.getByRole('checkbox')).toHaveCount(8);
    await expect(form.getByRole('checkbox', { name: /Tequila/ })).toBeChecked();
    await page.keyboard.type('absinthe');
    await expect(form.getByText('No ingredient has this name.')).toBeVisible();
    await expect(form.getByLabel('Drink name')).toHaveValue('Tequila');
  });
});

test('drinks are added by hand, with errors at the fields', async ({
  page,
  cocktailBar: bar,
  freshBar,
}) => {
  test.slow();
  await test.step('the dialogs of drinks stay on the screen that they were opened on', async () => {
    for (const [screen, heading] of [
      ['/drink-menu', 'Your Drink Menu'],
      ['/dashboard', 'Overview'],
      ['/add-drink', 'Your Menu'],
    ] as const) {
      await page.goto(screen);
      const title = page.getByRole('heading', { level: 1 });
      const opener = page.getByRole('main').getByRole('link', { name: 'Add a drink' });
      const form = dialog(page, 'Add a drink');
      const closings = [
        () => form.getByRole('button', { name: 'Cancel' }).click(),
        () => page.keyboard.press('Escape'),
        () => form.getByRole('button', { name: 'Close' }).click(),
      ];
      for (const close of closings) {
        await opener.click();
        await expect(form.getByRole('checkbox')).toHaveCount(4);
        await close();
        await expect(form).toHaveCount(0);
        await expect(page).toHaveURL(new RegExp(`${screen}(\\?|$)`));
        await expect(title).toHaveText(heading);
      }
      await opener.click();
      await form.getByRole('link', { name: 'add from the classics' }).click();
      const classics = dialog(page, 'Add from the classics');
      await classics.getByRole('button', { name: 'Done' }).click();
      await expect(classics).toHaveCount(0);
      await expect(title).toHaveText(heading);
    }
  });
  await test.step('adding a drink shows an error at each empty field until the field is filled in', async () => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/drinks')) {
        sent.push(request.url());
      }
    });
    await page.goto('/add-drink?add=drink');
    const form = dialog(page, 'Add a drink');
    await expect(form.getByRole('checkbox')).toHaveCount(4);
    const opener = form.getByRole('button', { name: 'Help' });
    await opener.click();
    // A term opens within the dialog, and Escape closes it alone.
    const term = form.getByRole('dialog', { name: 'Drink price' });
    await expect(term.getByText('Drink price', { exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(term).toHaveCount(0);
    await expect(opener).toBeFocused();
    await form.getByRole('button', { name: 'Add a drink' }).click();
    await expect(form.getByText('Cannot be empty')).toHaveCount(2);
    await expect(form.getByText('You must choose at least one ingredient')).toBeVisible();
    await expectAccessible(page);
    await form.getByLabel('Drink name').fill('N');
    await expect(form.getByText('Cannot be empty')).toHaveCount(1);
    await form.getByLabel('Drink price').fill('5');
    await expect(form.getByText('Cannot be empty')).toHaveCount(0);
    await form.getByRole('button', { name: 'Add a drink' }).click();
    await expect(form.getByText('You must choose at least one ingredient')).toBeVisible();
    expect(sent).toEqual([]);
    await page.keyboard.press('Escape');
    await discard(page);
    await expect(form).toBeHidden();
    await expect(page).toHaveURL(/\/add-drink(\?|$)/);
  });
  await test.step('a drink added by hand takes name and price from its ingredients and is highlighted on the menu', async () => {
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Add a drink' }).click();
    const form = dialog(page, 'Add a drink');
    await expect(form.getByRole('checkbox')).toHaveCount(4);
    await expectAccessible(page);
    await form.getByRole('checkbox', { name: /Campari/ }).check();
    await form.getByRole('checkbox', { name: /Soda/ }).check();
    await expect(form.getByLabel('Drink name')).toHaveValue('Campari + Soda');
    await expect(form.getByLabel('Drink price')).toHaveValue('$6.00');
    await form.getByLabel('Drink name').fill('Campari Soda');
    await form.getByLabel('Drink price').fill('7.25');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/drink-menu\?(.*&)?drink=/);
    await expect(page.locator('tr[data-marked]').getByRole('textbox').first()).toHaveValue(
      'Campari Soda',
    );
    expect(await drinksOf(bar)).toMatchObject([{ name: 'Campari Soda', price: 7.25 }]);
  });
  await test.step('adding a drink with the ingredients of an existing drink is refused', async () => {
    const bar = await stockCocktails(await freshBar());
    const { inventory } = (
      await bar.getJson<{ inventory: Record<string, { name: string }> }[]>(
        `/api/venues/${bar.venueId}/units`,
      )
    )[0] ?? { inventory: {} };
    const idOf = (name: string) =>
      Object.entries(inventory).find(([, entry]) => entry.name === name)?.[0] ?? '';
    await bar.addDrink('Bitter', 6, [idOf('Campari'), idOf('Soda')]);
    await page.goto('/add-drink?add=drink');
    const form = dialog(page, 'Add a drink');
    await form.getByRole('checkbox', { name: /Soda/ }).check();
    await form.getByRole('checkbox', { name: /Campari/ }).check();
    await form.getByRole('button', { name: 'Add a drink' }).click();
    await expect(form.getByText('Drink is already created')).toBeVisible();
    await expect(form.getByText('Bitter has the same ingredients.')).toBeVisible();
    expect(await drinksOf(bar)).toHaveLength(1);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the dialogs to add drinks fit a phone', async ({ cocktailPage: page }) => {
    await page.goto('/add-drink?add=drink');
    const form = dialog(page, 'Add a drink');
    await expect(form.getByRole('checkbox')).toHaveCount(4);
    await expectNoSidewaysScroll(page);
    await form.getByRole('link', { name: 'add from the classics' }).click();
    await expect(dialog(page, 'Add from the classics').getByRole('listitem')).toHaveCount(2);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
