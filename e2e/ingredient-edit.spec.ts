/** Editing an ingredient: how it loads, what is asked before it is saved, and two people at once. */
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { openFreshBar } from './fresh-bar.ts';
import type { FreshBar } from './fresh-bar.ts';
import { hold } from './hold.ts';
import {
  editButton,
  form,
  nameField,
  position,
  priceField,
  question,
  select,
  watchSent,
} from './ingredient-page.ts';
import { expect, test } from './test.ts';

const deactivation =
  'Are you sure you want to deactivate this ingredient? It will be removed from the menu and all drinks with this ingredients.';
const positionsChanged =
  'You are changing the positions for an ingredient stocked in the unit. We will assume all bottles of this ingredient are at 100% capacity.';

/** Gin in 1 and 2, rum in 3, a drink of each; and the form of the gin. */
async function openGin(page: Page, prepare?: (bar: FreshBar) => Promise<void>) {
  const bar = await openFreshBar(page);
  const gin = await bar.addIngredient({ name: 'Gin', price: 7, positionInUnit: ['1', '2'] });
  const rum = await bar.addIngredient({ name: 'Rum', price: 6, positionInUnit: ['3'] });
  await bar.addDrink('Gin Sour', 9, [gin]);
  await bar.addDrink('Rum Sour', 9, [rum]);
  await prepare?.(bar);
  const path = `/ingredients/${gin}/${bar.unitId}`;
  await page.goto(path);
  await expect(nameField(page)).toHaveValue('Gin');
  await expect(position(page, '3')).toHaveAccessibleDescription('Taken by Rum');
  return {
    ...bar,
    gin,
    rum,
    path,
    stored: (id: string) =>
      bar.tell<{ name: string; activeInUnit: boolean; positionInUnit: string[]; price: number }>(
        'GET',
        `/api/ingredients/${id}/${bar.unitId}`,
      ),
  };
}

test('without positions it asks, and then takes it out of the unit', async ({ page }) => {
  const bar = await openGin(page);
  const sent = watchSent(page);
  await position(page, '1').uncheck();
  await position(page, '2').uncheck();
  await editButton(page).click();
  await expect(question(page)).toHaveAccessibleName(deactivation);
  await expect(question(page).getByRole('listitem')).toHaveText(['Gin Sour leaves the menu']);
  await expectAccessible(page);
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(question(page)).toHaveCount(0);
  await expect(position(page, '1')).not.toBeChecked();
  expect(sent).toEqual([]);

  await editButton(page).click();
  await question(page).getByRole('button', { name: 'Deactivate' }).click();
  await page.waitForURL('**/add-drink');
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `PUT /api/ingredients/${bar.gin}/deactivate`,
  ]);
  expect(sent[0]?.body).toEqual({ unitId: bar.unitId });
  await expect(page.getByRole('article', { name: 'Gin', exact: true })).toContainText(
    'This ingredient is not currently stocked in the unit.',
  );
});

test('what else was changed is saved with the deactivation, or nothing is', async ({ page }) => {
  const bar = await openGin(page);
  const sent = watchSent(page);
  await position(page, '1').uncheck();
  await position(page, '2').uncheck();
  await priceField(page).fill('8.25');
  await page.route(`**/api/ingredients/${bar.gin}`, (route) => route.abort(), { times: 1 });
  await editButton(page).click();
  await question(page).getByRole('button', { name: 'Deactivate' }).click();
  await expect(form(page).getByRole('alert')).toContainText('The server cannot be reached');
  expect(await bar.stored(bar.gin)).toMatchObject({ price: 7, activeInUnit: true });

  await editButton(page).click();
  await question(page).getByRole('button', { name: 'Deactivate' }).click();
  await page.waitForURL('**/add-drink');
  expect(sent.map(({ path }) => path.replace(bar.gin, 'gin'))).toEqual([
    '/api/ingredients/gin',
    '/api/ingredients/gin',
    '/api/ingredients/gin/deactivate',
  ]);
  expect(await bar.stored(bar.gin)).toMatchObject({ price: 8.25, activeInUnit: false });
});

test('taken positions are overwritten only after a yes', async ({ page }) => {
  const bar = await openGin(page);
  const sent = watchSent(page);
  await position(page, '3').check();
  await editButton(page).click();
  await expect(question(page)).toHaveAccessibleName(
    'This ingredient is set for positions that are occupied in the system. Are you sure you want to overwrite?',
  );
  await expect(question(page).getByRole('listitem')).toHaveText([
    'Rum: 3',
    'Rum is then no longer stocked in the unit',
    'Rum Sour leaves the menu',
  ]);
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  expect(sent).toEqual([]);
  await editButton(page).click();
  await question(page).getByRole('button', { name: 'Overwrite' }).click();
  await page.waitForURL('**/add-drink');
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toMatchObject({
    positionInUnit: ['1', '2', '3'],
    overrides: { '3': bar.rum },
    expected: { positionInUnit: ['1', '2'] },
  });
  expect(await bar.stored(bar.rum)).toMatchObject({ activeInUnit: false, positionInUnit: [] });
});

test('with inventory management a changed set of positions asks, an unchanged one does not', async ({
  page,
}) => {
  const bar = await openGin(page, (one) => one.switchFlag('unit', 'general--inventory-management'));
  const sent = watchSent(page);
  await position(page, '3').check();
  await editButton(page).click();
  await expect(question(page)).toHaveAccessibleName(positionsChanged);
  await expect(question(page)).toContainText('Rum: 3');
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  expect(sent).toEqual([]);
  await position(page, '3').uncheck();
  await nameField(page).fill('London Gin');
  await editButton(page).click();
  await page.waitForURL('**/add-drink');
  expect(sent.map(({ body }) => body)).toEqual([
    expect.objectContaining({ name: 'London Gin', unitId: bar.unitId, expected: { name: 'Gin' } }),
  ]);
  expect(sent[0]?.body).not.toHaveProperty('positionInUnit');
});

