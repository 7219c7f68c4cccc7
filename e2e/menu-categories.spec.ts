import { fillMenu } from './bar.ts';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

test('brunch drinks get their hours on a phone, and a drink is sold out until tomorrow', async ({
  page,
  bar,
}) => {
  await fillMenu(bar, 2);
  const clock = { timezone: 'America/New_York', startsAt: '05:00' };
  await bar.request('PUT', `/api/venues/${bar.venueId}/clock`, clock);
  const stored = () => bar.getJson<object[]>(`/api/venues/${bar.venueId}/menu-categories`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/drink-menu');
  await page.getByRole('link', { name: 'Categories' }).click();
  const list = page.getByRole('region', { name: 'Categories', exact: true });
  await expect(list).toContainText('There are no categories yet');
  await page.getByRole('button', { name: 'Add category' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add category' });
  await dialog.getByLabel('Name').fill('Brunch');
  await dialog.getByLabel('On offer').selectOption('In certain hours');
  await dialog.getByRole('checkbox', { name: 'Drink 1' }).check();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add category' }).click();
  await expect(dialog).toHaveCount(0);
  const row = list.getByRole('listitem').filter({ hasText: 'Brunch' });
  await expect(row).toContainText('Sat, Sun, 10:00 AM to 2:00 PM');
  await expect(row).toContainText('1 drink');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Edit category Brunch' }).click();
  const edited = page.getByRole('dialog', { name: 'Edit category' });
  await edited.getByLabel('On offer').selectOption('At all times');
  await edited.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('At all times');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('Sat, Sun, 10:00 AM to 2:00 PM');
  await page.getByRole('button', { name: 'Delete category Brunch' }).click();
  await expect(list).toContainText('There are no categories yet');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(row).toContainText('1 drink');
  expect(await stored()).toMatchObject([{ name: 'Brunch' }]);

  await page.goto('/add-drink');
  const card = page.getByRole('article', { name: 'Drink 2', exact: true });
  await card.getByRole('button', { name: 'More for Drink 2' }).click();
  await page.getByRole('menuitem', { name: 'Sold out until tomorrow' }).click();
  await expect(card).toContainText('Sold out until tomorrow.');
  await card.getByRole('button', { name: 'More for Drink 2' }).click();
  await page.getByRole('menuitem', { name: 'Back on offer' }).click();
  await expect(card).not.toContainText('Sold out until tomorrow.');

  await page.setViewportSize({ width: 1440, height: 900 });
  await card.getByRole('button', { name: 'More for Drink 2' }).click();
  await page.getByRole('menuitem', { name: 'Sold out until tomorrow' }).click();
  await card.getByRole('button', { name: 'Back on offer Drink 2' }).click();
  await expect(card).not.toContainText('Sold out until tomorrow.');
});
