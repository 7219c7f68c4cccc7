import { button, failWith, namesIn, panel, test } from './stocked-bar.ts';
import { expect } from './test.ts';

const broken = { error: { message: 'The cellar is locked.' } };

test('ingredients that cannot be loaded are said to be so and can be requested again', async ({
  page,
  stockedBar: bar,
}) => {
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

test('cards show without servings when servings sold cannot be loaded', async ({
  stockedPage: page,
}) => {
  await failWith(page, '**/ingredient-sales', 500, broken);
  await page.goto('/add-drink');
  await expect(namesIn(panel(page, 'Bottles'))).toHaveText(['Gin', 'Rum', 'Rye', 'Syrup']);
  await expect(page.getByText(/sold/)).toHaveCount(0);
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
  await button(page, 'Move down Gin').click();
  await expect(panel(page, 'Bottles').getByText('Saved', { exact: true })).toBeVisible();
});

test('drinks that cannot be loaded show the error and can be requested again', async ({
  page,
  stockedBar: bar,
}) => {
  const list = `**/api/drinks/${bar.venueId}?*`;
  await failWith(page, list, 500, broken);
  await page.goto('/add-drink');
  const drinks = panel(page, 'Drinks');
  await expect(drinks.getByRole('alert')).toContainText('The cellar is locked.');
  await page.unroute(list);
  await drinks.getByRole('button', { name: 'Try again' }).click();
  await expect(drinks).toContainText('This unit has no drinks yet.');
});

for (const [resource, path] of [
  ['units', '**/api/venues/*/units'],
  ['venues', '**/api/users/*/venues'],
] as const) {
  test(`${resource} that cannot be loaded are said to be so and can be requested again`, async ({
    stockedPage: page,
  }) => {
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
  });
}
