import { expectAccessible } from './checks.ts';
import { demoDaysPath } from './sales.ts';
import { expect, test } from './test.ts';

test('an order opens beside the report from its row and by its address, with its refunds', async ({
  page,
  bar,
}) => {
  const rum = await bar.addIngredient({ name: 'Rum', price: 7, positionInUnit: ['1'] });
  const gin = await bar.addIngredient({ name: 'Gin', price: 6, positionInUnit: ['2'] });
  const pours = [{ ingredientId: rum, position: '1', ml: 20, ms: 5000, outcome: 'empty' }];
  const { id } = await bar.sell({
    drinks: [{ ingredients: [rum], successQuantity: 0, pours }, { ingredients: [gin] }],
    paymentId: 'demo_order_9876',
    paymentReaderDeviceName: 'Bar left',
  });
  await page.goto(demoDaysPath());
  const row = page.getByRole('row').filter({ hasText: 'Rum' });
  await row.getByRole('cell').first().click();
  const panel = page.getByRole('dialog', { name: 'Order' });
  await expect(panel).toContainText('Rum, position 1: 20 ml in 5.0 s, empty');
  await expect(panel).toContainText('0 of 1 poured');
  await expect(panel).toContainText('… 9876');
  await expect(panel).toContainText('Bar left');
  await expect(page).toHaveURL(new RegExp(`order=${id}`));
  await expectAccessible(page);

  const refund = panel.getByRole('button', { name: 'Request refund of Rum' });
  await refund.press('Enter');
  await page.keyboard.press('Escape');
  await expect(refund).toBeFocused();
  await page.keyboard.press('Enter');
  const send = panel.getByRole('button', { name: 'Refund $7.00' });
  await expect(send).toBeFocused();
  await expect(send).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: 'Undo refund of Rum' })).toBeFocused();
  await expect(panel.getByRole('alert')).toContainText('Rum: $7.00 to the card');
  await expect(panel).toContainText('Refund of Rum, $7.00 refunded');
  await expect(panel.getByRole('listitem').filter({ hasText: 'poured 0' })).toBeFocused();

  await page.goBack();
  await expect(panel).toHaveCount(0);
  await expect(page).not.toHaveURL(/order=/);
  await expect(row).toContainText('Refunded');
  await row.press('Enter');
  await expect(panel).toBeVisible();
  await page.reload();
  await expect(panel).toContainText('… 9876');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(page).not.toHaveURL(/order=/);
  await page.goto(`${demoDaysPath()}&order=018dffff-0000-7000-8000-000000000000`);
  await expect(panel.getByRole('alert')).toContainText('The order could not be loaded.');
});
