import type { Page } from '@playwright/test';
import { addStaff, signInAnew } from './bar.ts';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

const phone = { width: 390, height: 844 };

/** A photo of a sheet with its total, larger than what is uploaded. */
async function photoOf(page: Page, total: string) {
  const url = await page.evaluate<string>(`(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [2400, 3200];
    const context = canvas.getContext('2d');
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = 'black';
    context.font = '160px sans-serif';
    context.fillText('${total}', 200, 400);
    return canvas.toDataURL('image/jpeg');
  })()`);
  const buffer = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  return { name: 'invoice.jpg', mimeType: 'image/jpeg', buffer };
}

test('a delivery is received with a photo of its invoice, which is read, replaced and removed', async ({
  page,
  bar,
}) => {
  test.slow();
  const gin = await bar.addIngredient({ name: 'Gin', price: 7, positionInUnit: ['1'] });
  const at = `/api/venues/${bar.venueId}`;
  const cellar = { name: 'Cellar' };
  const { id: storeId } = await bar.request<{ id: string }>('POST', `${at}/stores`, cellar);
  await page.setViewportSize(phone);
  await page.goto('/stock?tab=deliveries');
  await page.getByRole('button', { name: 'Receive delivery' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name of the supplier' }).fill('Metro');
  const line = dialog.getByRole('group', { name: 'Gin' });
  await line.getByRole('textbox', { name: 'Bottles' }).fill('6');
  await dialog.locator('input[type=file]').setInputFiles(await photoOf(page, 'Total $117.00'));
  await expect(dialog.getByRole('img', { name: 'Preview of invoice.png' })).toBeVisible();
  await expect(dialog.getByText('needs the network')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  // The delivery is stored before its photo, which is sent again alone.
  await page.route('**/invoice-uploads', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Receive', exact: true }).click();
  await expect(dialog.getByText('the photo of its invoice is not')).toBeVisible();
  await page.unroute('**/invoice-uploads');
  await dialog.getByRole('button', { name: 'Receive', exact: true }).click();
  await expect(dialog).toBeHidden();
  const rows = page.getByRole('table', { name: 'Deliveries' }).getByRole('row', { name: /Metro/ });
  await expect(rows).toHaveCount(1);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const open = rows.getByRole('button', { name: 'Invoice of the delivery of Metro', exact: true });
  await open.focus();
  await page.keyboard.press('Enter');
  const photo = dialog.getByRole('img', { name: /^Photo of the invoice of Metro/ });
  await expect(photo).toBeVisible();
  await expect(photo).toHaveJSProperty('naturalHeight', 1600);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const shown = await photo.getAttribute('src');
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await dialog.locator('input[type=file]').setInputFiles(await photoOf(page, 'Total $118.00'));
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await open.click();
  await expect(photo).not.toHaveAttribute('src', shown ?? '');
  await page.keyboard.press('Escape');
  await expect(open).toBeFocused();
  await open.click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  const add = rows.getByRole('button', { name: 'Add invoice of the delivery of Metro' });
  await expect(add).toBeVisible();

  const [supplier] = await bar.getJson<{ id: string }[]>(`${at}/suppliers`);
  await bar.request('POST', `${at}/deliveries`, {
    key: 'another',
    storeId,
    supplierId: supplier?.id,
    lines: [{ ingredientId: gin, bottles: 1 }],
  });
  await signInAnew(page, { ...bar, ...(await addStaff(bar, 'bartender')) });
  await page.goto(`/stock?tab=deliveries&venue=${bar.venueId}`);
  await expect(rows).toHaveCount(2);
  await add.first().click();
  await dialog.locator('input[type=file]').setInputFiles(await photoOf(page, 'Total $9.00'));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Invoice added')).toBeVisible();
  await expect(open).toHaveCount(0);
});
