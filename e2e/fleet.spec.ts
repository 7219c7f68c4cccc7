import { actingMessages } from '../rules/users/sign-in.ts';
import { desktop, expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

test.use({ account: 'admin' });

test('FLEET-04 support finds a unit in the fleet, and acts for its owner with a reason', async ({
  page,
  bar,
}) => {
  test.slow();
  await page.setViewportSize(desktop);
  const rows = page.getByRole('table', { name: 'Units of all owners' }).getByRole('row');
  const row = rows.filter({ hasText: bar.venueName });
  await test.step('the figures of a new unit are there within a minute', async () => {
    await page.goto('/owners');
    await page.getByRole('link', { name: 'Fleet', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Fleet', level: 1 })).toBeVisible();
    await page.getByLabel('Search').fill(bar.venueName);
    await page.keyboard.press('Enter');
    await expect(async () => {
      await page.reload();
      await expect(row).toContainText(String(bar.unitNumber), { timeout: 2000 });
    }).toPass({ timeout: 60_000 });
    await expectNoShift(page);
    await expectAccessible(page);
  });
  await test.step('it fits a phone', async () => {
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(desktop);
  });
  await test.step('cohorts by software, category and age', async () => {
    await page.getByRole('radio', { name: 'Cohorts' }).check();
    await expect(page.getByRole('table', { name: 'Cohorts' })).toBeVisible();
    await page.getByRole('radio', { name: 'Category' }).check();
    await expect(page).toHaveURL('/fleet?tab=cohorts&by=category');
    await expect(page.getByRole('columnheader', { name: 'Category' })).toBeVisible();
    await expectAccessible(page);
    await page.goBack();
  });
  await test.step('a row asks for the reason, and opens the unit as its owner sees it', async () => {
    await page.goto(`/fleet?q=${encodeURIComponent(bar.venueName)}`);
    await row.first().focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Act for owner' }).click();
    await expect(dialog.getByText(actingMessages.reasonRequired)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Reason').fill('Unit is offline');
    await dialog.getByRole('button', { name: 'Act for owner' }).click();
    await expect(page).toHaveURL(new RegExp(`/units/${bar.unitNumber}`));
    await expect(page.getByText(bar.ownerName).first()).toBeVisible();
  });
});
