import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

test('the setup of a unit is copied to another after its differences were shown, and undone', async ({
  page,
  bar,
}) => {
  const rum = await bar.addIngredient({ name: 'Rum', price: 7, positionInUnit: ['9'] });
  await bar.addDrink('Rum shot', 10, [rum]);
  const other = await bar.addUnit('ROTENDER_CLASSIC');
  await bar.addUnit('BEERTENDER');
  await page.goto(`/units/${bar.unitNumber}?tab=setup&venue=${bar.venueId}`);
  await page.getByRole('button', { name: 'Copy to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy setup' });
  const see = dialog.getByRole('button', { name: 'See what changes' });
  await expect(see).toBeDisabled();
  await dialog.getByRole('checkbox', { name: `Unit ${other.unitNumber}` }).check();
  await expectAccessible(page);
  await see.click();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await expect(dialog.getByRole('definition')).toHaveText(['Rum', 'Rum shot']);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Copy to 1 unit' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('The setup was copied to 1 unit')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The copy was undone')).toBeVisible();
  await page.getByRole('button', { name: 'More for the unit' }).click();
  await page.getByRole('menuitem', { name: 'Earlier copies' }).click();
  const copies = page.getByRole('dialog', { name: 'Earlier copies' });
  await expect(copies.getByRole('listitem')).toContainText('Undone');
  await expectAccessible(page);
  await copies.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Copy to…' }).click();
  await dialog.getByRole('checkbox', { name: 'All 2' }).check();
  await see.click();
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await expect(dialog.getByText('Not possible')).toBeVisible();
});

test('the setup of a unit is saved as a template and copied to another unit', async ({
  page,
  bar,
}) => {
  const rum = await bar.addIngredient({ name: 'Rum', price: 7, positionInUnit: ['9'] });
  await bar.addDrink('Rum shot', 10, [rum]);
  const other = await bar.addUnit('ROTENDER_CLASSIC');
  await page.goto(`/units/${bar.unitNumber}?tab=setup&venue=${bar.venueId}`);
  await page.getByRole('button', { name: 'More for the unit' }).click();
  await page.getByRole('menuitem', { name: 'Templates' }).click();
  const templates = page.getByRole('dialog', { name: 'Templates' });
  await templates.getByRole('button', { name: 'Save this unit as a template' }).click();
  await page
    .getByRole('dialog', { name: 'Save template' })
    .getByLabel('Name')
    .fill('Opening night');
  await page
    .getByRole('dialog', { name: 'Save template' })
    .getByRole('button', { name: 'Save' })
    .click();
  await expect(templates.getByRole('listitem')).toContainText('1 ingredient · 1 drink');
  await expectAccessible(page);
  await templates.getByRole('button', { name: 'Copy Opening night to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy setup' });
  await dialog.getByRole('checkbox', { name: `Unit ${other.unitNumber}` }).check();
  await dialog.getByRole('button', { name: 'See what changes' }).click();
  await dialog.getByRole('button', { name: 'Copy to 1 unit' }).click();
  await expect(page.getByText('The setup was copied to 1 unit')).toBeVisible();
  await templates.getByRole('button', { name: 'Delete Opening night' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(templates.getByRole('listitem')).toHaveCount(0);
});
