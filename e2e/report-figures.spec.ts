import { expectAccessible } from './checks.ts';
import { allDaysPath } from './sales.ts';
import { expect, test } from './test.ts';

test.use({ account: 'owner' });

test('the formulas of the figures show by mouse and by keyboard', async ({ page }) => {
  await page.goto(allDaysPath());
  const sales = page.getByRole('button', { name: /^Total Sales/ });
  const gross = page.getByRole('button', { name: /^Gross Volume/ });
  await expect(gross).toContainText('$');
  await sales.hover();
  await expect(page.getByRole('tooltip')).toHaveText(
    'Total Sales = Gross Volume - Total Taxes - Total Tips - Total Refunds',
  );
  await gross.focus();
  const hint = 'Gross Volume = Total Sales + Total Taxes + Total Tips + Total Refunds';
  await expect(page.getByRole('tooltip', { name: hint })).toBeVisible();
  await page.keyboard.press('Enter');
  const formula = page.getByRole('dialog', { name: 'How Gross Volume is made' });
  await expect(formula).toContainText(hint);
  await expect(formula.getByRole('term')).toHaveText([
    'Total Sales',
    '+Total Taxes',
    '+Total Tips',
    '+Total Refunds',
    '=Gross Volume',
  ]);
  await page.keyboard.press('Escape');
  await expect(formula).toBeHidden();
  await expect(gross).toBeFocused();
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true });

  test('a tap on a figure shows its formula', async ({ page }) => {
    await page.goto(allDaysPath());
    const sales = page.getByRole('button', { name: /^Total Sales/ });
    await expect(sales).toContainText('$');
    await sales.tap();
    await expect(page.getByRole('dialog', { name: 'How Total Sales is made' })).toContainText(
      'Total Sales = Gross Volume - Total Taxes - Total Tips - Total Refunds',
    );
    await expectAccessible(page);
  });
});
