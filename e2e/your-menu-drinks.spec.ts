import type { Page } from '@playwright/test';
import { expectAccessible } from './checks.ts';
import type { FreshBar } from './fresh-bar.ts';
import {
  button,
  card,
  dragOnto,
  inventoryFlag,
  mixingFlag,
  named,
  namesIn,
  noteRequests,
  openBar,
  panel,
} from './menu-bar.ts';
import { expect, test } from './test.ts';

const choose = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Choose ${name}` }).check();
const create = (page: Page) => page.getByRole('button', { name: 'Create Drink' });

test('a new drink is made of chosen ingredients when drinks are mixed here', async ({ page }) => {
  const bar = await openBar(page);
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

  const requests = noteRequests(page);
  await create(page).click();
  await expect(page).toHaveURL(/\/drink-menu$/);
  const [sent] = named(requests, 'POST', '/api/drinks');
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

test('a new drink is refused when the same ingredients are one already', async ({ page }) => {
  const bar = await openBar(page);
  await bar.switchFlag('venue', mixingFlag);
  const id = await bar.addDrink('Rum Cola', 5, [bar.ids.rum, bar.ids.cola]);
  await bar.tell('PUT', `/api/drinks/${id}`, { active: false });
  await page.goto('/add-drink');
  await expect(card(page, 'Rum Cola')).toBeVisible();
  const requests = noteRequests(page);
  await choose(page, 'Cola');
  await choose(page, 'Rum');
  await create(page).click();
  await expect(page.getByText('Drink is already created')).toBeVisible();
  expect(named(requests, 'POST', '/api/drinks')).toEqual([]);
  await choose(page, 'Gin');
  await expect(page.getByText('Drink is already created')).toHaveCount(0);

  // Somebody else was quicker.
  await bar.addDrink('Long one', 9, [bar.ids.rum, bar.ids.cola, bar.ids.gin]);
  await create(page).click();
  await expect(page.getByText('Drink is already created')).toBeVisible();
  expect(named(requests, 'POST', '/api/drinks')).toHaveLength(1);
  await expect(page).toHaveURL(/\/add-drink$/);
  await page.getByRole('checkbox', { name: 'Choose Rum' }).uncheck();
  await create(page).click();
  await expect(page).toHaveURL(/\/drink-menu$/);
});

async function openDrinks(page: Page) {
  const bar = await openBar(page);
  const { gin, rum, rye, cola, tonic } = bar.ids;
  const drinks = {
    tonic: await bar.addDrink('Gin Tonic', 8, [gin, tonic]),
    cuba: await bar.addDrink('Cuba', 6, [rum, cola]),
    old: await bar.addDrink('Old', 7.5, [rye]),
  };
  return { ...bar, drinks };
}
const ranksOf = async (bar: FreshBar) =>
  (
    await bar.tell<{ name: string; ranking: object }[]>(
      'GET',
      `/api/drinks/${bar.venueId}?unit=${bar.unitId}`,
    )
  ).map(({ name, ranking }) => [name, ranking]);

test('drinks are ranked by dragging, by keyboard and by buttons', async ({ page }) => {
  const bar = await openDrinks(page);
  await page.goto('/add-drink');
  const drinks = panel(page, 'Drinks');
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
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await expect(namesIn(drinks)).toHaveText(['Cuba', 'Old', 'Gin Tonic']);
  await button(page, 'Move up Old').click();
  await expect(namesIn(drinks)).toHaveText(['Old', 'Cuba', 'Gin Tonic']);
  await expect(drinks.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(namesIn(drinks)).toHaveText(['Old', 'Cuba', 'Gin Tonic']);
});

test('drinks are switched off and on, which is kept', async ({ page }) => {
  const bar = await openDrinks(page);
  await page.goto('/add-drink');
  const cuba = card(page, 'Cuba');
  const requests = noteRequests(page);
  await button(page, 'Deactivate Cuba').click();
  await expect(cuba.getByText('This drink is deactivated.')).toBeVisible();
  await expect(cuba).not.toHaveCSS('opacity', '1');
  const [sent] = named(requests, 'PUT', `/api/drinks/${bar.drinks.cuba}`);
  expect(sent?.postDataJSON()).toMatchObject({ active: false });
  await expectAccessible(page);
  await page.reload();
  await button(page, 'Activate Cuba').click();
  await expect(cuba.getByText('This drink is deactivated.')).toHaveCount(0);
  await expect(cuba).toHaveCSS('opacity', '1');
});

test('drinks have their ingredients restored after one question', async ({ page }) => {
  const bar = await openDrinks(page);
  await bar.switchFlag('unit', inventoryFlag);
  await page.goto('/add-drink');
  await expect(button(page, 'Restore Cuba')).toHaveCount(0);
  await button(page, 'Restore Gin Tonic').click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(
    'You are going to restore this ingredient to 100% capacity. Please confirm.',
  );
  await question.getByRole('button', { name: 'Restore' }).click();
  await expect(card(page, 'Gin')).toContainText('100%');
  await expect(button(page, 'Restore Gin Tonic')).toHaveCount(0);
});

test('drinks that are deleted elsewhere are gone here', async ({ page }) => {
  const bar = await openDrinks(page);
  await page.goto('/add-drink');
  await expect(card(page, 'Old')).toBeVisible();
  await bar.tell('DELETE', `/api/venues/${bar.venueId}/drinks/${bar.drinks.old}`);
  await page.reload();
  await expect(namesIn(panel(page, 'Drinks'))).toHaveText(['Gin Tonic', 'Cuba']);
});
