import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

test('a sale that was refused is taken into the books from the dashboard, another is dismissed', async ({
  page,
  bar,
}) => {
  const rum = await bar.addIngredient({ name: 'Rum', price: 7.5, positionInUnit: ['1'] });
  const daiquiri = await bar.addDrink('Daiquiri', 9.75, [rum]);
  const refuse = (drink: object) =>
    bar.sell({ date: Date.now(), drinks: [{ drinkId: daiquiri, ...drink }] }).catch(() => {});
  await refuse({ price: 11.25, quantity: 2 });
  await refuse({ price: 11.25, quantity: -1 });

  await page.goto('/dashboard');
  await page.getByRole('link', { name: '2 sales were refused and not booked' }).click();
  await expect(page.getByRole('heading', { name: 'Refused sales' })).toBeVisible();
  const sales = page.getByRole('article');
  await expect(sales).toHaveCount(2);
  await expectNoShift(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const priced = sales.filter({ hasText: 'This is not the price on the menu' });
  await expect(priced).toContainText('2 × Daiquiri');
  await expect(priced).toContainText('charged $11.25, $9.75 on the menu');
  await priced.getByRole('button', { name: 'Take as charged, $22.50' }).click();
  await expect(page.getByText('The sale is in your books')).toBeVisible();
  await expect(sales).toHaveCount(1);

  await sales.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('alertdialog').getByText('Dismiss', { exact: true }).click();
  await expect(page.getByText('Every sale of the units is in your books.')).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByText('$22.50').first()).toBeVisible();
  await expect(page.getByText('refused and not booked')).toHaveCount(0);
});
