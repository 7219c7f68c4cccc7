import type { Page } from '@playwright/test';
import { desktop, expectAccessible } from './checks.ts';
import type { Bar } from './bar.ts';
import {
  button,
  card,
  dragOnto,
  inventoryFlag,
  mixingFlag,
  matching,
  namesIn,
  recordRequests,
  panel,
  test as base,
  stock,
} from './stocked-bar.ts';
import type { StockedBar } from './stocked-bar.ts';
import { expect } from './test.ts';

interface DrinksBar extends StockedBar {
  readonly drinks: Readonly<Record<'tonic' | 'cuba' | 'old', string>>;
}

async function mixDrinks(bar: StockedBar): Promise<DrinksBar> {
  const { gin, rum, rye, cola, tonic } = bar.ids;
  const drinks = {
    tonic: await bar.addDrink('Gin Tonic', 8, [gin, tonic]),
    cuba: await bar.addDrink('Cuba', 6, [rum, cola]),
    old: await bar.addDrink('Old', 7.5, [rye]),
  };
  return { ...bar, drinks };
}

const test = base.extend<{ drinksBar: DrinksBar }>({
  drinksBar: async ({ stockedBar: bar }, use) => use(await mixDrinks(bar)),
});

const choose = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Choose ${name}` }).check();
const create = (page: Page) => page.getByRole('button', { name: 'Create Drink' });

test('a drink is mixed once from chosen ingredients', async ({
  page,
  stockedBar: bar,
  freshBar,
}) => {
  await test.step('a drink is created from the selected ingredients when mixed drinks are enabled', async () => {
    await page.goto('/add-drink');
    await expect(panel(page, 'Drinks')).toContainText('This unit has no drinks yet.');
    await expect(create(page)).toHaveCount(0);
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await bar.switchFlag('unit', mixingFlag);
    await bar.switchFlag('venue', 'general--double-order');
    await page.reload();
    await expect(panel(page, 'Mixed Drinks')).toBeVisible();
    await expect(panel(page, 'Drinks')).toHaveCount(0);
    await expect(create(page)).toBeDisabled();
    await expect(page.getByRole('checkbox', { name: 'Choose Syrup' })).toHaveCount(0);
    await choose(page, 'Rum');
    await expect(create(page)).toContainText('$2.00');
    await choose(page, 'Gin');
    await choose(page, 'Cola');
    await expect(create(page)).toContainText('$10.00');
    await expectAccessible(page);

    const requests = recordRequests(page);
    await create(page).click();
    await expect(page).toHaveURL(/\/drink-menu\?(.*&)?drink=/);
    await expect(page.getByRole('alert')).toContainText(
      `Rum + Gin + Cola is on the menu of unit ${bar.unitNumber}`,
    );
    await expect(page.locator('tr[data-marked]').getByRole('textbox').first()).toHaveValue(
      'Rum + Gin + Cola',
    );
    const [sent] = matching(requests, 'POST', '/api/drinks');
    expect(sent?.postDataJSON()).toEqual({
      name: 'Rum + Gin + Cola',
      price: 10,
      // 2 because its double price is below its price, 8, and 3 because it has none.
      doublePrice: 13,
      ingredients: [bar.ids.rum, bar.ids.gin, bar.ids.cola],
      venueId: bar.venueId,
      unitId: bar.unitId,
    });
    await page.goBack();
    await expect(card(page, 'Rum + Gin + Cola')).toContainText('$10.00');
    await expect(page.getByRole('checkbox', { name: 'Choose Rum' })).not.toBeChecked();
    await expect(create(page)).toBeDisabled();
  });
  await test.step('creating a drink with the ingredients of an existing drink is refused', async () => {
    const bar = await stock(await freshBar());
    await bar.switchFlag('venue', mixingFlag);
    const id = await bar.addDrink('Rum Cola', 5, [bar.ids.rum, bar.ids.cola]);
    await bar.request('PUT', `/api/drinks/${id}`, { active: false });
    await page.goto('/add-drink');
    await expect(card(page, 'Rum Cola')).toBeVisible();
    const requests = recordRequests(page);
    await choose(page, 'Cola');
    await choose(page, 'Rum');
    await create(page).click();
    await expect(page.getByText('Drink is already created')).toBeVisible();
    expect(matching(requests, 'POST', '/api/drinks')).toEqual([]);
    await choose(page, 'Gin');
    await expect(page.getByText('Drink is already created')).toHaveCount(0);

    // Another client creates the same drink first.
    await bar.addDrink('Long one', 9, [bar.ids.rum, bar.ids.cola, bar.ids.gin]);
    await create(page).click();
    await expect(page.getByText('Drink is already created')).toBeVisible();
    expect(matching(requests, 'POST', '/api/drinks')).toHaveLength(1);
    await expect(page).toHaveURL(/\/add-drink(\?|$)/);
    await page.getByRole('checkbox', { name: 'Choose Rum' }).uncheck();
    await create(page).click();
    await expect(page).toHaveURL(/\/drink-menu(\?|$)/);
  });
});

const ranksOf = async (bar: Bar) =>
  (
    await bar.getJson<{ name: string; ranking: object }[]>(
      `/api/drinks/${bar.venueId}?unit=${bar.unitId}`,
    )
  ).map(({ name, ranking }) => [name, ranking]);

test('drinks of a unit are ranked, deactivated, restored and deleted', async ({
  page,
  drinksBar: bar,
  freshBar,
}) => {
  test.slow();
  await test.step('a drink can be deactivated and activated, which survives a reload', async () => {
    await page.goto('/add-drink');
    const cuba = card(page, 'Cuba');
    const requests = recordRequests(page);
    await button(page, 'Deactivate Cuba').click();
    await expect(cuba.getByText('This drink is deactivated.')).toBeVisible();
    await expect(cuba).not.toHaveCSS('opacity', '1');
    const [sent] = matching(requests, 'PUT', `/api/drinks/${bar.drinks.cuba}`);
    expect(sent?.postDataJSON()).toMatchObject({ active: false });
    await expectAccessible(page);
    await page.reload();
    await button(page, 'Activate Cuba').click();
    await expect(cuba.getByText('This drink is deactivated.')).toHaveCount(0);
    await expect(cuba).toHaveCSS('opacity', '1');
  });
  await test.step('drinks can be ranked by dragging, by keyboard and with the buttons', async () => {
    await page.goto('/add-drink');
    const drinks = panel(page, 'Drinks');
    await expect(namesIn(panel(page, 'Bottles'))).toHaveCount(4);
    await expect(namesIn(drinks)).toHaveText(['Gin Tonic', 'Cuba', 'Old']);
    await expect(card(page, 'Cuba').getByRole('link', { name: 'Edit' })).toHaveAttribute(
      'href',
      `/drink-menu?drink=${bar.drinks.cuba}`,
    );
    await dragOnto(page, button(page, 'Drag Gin Tonic'), card(page, 'Cuba'));
    await expect(namesIn(drinks)).toHaveText(['Cuba', 'Gin Tonic', 'Old']);
    await expect(drinks.getByText('Saved', { exact: true })).toBeVisible();
    expect(await ranksOf(bar)).toEqual([
      ['Cuba', { current: 0, previous: 1 }],
      ['Gin Tonic', { current: 1, previous: 0 }],
      ['Old', { current: 2, previous: 2 }],
    ]);
    await button(page, 'Drag Old').focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('Old is lifted from place 3 of 3.')).toBeAttached();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText('Old is over place 2 of 3.')).toBeAttached();
    await page.keyboard.press('Space');
    await expect(namesIn(drinks)).toHaveText(['Cuba', 'Old', 'Gin Tonic']);
    await button(page, 'Move up Old').click();
    await expect(namesIn(drinks)).toHaveText(['Old', 'Cuba', 'Gin Tonic']);
    await expect(drinks.getByText('Saved', { exact: true })).toBeVisible();
    await page.reload();
    await expect(namesIn(drinks)).toHaveText(['Old', 'Cuba', 'Gin Tonic']);
    await page.setViewportSize(desktop);
  });
  await test.step('restoring a drink restores its ingredients after one confirmation', async () => {
    await bar.switchFlag('unit', inventoryFlag);
    await page.goto('/add-drink');
    await expect(button(page, 'Restore Cuba')).toHaveCount(0);
    await button(page, 'Restore Gin Tonic').click();
    const confirmation = page.getByRole('alertdialog');
    await expect(confirmation).toContainText(
      'You are going to restore this ingredient to 100% capacity. Please confirm.',
    );
    await confirmation.getByRole('button', { name: 'Restore' }).click();
    await expect(card(page, 'Gin')).toContainText('100%');
    await expect(button(page, 'Restore Gin Tonic')).toHaveCount(0);
  });
  await test.step('a drink that was deleted elsewhere is gone after a reload', async () => {
    const bar = await mixDrinks(await stock(await freshBar()));
    await page.goto('/add-drink');
    await expect(card(page, 'Old')).toBeVisible();
    await bar.request('DELETE', `/api/venues/${bar.venueId}/drinks/${bar.drinks.old}`);
    await page.reload();
    await expect(namesIn(panel(page, 'Drinks'))).toHaveText(['Gin Tonic', 'Cuba']);
  });
});
