import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { emailFor, uniqueName } from './bar.ts';
import { expect, test } from './test.ts';

test('an owner invites a bartender, who joins with the link and sees no amount', async ({
  page,
  bar,
  browser,
}) => {
  const rum = await bar.addIngredient({ name: 'Rum', price: 7.5, positionInUnit: ['1'] });
  await bar.addDrink('Daiquiri', 9.75, [rum]);
  await page.goto('/people');
  const table = page.getByRole('table', { name: 'People' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expectNoShift(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a person' });
  const email = emailFor(uniqueName('Kim'));
  await dialog.getByLabel('Email').fill(email);
  await expect(dialog.getByRole('radio', { name: /^Bartender/ })).toBeChecked();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Invite' }).click();
  const link = await dialog.getByLabel('Link').inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(table.getByRole('row', { name: email })).toContainText('Invited');

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await theirs.goto(link);
  await expect(theirs.getByRole('heading', { name: `Join ${bar.ownerName}` })).toBeVisible();
  await theirs.getByLabel('Email').fill(email);
  await theirs.getByLabel('Your name').fill('Kim Doe');
  await theirs.getByLabel('Password').fill('a horse of another colour');
  await theirs.getByRole('button', { name: 'Join' }).click();
  await expect(theirs.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(theirs.getByText('Orders', { exact: true }).first()).toBeVisible();
  await expect(theirs.getByText('Gross volume')).toHaveCount(0);
  await expect(theirs.getByRole('link', { name: 'People' })).toHaveCount(0);
  await theirs.getByRole('link', { name: 'Your menu' }).first().click();
  await expect(theirs.getByRole('article', { name: 'Daiquiri' })).toBeVisible();
  await expect(theirs.getByRole('main')).not.toContainText('$');
  await expectAccessible(theirs);

  await page.reload();
  await page.getByRole('button', { name: 'Actions for Kim Doe' }).click();
  await page.getByRole('button', { name: 'Suspend Kim Doe' }).click();
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect(table.getByRole('row', { name: 'Kim Doe' })).toContainText('Suspended');
  await theirs.reload();
  await expect(theirs.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await context.close();
});
