import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

const at = (position: string) => ({ price: 7, positionInUnit: [position] });

test('drinks are drawn by glasses and margin, and those without a cost are named', async ({
  page,
  bar,
}) => {
  const rum = await bar.addIngredient({ name: 'Rum', ...at('1') });
  const gin = await bar.addIngredient({ name: 'Gin', ...at('2') });
  const vodka = await bar.addIngredient({ name: 'Vodka', ...at('3') });
  const whisky = await bar.addIngredient({ name: 'Whisky', ...at('4') });
  const unknown = await bar.addIngredient({ name: 'Unknown', ...at('5') });
  for (const [ingredient, cost] of [
    [rum, 20],
    [gin, 90],
    [vodka, 20],
    [whisky, 90],
  ] as const)
    await bar.request('PUT', `/api/venues/${bar.venueId}/ingredients/${ingredient}/costs`, {
      cost,
      bottleMl: 1000,
    });
  const drinks = [
    ['Rum shot', rum, 9],
    ['Gin shot', gin, 8],
    ['Vodka shot', vodka, 1],
    ['Whisky shot', whisky, 2],
    ['House special', unknown, 3],
  ] as const;
  for (const [name, ingredient, quantity] of drinks) {
    const drinkId = await bar.addDrink(name, 10, [ingredient]);
    await bar.sell({ drinks: [{ drinkId, quantity }] });
  }
  await page.goto('/reports/loss');
  await page.getByRole('link', { name: 'Margins' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Margins');
  const row = (name: string) =>
    page.getByRole('table', { name: 'Margins by drink' }).getByRole('row', { name });
  await expect(row('Rum shot')).toContainText('Stars');
  await expect(row('Gin shot')).toContainText('Workhorses');
  await expect(row('Vodka shot')).toContainText('Puzzles');
  await expect(row('Whisky shot')).toContainText('Dogs');
  // 45 ml at 2 cents.
  await expect(row('Rum shot')).toContainText('9.0%');
  await expect(row('Rum shot')).toContainText('$81.90');
  await expect(row('House special')).toContainText('Cost not known');
  await expect(page.getByText('One drink is left out')).toBeVisible();

  await expectNoShift(page);

  await page.getByRole('slider', { name: /^Margins/ }).focus();
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', /^Rum shot: Glasses 9/);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', /^Gin shot/);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(row('Rum shot')).toContainText('9 glasses');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/prices');
  const priced = (name: string) =>
    page.getByRole('table', { name: 'Prices' }).getByRole('row', { name });
  await expect(priced('Rum shot')).toContainText('$9.10 · 91.0%');
  await expect(priced('House special')).toContainText('–');
  // By keys: text that a script fills into an input that is aligned right counts as a shift.
  await page.getByLabel('Price of Rum shot', { exact: true }).press('ControlOrMeta+a');
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await expect(priced('Rum shot')).toContainText('$11.10 · 92.5%');
  await expectNoShift(page);
  await expectNoSidewaysScroll(page);
});

test('without costs margins ask for them', async ({ page, bar }) => {
  const rum = await bar.addIngredient({ name: 'Rum', price: 7, positionInUnit: ['1'] });
  await bar.addDrink('Rum shot', 10, [rum]);
  await page.goto('/reports/margins');
  await expect(page.getByText('No drink has a known cost')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add costs' })).toBeVisible();
});

test('no point covers the name of a corner on a phone', async ({ page, bar }) => {
  for (const [nth, price] of [0, 1, 19, 20].entries()) {
    const bottle = await bar.addIngredient({ name: `Bottle ${nth}`, ...at(String(nth + 1)) });
    await bar.request('PUT', `/api/venues/${bar.venueId}/ingredients/${bottle}/costs`, {
      cost: 20,
      bottleMl: 1000,
    });
    const drinkId = await bar.addDrink(`Shot ${nth}`, price, [bottle]);
    await bar.sell({ drinks: [{ drinkId, quantity: 1 + 5 * nth }] });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/reports/margins');
  const drawing = page.locator('[data-drawing]');
  await expect(drawing.locator('[data-stop]')).toHaveCount(4);
  const boxes = async (of: ReturnType<typeof page.locator>) =>
    Promise.all((await of.all()).map((one) => one.boundingBox()));
  const names = await boxes(drawing.getByText(/^(Stars|Workhorses|Puzzles|Dogs)$/));
  expect(names).toHaveLength(4);
  for (const point of await boxes(drawing.locator('[data-stop]')))
    for (const name of names) {
      const isApart =
        !point ||
        !name ||
        point.x >= name.x + name.width ||
        point.x + point.width <= name.x ||
        point.y >= name.y + name.height ||
        point.y + point.height <= name.y;
      expect(isApart, JSON.stringify({ point, name })).toBe(true);
    }
});
