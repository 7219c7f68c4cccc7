import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { hold } from './hold.ts';
import { button, card, namesIn, noteRequests, openBar, panel, refuse } from './menu-bar.ts';
import { expect, signedInAs, storageOf, test } from './test.ts';

test('shows what stands in a unit and what was sold of it, in three requests', async ({ page }) => {
  const bar = await openBar(page);
  const requests = noteRequests(page);
  await page.goto('/add-drink');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Menu');
  await expect(page.getByRole('combobox', { name: 'Venue' })).toContainText(bar.venueName);
  await expect(page.getByRole('combobox', { name: 'Unit ID' })).toContainText(
    `${bar.unitNumber} (ROTENDER_CLASSIC)`,
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
  const asked = requests.map((request) => new URL(request.url()).pathname);
  expect(asked.filter((path) => /ingredient|drinks|units\/\d/.test(path))).toHaveLength(3);

  const boxes = await card(page, 'Gin').or(card(page, 'Rum')).or(card(page, 'Rye')).all();
  let before = { x: 0, y: 0 };
  for (const box of boxes) {
    const { x, y, width, height } = (await box.boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    expect([width, height]).toEqual([300, 190]);
    if (before.y > 0) expect(x).toBe(before.x);
    expect(y).toBeGreaterThan(before.y);
    before = { x, y };
  }
  const picture = await card(page, 'Gin').getByRole('img').boundingBox();
  expect(picture?.width).toBe(100);
  await expectNoShift(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(await card(page, 'Gin').boundingBox()).toMatchObject({ width: 300, height: 190 });
});

test('draws the unit, and each side shows what is pointed at on the other', async ({ page }) => {
  const bar = await openBar(page);
  await page.goto('/add-drink');
  const places = page.getByRole('list', { name: `Places of unit ${bar.unitNumber}` });
  await expect(places.getByRole('listitem')).toHaveCount(20);
  await expect(places.getByText('Position 16: free')).toBeAttached();
  const rum = places.getByRole('button', { name: 'Position 3: Rum, 100%' });
  await rum.hover();
  await expect(card(page, 'Rum')).toHaveAttribute('data-highlighted', 'true');
  await card(page, 'Cola').hover();
  await expect(card(page, 'Rum')).toHaveAttribute('data-highlighted', 'false');
  await expect(page.getByText('position 101', { exact: true })).toBeVisible();
  await rum.focus();
  await page.keyboard.press('Enter');
  await expect(card(page, 'Rum')).toBeFocused();
});

test('another unit shows its own cards, and the first again at once', async ({ page }) => {
  const bar = await openBar(page);
  const beer = await bar.tell<{ _id: string; unitNumber: number }>(
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

  const goOn = await hold(page, `**/api/venues/*/units/${bar.unitNumber}`);
  await unit.selectOption(String(bar.unitNumber));
  await expect(namesIn(panel(page, 'Bottles'))).toHaveText(['Gin', 'Rum', 'Rye', 'Syrup']);
  goOn();

  await unit.selectOption(String(beer.unitNumber));
  await page.getByRole('link', { name: 'Add Ingredient' }).first().click();
  await expect(page).toHaveURL(/add-ingredient/);
  await page.goBack();
  await expect(panel(page, 'Beers')).toBeVisible();
  await page.reload();
  await expect(panel(page, 'Beers')).toBeVisible();

  // A unit that is gone gives way to the first.
  await bar.tell('DELETE', `/api/units/${beer.unitNumber}`);
  await page.reload();
  await expect(unit).toHaveValue(String(bar.unitNumber));
  await expect(namesIn(panel(page, 'Bottles'))).toHaveCount(4);
});

test('another venue brings its own units, and stays the active one elsewhere', async ({ page }) => {
  const bar = await openBar(page);
  const second = await bar.tell<{ id: string }>('POST', '/api/users/venues', { name: 'Tin Roof' });
  await page.goto('/add-drink');
  await expect(namesIn(panel(page, 'Bottles'))).toHaveCount(4);
  await page.getByRole('combobox', { name: 'Venue' }).selectOption({ label: 'Tin Roof' });
  await expect(page.getByText('This venue has no units yet.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Add a unit' })).toHaveAttribute(
    'href',
    `/venues/${second.id}`,
  );
  await expect(card(page, 'Gin')).toHaveCount(0);
  expect(await storageOf(page)).toMatchObject({ venue: second.id });
  await expectAccessible(page);
  const { unitNumber } = await bar.tell<{ unitNumber: number }>(
    'POST',
    `/api/units/${second.id}`,
    {},
  );
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Unit ID' })).toHaveValue(String(unitNumber));
  await expect(page.getByText('Nothing stands in this unit yet.')).toBeVisible();
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Add Ingredient' }).last(),
  ).toHaveAttribute('href', '/add-ingredient');
});

test.describe('what cannot be fetched', () => {
  const broken = { error: { message: 'The cellar is locked.' } };

  test('ingredients: no message, no endless spinner, and they can be loaded again', async ({
    page,
  }) => {
    const bar = await openBar(page);
    const list = `**/api/venues/*/units/${bar.unitNumber}`;
    await refuse(page, list, 500, broken);
    await page.goto('/add-drink');
    const again = panel(page, 'Bottles').getByRole('button', { name: 'Load again' });
    await expect(again).toBeVisible();
    await expect(page.getByText('The cellar is locked.')).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.unroute(list);
    await again.click();
    await expect(namesIn(panel(page, 'Bottles'))).toHaveCount(4);
  });

  test('servings sold: the cards are there without them', async ({ page }) => {
    await openBar(page);
    await refuse(page, '**/ingredient-sales', 500, broken);
    await page.goto('/add-drink');
    await expect(namesIn(panel(page, 'Bottles'))).toHaveText(['Gin', 'Rum', 'Rye', 'Syrup']);
    await expect(page.getByText(/sold/)).toHaveCount(0);
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
    await button(page, 'Move down Gin').click();
    await expect(panel(page, 'Bottles').getByText('Saved', { exact: true })).toBeVisible();
  });

  test('drinks: the message is kept, and they can be loaded again', async ({ page }) => {
    const bar = await openBar(page);
    const list = `**/api/drinks/${bar.venueId}?*`;
    await refuse(page, list, 500, broken);
    await page.goto('/add-drink');
    const drinks = panel(page, 'Drinks');
    await expect(drinks.getByRole('alert')).toContainText('The cellar is locked.');
    await page.unroute(list);
    await drinks.getByRole('button', { name: 'Try again' }).click();
    await expect(drinks).toContainText('This unit has no drinks yet.');
  });

  for (const [what, path] of [
    ['units', '**/api/venues/*/units'],
    ['venues', '**/api/users/*/venues'],
  ] as const) {
    test(`${what}: the screen stands, without a word`, async ({ page }) => {
      await openBar(page);
      await refuse(page, path, 500, broken);
      await page.goto('/add-drink');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Menu');
      const again = page.getByRole('main').getByRole('button', { name: 'Load again' });
      await expect(again).toBeVisible();
      await expect(page.getByRole('main').getByText(/locked|no venue|no units/)).toHaveCount(0);
      await page.unroute(path);
      await again.click();
      await expect(namesIn(panel(page, 'Bottles'))).toHaveCount(4);
    });
  }
});

test.describe('the owner of the demo', () => {
  test.use(signedInAs('owner'));

  test('sees a whole bar, on a phone too', async ({ page }) => {
    await page.goto('/add-drink');
    await expect(namesIn(panel(page, 'Bottles'))).toHaveCount(13);
    await expect(namesIn(panel(page, 'Soda Gun'))).toHaveText([
      'Cola',
      'Tonic',
      'Soda',
      'Cranberry',
    ]);
    await expect(page.getByRole('button', { name: 'Position 5: Patrón Silver' })).toBeVisible();
    await expectNoShift(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