test('what somebody else changed meanwhile is shown, and what was typed stays', async ({
  page,
}) => {
  const bar = await openGin(page);
  await nameField(page).fill('My Gin');
  await position(page, '4').check();
  await bar.tell('PUT', `/api/ingredients/${bar.gin}`, {
    unitId: bar.unitId,
    name: 'Their Gin',
    price: 11,
  });
  await bar.addIngredient({ name: 'Vodka', positionInUnit: ['4'] });
  await editButton(page).click();
  await expect(nameField(page)).toHaveAccessibleDescription(/Somebody else .* “Their Gin”/);
  await expect(form(page).getByRole('alert')).toContainText(['“Their Gin”']);
  await expect(nameField(page)).toHaveValue('My Gin');
  await expect(nameField(page)).toBeFocused();
  // What was not typed over is shown as it is now.
  await expect(priceField(page)).toHaveValue('11.00');
  await expect(position(page, '4')).toHaveAccessibleDescription('Taken by Vodka');
  await expect(position(page, '4')).toBeChecked();
  await editButton(page).click();
  await expect(question(page)).toContainText('Vodka: 4');
  await question(page).getByRole('button', { name: 'Overwrite' }).click();
  await page.waitForURL('**/add-drink');
  expect(await bar.stored(bar.gin)).toMatchObject({
    name: 'My Gin',
    price: 11,
    positionInUnit: ['1', '2', '4'],
  });
});

test('a place that was taken meanwhile is not taken away unseen', async ({ page }) => {
  const bar = await openGin(page);
  await position(page, '5').check();
  await bar.addIngredient({ name: 'Vodka', positionInUnit: ['5'] });
  await editButton(page).click();
  await expect(form(page).getByText('Position 5 now holds Vodka').first()).toBeVisible();
  await expect(position(page, '5')).toHaveAccessibleDescription('Taken by Vodka');
  expect(await bar.stored(bar.gin)).toMatchObject({ positionInUnit: ['1', '2'] });
});

test('another unit of the venue can be given the same ingredient', async ({ page }) => {
  const bar = await openGin(page);
  const other = await bar.tell<{ _id: string; unitNumber: number }>(
    'POST',
    `/api/units/${bar.venueId}`,
    { category: 'ROTENDER_CLASSIC' },
  );
  await bar.tell('POST', `/api/units/${bar.venueId}`, { category: 'BEERTENDER' });
  await page.reload();
  const units = select(page, 'Unit Number');
  await expect(units.getByRole('option', { name: /BEERTENDER/ })).toBeDisabled();
  await priceField(page).fill('9');
  await units.selectOption(`${other.unitNumber} (ROTENDER_CLASSIC)`);
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(priceField(page)).toHaveValue('9');
  await units.selectOption(`${other.unitNumber} (ROTENDER_CLASSIC)`);
  await question(page).getByRole('button', { name: 'Leave it' }).click();
  await page.waitForURL(`**/ingredients/${bar.gin}/${other._id}`);
  await expect(priceField(page)).toHaveValue('7.00');
  await expect(position(page, '1')).not.toBeChecked();
  await position(page, '16').check();
  await editButton(page).click();
  await page.waitForURL('**/add-drink');
  await expect(page.getByRole('combobox', { name: 'Unit ID' })).toHaveValue(
    String(other.unitNumber),
  );
  await expect(page.getByRole('article', { name: 'Gin', exact: true })).toContainText(
    'Position 16',
  );
  expect(await bar.stored(bar.gin)).toMatchObject({ positionInUnit: ['1', '2'] });
});

test('an image turns while venues load; a bar stands for the ingredient that loads', async ({
  page,
}) => {
  const bar = await openFreshBar(page);
  const id = await bar.addIngredient({ name: 'Beefeater', price: 7, positionInUnit: ['2'] });
  const showVenues = await hold(page, /\/api\/users\/[^/]+\/venues$/);
  await page.goto('/add-ingredient');
  const turning = page.getByRole('img', { name: 'Loading venues' });
  await expect(turning).toBeVisible();
  showVenues();
  await expect(turning).toHaveCount(0);
  await expect(nameField(page)).toBeVisible();
  await expectNoShift(page);

  const showIngredient = await hold(page, /\/api\/ingredients\/[^/]+\/[^/]+$/);
  await page.goto(`/ingredients/${id}/${bar.unitId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Ingredient');
  await expect(page.getByRole('progressbar')).toHaveCount(1);
  await expect(page.locator('.mantine-Skeleton-root').first()).toBeVisible();
  showIngredient();
  await expect(nameField(page)).toHaveValue('Beefeater');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(position(page, '2')).toBeChecked();
  await expect(priceField(page)).toHaveValue('7.00');
  await expect(editButton(page)).toBeEnabled();
  await expectNoShift(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('a stored bag of imperial gallons can be kept', async ({ page }) => {
  const bar = await openFreshBar(page);
  const at = { source: 'soda gun', positionInUnit: ['101'], ingredientSize: 22_730 };
  const id = await bar.addIngredient({ name: 'Cola', ...at });
  await page.goto(`/ingredients/${id}/${bar.unitId}`);
  const bag = select(page, 'Bag Size');
  await expect(bag.locator('option:checked')).toHaveText('22730 ml');
  await expect(bag.getByRole('option', { name: '11365 ml' })).toHaveCount(1);
  await expect(bag.getByRole('option')).toHaveCount(9);
});
