/** Editing an ingredient: loading, confirmations before saving, and concurrent changes. */
import { desktop, expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import type { Page } from '@playwright/test';
import type { Bar } from './bar.ts';
import { hold } from './network.ts';
import {
  editButton,
  form,
  nameField,
  position,
  priceField,
  confirmation,
  select,
  watchChanges,
} from './ingredient-page.ts';
import { expect, test as base } from './test.ts';

const deactivation =
  'Are you sure you want to deactivate this ingredient? It will be removed from the menu and all drinks with this ingredients.';
const positionsChanged =
  'You are changing the positions for an ingredient stocked in the unit. We will assume all bottles of this ingredient are at 100% capacity.';

interface Stored {
  name: string;
  activeInUnit: boolean;
  positionInUnit: string[];
  price: number;
}

interface GinBar extends Bar {
  readonly gin: string;
  readonly rum: string;
  readonly stored: (id: string) => Promise<Stored>;
}

async function openGin(page: Page, bar: Bar, unitFlags: readonly string[] = []): Promise<GinBar> {
  const gin = await bar.addIngredient({ name: 'Gin', price: 7, positionInUnit: ['1', '2'] });
  const rum = await bar.addIngredient({ name: 'Rum', price: 6, positionInUnit: ['3'] });
  await bar.addDrink('Gin Sour', 9, [gin]);
  await bar.addDrink('Rum Sour', 9, [rum]);
  for (const flag of unitFlags) await bar.switchFlag('unit', flag);
  await page.goto(`/ingredients/${gin}/${bar.unitId}`);
  await expect(nameField(page)).toHaveValue('Gin');
  await expect(position(page, '3')).toHaveAccessibleDescription('Taken by Rum');
  const stored = (id: string) => bar.getJson<Stored>(`/api/ingredients/${id}/${bar.unitId}`);
  return { ...bar, gin, rum, stored };
}

const test = base.extend<{
  /** The unit flags that are on when the form opens. */
  unitFlags: readonly string[];
  /** Gin in positions 1 and 2, rum in 3, a drink of each, and the page on the form of the gin. */
  ginBar: GinBar;
}>({
  unitFlags: [[], { option: true }],
  ginBar: async ({ page, bar, unitFlags }, use) => use(await openGin(page, bar, unitFlags)),
});

test('positions of an ingredient are removed or overwritten after a confirmation', async ({
  page,
  ginBar: bar,
  freshBar,
}) => {
  test.slow();
  await test.step('an ingredient without positions is removed from the unit after a confirmation', async () => {
    const sent = watchChanges(page);
    await position(page, '1').uncheck();
    await position(page, '2').uncheck();
    await editButton(page).click();
    await expect(confirmation(page)).toHaveAccessibleName(deactivation);
    await expect(confirmation(page).getByRole('listitem')).toHaveText([
      /^Gin Sour leaves the menu(: no sales on the last four \w+days)?$/,
    ]);
    await expectAccessible(page);
    await confirmation(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(confirmation(page)).toHaveCount(0);
    await expect(position(page, '1')).not.toBeChecked();
    expect(sent).toEqual([]);

    await editButton(page).click();
    await confirmation(page).getByRole('button', { name: 'Deactivate' }).click();
    await page.waitForURL('**/add-drink*');
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `PUT /api/ingredients/${bar.gin}/deactivate`,
    ]);
    expect(sent[0]?.body).toEqual({ unitId: bar.unitId });
    await expect(page.getByRole('article', { name: 'Gin', exact: true })).toContainText(
      'This ingredient is not currently stocked in the unit.',
    );
  });
  await test.step('a deactivation saves the other changes with it, or nothing when saving fails', async () => {
    const bar = await openGin(page, await freshBar());
    const sent = watchChanges(page);
    await position(page, '1').uncheck();
    await position(page, '2').uncheck();
    await priceField(page).fill('8.25');
    await page.route(`**/api/ingredients/${bar.gin}`, (route) => route.abort(), { times: 1 });
    await editButton(page).click();
    await confirmation(page).getByRole('button', { name: 'Deactivate' }).click();
    await expect(form(page).getByRole('alert')).toContainText('The server cannot be reached');
    expect(await bar.stored(bar.gin)).toMatchObject({ price: 7, activeInUnit: true });

    await editButton(page).click();
    await confirmation(page).getByRole('button', { name: 'Deactivate' }).click();
    await page.waitForURL('**/add-drink*');
    expect(sent.map(({ path }) => path.replace(bar.gin, 'gin'))).toEqual([
      '/api/ingredients/gin',
      '/api/ingredients/gin',
      '/api/ingredients/gin/deactivate',
    ]);
    expect(await bar.stored(bar.gin)).toMatchObject({ price: 8.25, activeInUnit: false });
  });
  await test.step('taken positions are overwritten only after a confirmation', async () => {
    const bar = await openGin(page, await freshBar());
    const sent = watchChanges(page);
    await position(page, '3').check();
    await editButton(page).click();
    await expect(confirmation(page)).toHaveAccessibleName(
      'This ingredient is set for positions that are occupied in the system. Are you sure you want to overwrite?',
    );
    await expect(confirmation(page).getByRole('listitem')).toHaveText([
      'Rum: 3',
      'Rum is then no longer stocked in the unit',
      /^Rum Sour leaves the menu(: no sales on the last four \w+days)?$/,
    ]);
    await page.keyboard.press('Escape');
    await expect(confirmation(page)).toHaveCount(0);
    expect(sent).toEqual([]);
    await editButton(page).click();
    await confirmation(page).getByRole('button', { name: 'Overwrite' }).click();
    await page.waitForURL('**/add-drink*');
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toMatchObject({
      positionInUnit: ['1', '2', '3'],
      overrides: { '3': bar.rum },
      expected: { positionInUnit: ['1', '2'] },
    });
    expect(await bar.stored(bar.rum)).toMatchObject({ activeInUnit: false, positionInUnit: [] });
  });
  await test.step('a price that was changed with the form can be undone', async () => {
    const bar = await openGin(page, await freshBar());
    await priceField(page).fill('8.25');
    await editButton(page).click();
    const notice = page.getByRole('alert').filter({ hasText: 'Price: $7.00 → $8.25' });
    await expect(notice).toContainText('Gin is in positions 1, 2');
    expect(await bar.stored(bar.gin)).toMatchObject({ price: 8.25 });
    await notice.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Price of Gin is $7.00 again')).toBeVisible();
    expect(await bar.stored(bar.gin)).toMatchObject({ price: 7, positionInUnit: ['1', '2'] });
  });
});

