import type { Page } from '@playwright/test';
import { desktop, expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { hold } from './network.ts';
import {
  button,
  card,
  failWith,
  inventoryFlag,
  namesIn,
  panel,
  recordRequests,
  test,
} from './stocked-bar.ts';
import { expect, storageOf } from './test.ts';

test('Your Menu shows the ingredients of a unit in a list and a drawing', async ({
  page,
  stockedBar: bar,
}) => {
  test.slow();
  await test.step('Your Menu shows the ingredients of a unit and their sales with three requests', async () => {
    const requests = recordRequests(page);
    await page.goto('/add-drink');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Menu');
    await expect(page.getByRole('combobox', { name: 'Venue' })).toContainText(bar.venueName);
    await expect(page.getByRole('combobox', { name: 'Unit ID' })).toContainText(
      `${bar.unitNumber} (Classic unit)`,
    );
    await expect(namesIn(panel(page, 'Bottles'))).toHaveText(['Gin', 'Rum', 'Rye', 'Syrup']);
    await expect(namesIn(panel(page, 'Soda Gun'))).toHaveText(['Cola', 'Tonic']);
    await expect(panel(page, 'Beers')).toHaveCount(0);
    await expect(card(page, 'Gin')).toContainText('Positions 1, 2');
    await expect(card(page, 'Gin')).toContainText('3 servings sold');
    await expect(card(page, 'Rum')).toContainText('0 servings sold');
    await expect(card(page, 'Rum')).toContainText('100%');
    await expect(card(page, 'Gin').getByRole('link', { name: 'Edit' })).toHaveAttribute(
      'href',
      `/ingredients/${bar.ids.gin}/${bar.unitId}`,
    );
    const paths = requests.map((request) => new URL(request.url()).pathname);
    expect(paths.filter((path) => /ingredient|drinks|units\/\d/.test(path))).toHaveLength(3);

    const boxes = () =>
      Promise.all(['Gin', 'Rum', 'Rye'].map((name) => card(page, name).boundingBox()));
    const size = { width: 300, height: 190 };
    await expect.poll(boxes).toMatchObject([size, size, size]);
    const places = (await boxes()).map((box) => [box?.x, box?.y] as const);
    expect(new Set(places.map(([x]) => x)).size, 'columns').toBe(1);
    const tops = places.map(([, y]) => Number(y));
    expect(tops, 'from top to bottom').toEqual(
      [...new Set(tops)].toSorted((one, other) => one - other),
    );
    await expect
      .poll(() => card(page, 'Gin').getByRole('img').boundingBox())
      .toMatchObject({ width: 100 });
    await expectNoShift(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('radio', { name: 'Cards' }).check();
    await expectNoSidewaysScroll(page);
    await expect
      .poll(() => card(page, 'Gin').boundingBox())
      .toMatchObject({ width: 300, height: 190 });
    await page.setViewportSize(desktop);
  });
  await test.step('hovering an ingredient highlights it in the unit drawing and the other way round', async () => {
    await page.goto('/add-drink');
    const places = page.getByRole('list', { name: `Places of unit ${bar.unitNumber}` });
    await expect(places.getByRole('listitem')).toHaveCount(20);
    await expect(places.getByRole('link', { name: 'Position 16: free' })).toBeAttached();
    const rum = places.getByRole('button', { name: 'Position 3: Rum, 100%' });
    await rum.hover();
    await expect(card(page, 'Rum')).toHaveAttribute('data-highlighted', 'true');
    await card(page, 'Cola').hover();
    await expect(card(page, 'Rum')).toHaveAttribute('data-highlighted', 'false');
    await expect(page.getByText('position 101', { exact: true })).toBeVisible();
  });
  await test.step('a free place of the unit drawing leads to a new ingredient at that position', async () => {
    await page.goto('/add-drink');
    await page.getByRole('link', { name: 'Position 16: free' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/add-ingredient\?(.*&)?position=16/);
    await expect(page.getByRole('checkbox', { name: '16', exact: true })).toBeChecked();
    // Nothing was typed, so leaving asks nothing.
    await page.goBack();
    await page.getByRole('link', { name: 'Position 104: free' }).click();
    await expect(page.getByRole('checkbox', { name: '104', exact: true })).toBeChecked();
    await expect(page.getByRole('radio', { name: 'Soda Gun' })).toBeChecked();
    expect(bar.unitNumber).toBeGreaterThan(0);
  });
  await test.step('a place of the unit drawing has a menu to restore, edit, move or find its ingredient', async () => {
    await bar.switchFlag('unit', inventoryFlag);
    await bar.sell({
      id: `gin-${bar.unitId}`,
      unitNumber: bar.unitNumber,
      date: Date.now(),
      drinks: [{ ingredients: [bar.ids.gin], quantity: 4 }],
    });
    await page.goto('/add-drink');
    const gin = page.getByRole('button', { name: /^Position 1: Gin, \d\d%$/ });
    await gin.focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('menu', { name: 'Position 1: Gin' });
    await expect(menu.getByRole('menuitem', { name: 'Restore Gin' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(gin).toBeFocused();

    await gin.click();
    await menu.getByRole('menuitem', { name: 'Restore Gin' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    const full = page.getByRole('button', { name: 'Position 1: Gin, 100%' });
    await expect(full).toBeVisible();

    await full.click();
    await page.getByRole('menuitem', { name: 'Show in the list Gin' }).click();
    await expect(card(page, 'Gin')).toBeFocused();

    await page.getByRole('button', { name: 'Position 3: Rum, 100%' }).click();
    await page.getByRole('menuitem', { name: 'Move Rum' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Ingredient');
    await expect(page.getByRole('checkbox', { name: '3', exact: true })).toBeFocused();
  });
  await test.step('the drawing shows the time left instead of levels, and why there is none', async () => {
    await bar.switchFlag('unit', inventoryFlag);
    await page.goto('/add-drink');
    const place = page.getByRole('button', { name: /^Position 1: Gin/ });
    await expect(place).toHaveAccessibleName(/%$|%, low$/);
    await page.getByRole('button', { name: 'Time left' }).press('Enter');
    await expect(place).toHaveAccessibleName('Position 1: Gin, no forecast');
    await expect(
      page.getByText('A forecast needs seven nights of sales, or three of the same weekday.'),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Time left', pressed: true }).press('Enter');
    await expect(place).toHaveAccessibleName(/%$|%, low$/);
  });
});

test('another unit or venue is chosen on Your Menu', async ({ page, stockedBar: bar }) => {
  await test.step('choosing another unit shows its ingredients, and the first unit shows from the cache', async () => {
    const beer = await bar.request<{ _id: string; unitNumber: number }>(
      'POST',
      `/api/units/${bar.venueId}`,
      { category: 'BEERTENDER' },
    );
    const keg = { unitId: beer._id, category: 'Beer', positionInUnit: ['1'] };
    await bar.addIngredient({ name: 'Lager', price: 6, ...keg });
    await page.goto('/add-drink');
    await expect(namesIn(panel(page, 'Bottles'))).toHaveCount(4);
    const unit = page.getByRole('combobox', { name: 'Unit ID' });
    await unit.selectOption(String(beer.unitNumber));
    await expect(namesIn(panel(page, 'Beers'))).toHaveText(['Lager']);
    await expect(panel(page, 'Bottles')).toHaveCount(0);
    await expect(panel(page, 'Soda Gun')).toHaveCount(0);

    const release = await hold(page, `**/api/venues/*/units/${bar.unitNumber}`);
    await unit.selectOption(String(bar.unitNumber));
    await expect(namesIn(panel(page, 'Bottles'))).toHaveText(['Gin', 'Rum', 'Rye', 'Syrup']);
    release();

    await unit.selectOption(String(beer.unitNumber));
    await page.getByRole('link', { name: 'Add Ingredient' }).first().click();
    await expect(page).toHaveURL(/add-ingredient/);
    await page.goBack();
    await expect(panel(page, 'Beers')).toBeVisible();
    await page.reload();
    await expect(panel(page, 'Beers')).toBeVisible();

    // The first unit replaces a unit that was deleted.
    await bar.request('DELETE', `/api/units/${beer.unitNumber}`);
    await page.reload();
    await expect(unit).toHaveValue(String(bar.unitNumber));
    await expect(namesIn(panel(page, 'Bottles'))).toHaveCount(4);
  });
  await test.step('choosing another venue shows its units and makes it the active venue', async () => {
    const second = await bar.request<{ id: string }>('POST', '/api/users/venues', {
      name: 'Tin Roof',
    });
    await page.goto('/add-drink');
    await expect(namesIn(panel(page, 'Bottles'))).toHaveCount(4);
    await page.getByRole('combobox', { name: 'Venue' }).selectOption({ label: 'Tin Roof' });
    await expect(page.getByText('This venue has no units yet.')).toBeVisible();
    await expect(
      page.getByRole('main').getByRole('link', { name: 'Add unit', exact: true }),
    ).toHaveAttribute('href', `/venues/${second.id}?add=unit`);
    await expect(card(page, 'Gin')).toHaveCount(0);
    expect(await storageOf(page)).toMatchObject({ venue: second.id });
    await expectAccessible(page);
    const { unitNumber } = await bar.request<{ unitNumber: number }>(
      'POST',
      `/api/units/${second.id}`,
      {},
    );
    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Unit ID' })).toHaveValue(String(unitNumber));
    await expect(page.getByText('This unit is empty.')).toBeVisible();
    await expect(
      page.getByRole('main').getByRole('link', { name: 'Add Ingredient' }).last(),
    ).toHaveAttribute('href', '/add-ingredient');
  });
});

const expectWholeBar = async (page: Page) => {
  await page.goto('/add-drink');
  await expect(namesIn(panel(page, 'Bottles'))).toHaveCount(13);
  await expect(namesIn(panel(page, 'Soda Gun'))).toHaveText(['Cola', 'Tonic', 'Soda', 'Cranberry']);
  await expect(page.getByRole('button', { name: 'Position 5: Patrón Silver' })).toBeVisible();
};

test.describe('as the demo owner', () => {
  test.use({ account: 'owner' });

  test('Your Menu shows a full bar, also on a phone', async ({ page }) => {
    await test.step('Your Menu shows a full bar without a layout shift and is accessible', async () => {
      await expectWholeBar(page);
      await expectNoShift(page);
      await expectAccessible(page);
    });
    await test.step('Your Menu shows a full bar on a phone', async () => {
      await expectWholeBar(page);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    });
  });
});

const broken = { error: { message: 'The cellar is locked.' } };

test('what Your Menu could not load is said, and can be requested again', async ({
  page,
  stockedBar: bar,
}) => {
  test.slow();
  await test.step('ingredients that cannot be loaded are said to be so and can be requested again', async () => {
    const list = `**/api/venues/*/units/${bar.unitNumber}`;
    await failWith(page, list, 500, broken);
    await page.goto('/add-drink');
    const bottles = panel(page, 'Bottles');
    const again = bottles.getByRole('button', { name: 'Try again' });
    await expect(bottles.getByRole('alert')).toContainText('The ingredients could not be loaded.');
    await expect(page.getByText('The cellar is locked.')).toHaveCount(0);
    await page.unroute(list);
    await again.click();
    await expect(namesIn(panel(page, 'Bottles'))).toHaveCount(4);
  });
  await test.step('drinks that cannot be loaded show the error and can be requested again', async () => {
    const list = `**/api/drinks/${bar.venueId}?*`;
    await failWith(page, list, 500, broken);
    await page.goto('/add-drink');
    const drinks = panel(page, 'Drinks');
    await expect(drinks.getByRole('alert')).toContainText('The cellar is locked.');
    await page.unroute(list);
    await drinks.getByRole('button', { name: 'Try again' }).click();
    await expect(drinks).toContainText('This unit has no drinks yet.');
  });
  await test.step('units and venues that cannot be loaded are said to be so and can be requested again', async () => {
    for (const [resource, path] of [
      ['units', '**/api/venues/*/units'],
      ['venues', '**/api/users/*/venues'],
    ] as const) {
      await failWith(page, path, 500, broken);
      await page.goto('/add-drink');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Menu');
      const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
      await expect(page.getByRole('main').getByRole('alert')).toContainText(
        `The ${resource} could not be loaded.`,
      );
      await expect(page.getByRole('main').getByText(/locked|no venue|no units/)).toHaveCount(0);
      await page.unroute(path);
      await again.click();
      await expect(namesIn(panel(page, 'Bottles'))).toHaveCount(4);
    }
  });
  await test.step('cards show without servings when servings sold cannot be loaded', async () => {
    await failWith(page, '**/ingredient-sales', 500, broken);
    await page.goto('/add-drink');
    await expect(namesIn(panel(page, 'Bottles'))).toHaveText(['Gin', 'Rum', 'Rye', 'Syrup']);
    await expect(page.getByText(/sold/)).toHaveCount(0);
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
    await button(page, 'Move down Gin').click();
    await expect(panel(page, 'Bottles').getByText('Saved', { exact: true })).toBeVisible();
  });
});
