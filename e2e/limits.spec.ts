import { actFor } from './bar.ts';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

test('a limit that is nearly reached is announced, with whom to ask', async ({
  page,
  bar,
  admin,
}) => {
  const limits = { units: 1, venues: 2 };
  await admin.request('PUT', `/api/admins/owner/${bar.userId}`, { limits });
  await page.goto('/dashboard');
  const card = page.getByRole('region', { name: 'Needs attention' });
  const line = card.getByRole('listitem').filter({ hasText: '1 of 1 units in use' });
  await expect(line).toContainText('Ask your administrator to raise the limit');
  await expect(line.getByRole('link')).toHaveCount(0);
  await expect(card).not.toContainText('venues');
  await expectNoShift(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test.describe('as a super admin', () => {
  test.use({ account: 'admin' });

  test('a limit that is nearly reached links to the screen where it is raised', async ({
    page,
    bar,
    admin,
  }) => {
    await admin.request('PUT', `/api/admins/owner/${bar.userId}`, { limits: { units: 1 } });
    await actFor(page, bar);
    await page.goto('/dashboard');
    await page.getByRole('link', { name: /1 of 1 units in use/ }).click();
    await expect(page).toHaveURL(`/owners/${bar.userId}`);
    await expect(page.getByLabel('Limit of units', { exact: true })).toHaveValue('1');
  });

  test('saving a name keeps the limit that was set elsewhere meanwhile', async ({
    page,
    bar,
    admin,
  }) => {
    const path = `/api/admins/owner/${bar.userId}`;
    await page.goto(`/owners/${bar.userId}`);
    const units = page.getByLabel('Limit of units', { exact: true });
    await expect(units).toHaveValue('');
    await page.getByRole('link', { name: 'Back' }).click();
    // The owner is read again only after the screen was left.
    await expect(page.getByRole('heading', { name: 'Owner list', level: 1 })).toBeVisible();
    await admin.request('PUT', path, { limits: { units: 7 } });
    await page.goBack();
    // What was read before is shown until the limit is read again.
    await expect(page.getByText(/ of 7$/)).toBeVisible();
    await page.getByLabel('Name', { exact: true }).fill('Another Name');
    await page.getByRole('button', { name: 'Update owner' }).click();
    await expect(page).toHaveURL(/\/owners(\?|$)/);
    expect(await admin.getJson(path)).toMatchObject({ name: 'Another Name', limits: { units: 7 } });
  });
});
