import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

test('a token is made for a program, shown once, used and revoked', async ({ page, bar }) => {
  await page.goto('/people');
  await page.getByRole('link', { name: 'Developers' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Developers');
  await expect(page.getByText('No program has a token yet.')).toBeVisible();
  await expectNoShift(page);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Make a token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make a token' });
  const makeToken = dialog.getByRole('button', { name: 'Make token' });
  await makeToken.click();
  await expect(dialog.getByText('Enter a name, such as the program that uses it')).toBeVisible();
  await expect(dialog.getByText('Choose what the token may do')).toBeVisible();
  await dialog.getByLabel('Name').fill('Hotel system');
  await dialog.getByRole('checkbox', { name: /reports:read$/ }).check();
  await dialog.getByLabel('Addresses that may use it').fill('here');
  await makeToken.click();
  await expect(dialog.getByText(/^Enter addresses such as/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Addresses that may use it').fill('127.0.0.0/8, ::1');
  await makeToken.click();
  const token = await dialog.getByLabel('Token').inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('row', { name: /Hotel system/ });
  await expect(row).toContainText('reports:read');
  await expect(row).toContainText('Never used');
  await expect(row).toContainText('In 90 days');

  const use = () =>
    page.request.get(
      `/api/reports/drinks?venueId=${bar.venueId}&startDate=1767225600000&endDate=1767312000000`,
      {
        headers: { authorization: `Bearer ${token}` },
      },
    );
  expect((await use()).status()).toBe(200);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(row).toContainText('just now');
  await expect(page.getByText(token)).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Revoke Hotel system' }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(row).toHaveCount(0);
  expect((await use()).status()).toBe(401);
});
