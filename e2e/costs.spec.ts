import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

test('costs are typed one below the other, and held by date', async ({ page, bar }) => {
  await bar.addIngredient({ name: 'Campari', price: 6, positionInUnit: ['1'] });
  await bar.addIngredient({ name: 'Gin', price: 5, positionInUnit: ['2'] });
  await page.goto('/reports');
  await page.getByRole('link', { name: 'Costs', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Costs');
  await expect(page.getByText('2 without a cost')).toBeVisible();
  await page.getByRole('textbox', { name: 'Cost of Campari' }).fill('21.50');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Cost of Gin' })).toBeFocused();
  await expect(page.getByText('1 without a cost')).toBeVisible();
  await page.keyboard.type('1,2,3');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Cost of Gin' })).toHaveValue('');
  await expectAccessible(page);
  await expectNoShift(page);

  await page.getByRole('button', { name: 'Cost of Campari by date' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cost of Campari' });
  await expect(dialog.getByRole('listitem')).toContainText(['$21.50 for']);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Remove the cost from/ }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(0);
  await dialog.getByLabel('Cost per bottle').fill('19');
  await dialog.getByLabel('Supplier').fill('Metro');
  await dialog.getByRole('button', { name: 'Save cost' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Cost of Campari' })).toHaveValue('$19.00');

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('textbox', { name: 'Cost of Campari' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
