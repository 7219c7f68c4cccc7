import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

test('a webhook is added, tried, sent again, turned off and deleted', async ({ page, bar }) => {
  test.slow();
  await page.goto('/developers');
  await expect(page.getByText('Events are sent to no program yet.')).toBeVisible();
  await expectNoShift(page);
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
  const add = dialog.getByRole('button', { name: 'Add webhook' });
  await add.click();
  await expect(dialog.getByText('Enter an address that begins with https://')).toBeVisible();
  await expect(dialog.getByText('Choose at least one event')).toBeVisible();
  await dialog.getByRole('checkbox', { name: /sale\.created$/ }).check();
  await dialog.getByLabel('Address').fill('https://10.0.0.1/');
  await add.click();
  await expect(
    dialog.getByText('Enter an address that is reached over the internet'),
  ).toBeVisible();
  await expectAccessible(page);
  // Nothing listens there.
  await dialog.getByLabel('Address').fill('https://127.0.0.1:9/barback');
  await add.click();
  await expect(dialog.getByLabel('Secret')).toHaveValue(/^whsec_/);
  const secret = await dialog.getByLabel('Secret').inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('row', { name: /127\.0\.0\.1:9/ });
  await expect(row).toContainText('sale.created');
  await expect(row).toContainText('Nothing sent yet');
  await expect(page.getByText(secret)).toHaveCount(0);

  const open = async (action: string) => {
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  const gin = await bar.addIngredient({ name: 'Gin', price: 7, positionInUnit: ['1'] });
  const drinkId = await bar.addDrink('Gin and Tonic', 9, [gin]);
  await bar.sell({ drinks: [{ drinkId }] });
  await open('Deliveries and test');
  const deliveries = page.getByRole('dialog', { name: 'Deliveries' });
  const delivery = deliveries.getByRole('row', { name: /sale\.created/ });
  await expect(delivery).toContainText('No connection: ECONNREFUSED');
  await deliveries.getByRole('button', { name: 'Send a test' }).click();
  await expect(deliveries.getByRole('status')).toContainText('Test: No connection');
  await expectAccessible(page);
  await delivery.getByRole('button', { name: /^Send again/ }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await deliveries.getByRole('button', { name: 'Close', exact: true }).last().click();

  await page.reload();
  await expect(row).toContainText('Failing, first just now');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await open('Replace secret');
  const replace = page.getByRole('dialog', { name: 'Replace secret' });
  await replace.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect(replace.getByLabel('Secret')).not.toHaveValue(secret);
  await replace.getByRole('button', { name: 'Done' }).click();
  await open('Turn off');
  await expect(row).toContainText('Off');
  await open('Delete');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(row).toHaveCount(0);
  await page.goto('/audit');
  await expect(page.getByText('Replaced webhook secret')).toBeVisible();
});
