import { uniqueName } from './bar.ts';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { hold } from './hold.ts';
import { findOwnerRow } from './owner-list.ts';
import { expect, test } from './test.ts';

test.use({ account: 'admin' });

test.beforeEach(async ({ page, bar }) => {
  await page.goto('/owners');
  const row = await findOwnerRow(page, bar.ownerName);
  await row.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByLabel('Name')).toHaveValue(bar.ownerName);
});

test('an edited owner shows in the list once the server has responded', async ({ page, bar }) => {
  const newName = uniqueName('Zest Renamed');
  const release = await hold(page, /\/api\/admins\/owner\/.+/);
  await page.getByLabel('Name').fill(newName);
  await page.getByRole('button', { name: 'Update owner' }).click();
  await expect(page).toHaveURL(`/owners/${bar.userId}`);
  release();
  await expect(page).toHaveURL('/owners');
  await expect(page.getByText(`${newName} is saved.`)).toBeVisible();
  await expect(await findOwnerRow(page, newName)).toBeVisible();
});

test('editing an owner shows an invalid email at its field and as an alert, and stays on the screen', async ({
  page,
  bar,
}) => {
  await page.getByLabel('Email').fill('nonsense');
  await page.getByRole('button', { name: 'Update owner' }).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter a valid email address');
  await expect(page.getByRole('alert')).toHaveText('Enter a valid email address');
  await expect(page).toHaveURL(`/owners/${bar.userId}`);
});

test('limits show what is stored, are changed with the form, and an empty field restores the usual one', async ({
  page,
  bar,
}) => {
  const units = page.getByRole('listitem').filter({ hasText: /^Units/ });
  const pictures = page.getByRole('listitem').filter({ hasText: /^Pictures/ });
  const save = async () => {
    await page.getByRole('button', { name: 'Update owner' }).click();
    await expect(page).toHaveURL('/owners');
    await page.goto(`/owners/${bar.userId}`);
  };
  await expect(units).toContainText('1 of 1,000');
  await expect(pictures).toContainText('0 of 500 MB');
  await page.getByLabel('Limit of units', { exact: true }).fill('1');
  await page.getByLabel('Limit of pictures in MB').fill('2000');
  await save();
  await expect(units).toContainText('1 of 1');
  await expect(pictures).toContainText('0 of 2,000 MB');
  await expect(page.getByLabel('Limit of pictures in MB')).toHaveValue('2,000');
  await expect(pictures).toContainText('Usual limit 500 MB');
  await expect(page.getByLabel('Limit of venues')).toHaveValue('');
  await expect(page.getByLabel('Limit of venues')).toHaveAttribute('placeholder', '100');
  await expectNoShift(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel('Limit of units', { exact: true }).fill('');
  await page.getByLabel('Limit of pictures in MB').fill('');
  await save();
  await expect(units).toContainText('1 of 1,000');
  await expect(pictures).toContainText('0 of 500 MB');
});

test('a limit that is refused shows the reason at its field', async ({ page, bar }) => {
  const drinks = page.getByLabel('Limit of drinks');
  await drinks.fill('9999999999999');
  await page.getByRole('button', { name: 'Update owner' }).click();
  await expect(drinks).toHaveAccessibleDescription('Use a smaller limit');
  await expect(page.getByRole('alert')).toHaveText('Use a smaller limit');
  await expect(page).toHaveURL(`/owners/${bar.userId}`);
});

test('the edit owner screen has no layout shift when the owner loads', async ({ page, bar }) => {
  const release = await hold(page, /\/api\/admins\/owner\/.+/);
  await page.goto(`/owners/${bar.userId}`);
  await expect(page.getByRole('button', { name: 'Update owner' })).toBeDisabled();
  release();
  await expect(page.getByLabel('Name')).toHaveValue(bar.ownerName);
  await expectNoShift(page);
});

test('the edit owner screen is accessible, fits a phone, and Back returns to the list', async ({
  page,
}) => {
  await expectNoShift(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL('/owners');
});