test.describe('with inventory management', () => {
  test.use({ unitFlags: ['general--inventory-management'] });

  test('inventory management requires a confirmation for changed positions only', async ({
    page,
    ginBar: bar,
  }) => {
    const sent = watchChanges(page);
    await position(page, '3').check();
    await editButton(page).click();
    await expect(confirmation(page)).toHaveAccessibleName(positionsChanged);
    await expect(confirmation(page)).toContainText('Rum: 3');
    await confirmation(page).getByRole('button', { name: 'Cancel' }).click();
    expect(sent).toEqual([]);
    await position(page, '3').uncheck();
    await nameField(page).fill('London Gin');
    await editButton(page).click();
    await page.waitForURL('**/add-drink*');
    expect(sent.map(({ body }) => body)).toEqual([
      expect.objectContaining({
        name: 'London Gin',
        unitId: bar.unitId,
        expected: { name: 'Gin' },
      }),
    ]);
    expect(sent[0]?.body).not.toHaveProperty('positionInUnit');
  });
});

test('an ingredient is edited by several people and in several units', async ({
  page,
  ginBar: bar,
  freshBar,
}) => {
  test.slow();
  await test.step('a concurrent change to an ingredient is shown, and the entered values stay', async () => {
    await nameField(page).fill('My Gin');
    await position(page, '4').check();
    await bar.request('PUT', `/api/ingredients/${bar.gin}`, {
      unitId: bar.unitId,
      name: 'Their Gin',
      price: 11,
    });
    await bar.addIngredient({ name: 'Vodka', positionInUnit: ['4'] });
    await editButton(page).click();
    await expect(nameField(page)).toHaveAccessibleDescription(/Someone else .* “Their Gin”/);
    await expect(form(page).getByRole('alert')).toContainText(['“Their Gin”']);
    await expect(nameField(page)).toHaveValue('My Gin');
    await expect(nameField(page)).toBeFocused();
    // Fields that were not edited show the new stored values.
    await expect(priceField(page)).toHaveValue('11.00');
    await expect(position(page, '4')).toHaveAccessibleDescription('Taken by Vodka');
    await expect(position(page, '4')).toBeChecked();
    await editButton(page).click();
    await expect(confirmation(page)).toContainText('Vodka: 4');
    await confirmation(page).getByRole('button', { name: 'Overwrite' }).click();
    await page.waitForURL('**/add-drink*');
    expect(await bar.stored(bar.gin)).toMatchObject({
      name: 'My Gin',
      price: 11,
      positionInUnit: ['1', '2', '4'],
    });
  });
  await test.step('a position that was taken concurrently is not overwritten without a confirmation', async () => {
    const bar = await openGin(page, await freshBar());
    await position(page, '5').check();
    await bar.addIngredient({ name: 'Vodka', positionInUnit: ['5'] });
    await editButton(page).click();
    await expect(form(page).getByText('Position 5 now holds Vodka').first()).toBeVisible();
    await expect(position(page, '5')).toHaveAccessibleDescription('Taken by Vodka');
    expect(await bar.stored(bar.gin)).toMatchObject({ positionInUnit: ['1', '2'] });
  });
  await test.step('an ingredient can be added to another unit of the venue', async () => {
    const bar = await openGin(page, await freshBar());
    const other = await bar.request<{ _id: string; unitNumber: number }>(
      'POST',
      `/api/units/${bar.venueId}`,
      { category: 'ROTENDER_CLASSIC' },
    );
    await bar.request('POST', `/api/units/${bar.venueId}`, { category: 'BEERTENDER' });
    await page.reload();
    const units = select(page, 'Unit Number');
    await expect(units.getByRole('option', { name: /BEERTENDER/ })).toBeDisabled();
    await priceField(page).fill('9');
    await units.selectOption(`${other.unitNumber} (ROTENDER_CLASSIC)`);
    await confirmation(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(priceField(page)).toHaveValue('9');
    await units.selectOption(`${other.unitNumber} (ROTENDER_CLASSIC)`);
    await confirmation(page).getByRole('button', { name: 'Leave it' }).click();
    await page.waitForURL(`**/ingredients/${bar.gin}/${other._id}`);
    await expect(priceField(page)).toHaveValue('7.00');
    await expect(position(page, '1')).not.toBeChecked();
    await position(page, '16').check();
    await editButton(page).click();
    await page.waitForURL('**/add-drink*');
    await expect(page.getByRole('combobox', { name: 'Unit ID' })).toHaveValue(
      String(other.unitNumber),
    );
    await expect(page.getByRole('article', { name: 'Gin', exact: true })).toContainText(
      'Position 16',
    );
    expect(await bar.stored(bar.gin)).toMatchObject({ positionInUnit: ['1', '2'] });
  });
});

test('the form shows what is stored once it has loaded', async ({ page, bar, freshBar }) => {
  await test.step('the ingredient form shows loading indicators without a layout shift', async () => {
    const id = await bar.addIngredient({ name: 'Beefeater', price: 7, positionInUnit: ['2'] });
    const releaseVenues = await hold(page, /\/api\/users\/[^/]+\/venues$/);
    await page.goto('/add-ingredient');
    const spinner = page.getByRole('img', { name: 'Loading venues' });
    await expect(spinner).toBeVisible();
    releaseVenues();
    await expect(spinner).toHaveCount(0);
    await expect(nameField(page)).toBeVisible();
    await expectNoShift(page);

    const releaseIngredient = await hold(page, /\/api\/ingredients\/[^/]+\/[^/]+$/);
    await page.goto(`/ingredients/${id}/${bar.unitId}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Ingredient');
    await expect(page.getByRole('progressbar')).toHaveCount(1);
    await expect(page.locator('.mantine-Skeleton-root').first()).toBeVisible();
    releaseIngredient();
    await expect(nameField(page)).toHaveValue('Beefeater');
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expect(position(page, '2')).toBeChecked();
    await expect(priceField(page)).toHaveValue('7.00');
    await expect(editButton(page)).toBeEnabled();
    await expectNoShift(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(desktop);
  });
  await test.step('a stored bag size in imperial gallons can be selected', async () => {
    const bar = await freshBar();
    const at = { source: 'soda gun', positionInUnit: ['101'], ingredientSize: 22_730 };
    const id = await bar.addIngredient({ name: 'Cola', ...at });
    await page.goto(`/ingredients/${id}/${bar.unitId}`);
    const bag = select(page, 'Bag Size');
    await expect(bag.locator('option:checked')).toHaveText('22730 ml');
    await expect(bag.getByRole('option', { name: '11365 ml' })).toHaveCount(1);
    await expect(bag.getByRole('option')).toHaveCount(9);
  });
});
