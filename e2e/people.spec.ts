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

test('the preview of a role shows its screens, and changes nothing', async ({ page, bar }) => {
  const rum = await bar.addIngredient({ name: 'Rum', price: 7.5, positionInUnit: ['1'] });
  await bar.addDrink('Daiquiri', 9.75, [rum]);
  await page.goto('/people');
  const card = page.getByRole('region', { name: 'Preview' });
  await expectAccessible(page);
  await card.getByLabel('Role').selectOption('Bartender');
  const frame = card.frameLocator('iframe[title="Barback as a bartender sees it"]');
  await expect(frame.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(frame.getByText('Orders', { exact: true }).first()).toBeVisible();
  await expect(frame.getByText('Gross volume')).toHaveCount(0);
  await frame.getByRole('button', { name: 'Account of A bartender' }).click();
  await expect(frame.getByRole('link', { name: 'Activity log' })).toHaveCount(0);
  await frame.getByRole('link', { name: 'Profile' }).click();
  await frame.getByLabel('Your password').first().fill('anything');
  await frame.getByRole('button', { name: 'Save' }).click();
  await expect(frame.getByText('This is a preview: nothing can be changed in it')).toBeVisible();

  await card.getByLabel('Role').selectOption('Accountant');
  await expect(card.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveText(
    'Reports',
  );
  await expectNoSidewaysScroll(page);
  await page.reload();
  await expect(page.getByRole('table', { name: 'People' })).toContainText(bar.email);
});
