import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { hold } from './hold.ts';
import { expect, signedInAs, test } from './test.ts';

test.use(signedInAs('admin'));

test.beforeEach(async ({ page }) => {
  await page.goto('/owners');
  await page
    .getByRole('row', { name: 'Bluebird Brewing' })
    .getByRole('link', { name: 'Edit' })
    .click();
  await expect(page.getByLabel('Name')).toHaveValue(/Bluebird/);
});

test('an owner is changed, and the list shows it once the server has answered', async ({
  page,
}) => {
  const release = await hold(page, /\/api\/admins\/owner\/.+/);
  await page.getByLabel('Name').fill('Bluebird Brewing Co.');
  await page.getByRole('button', { name: 'Update owner' }).click();
  await expect(page).toHaveURL(/\/owners\/.+/);
  release();
  await expect(page).toHaveURL('/owners');
  await expect(page.getByRole('row', { name: 'Bluebird Brewing Co.' })).toBeVisible();
});

test('a bad email is told at the field and as a line, and nothing is left', async ({ page }) => {
  await page.getByLabel('Email').fill('nonsense');
  await page.getByRole('button', { name: 'Update owner' }).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter a valid email address');
  await expect(page.getByRole('alert')).toHaveText('Enter a valid email address');
  await expect(page).toHaveURL(/\/owners\/.+/);
});

test('Back leads to the list, and the screen fits', async ({ page }) => {
  await expectNoShift(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL('/owners');
});
