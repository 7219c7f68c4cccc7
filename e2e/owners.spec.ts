import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { ask, expect, signedInAs, storageOf, test } from './test.ts';

test.use(signedInAs('admin'));

interface Owners {
  owners: { id: string; name: string; venues: { id: string; name: string }[] }[];
  pagination: { total: number };
}

const firstPage = '/api/admins/owners?pagination[current]=1&pagination[size]=10';

test('the list shows each owner with their venues, and fits', async ({ page }) => {
  await page.goto('/owners');
  await expect(page.getByRole('heading', { name: 'Owner list' })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Venues', 'Action']);
  const { owners } = await ask<Owners>(page, 'admin', firstPage);
  for (const { id, name, venues } of owners) {
    const row = page.getByRole('row', { name });
    await expect(row.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', `/owners/${id}`);
    for (const venue of venues)
      await expect(row.getByRole('link', { name: venue.name })).toBeVisible();
  }
  await expect(page.getByRole('link', { name: 'Register New Owner' })).toHaveAttribute(
    'href',
    '/register?redirect=%2Fowners',
  );
  await expectNoShift(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('the pager asks for further owners', async ({ page }) => {
  await page.goto('/owners');
  const { pagination } = await ask<Owners>(page, 'admin', firstPage);
  const pager = page.getByRole('navigation', { name: 'table pager' });
  await expect(pager).toContainText(`1-${Math.min(10, pagination.total)} of ${pagination.total}`);
  await expect(pager.getByRole('button', { name: 'Previous owners' })).toBeDisabled();
  expect(pagination.total, 'owners in the demo').toBeGreaterThan(10);
  await pager.getByRole('button', { name: 'Next owners' }).click();
  await expect(page).toHaveURL('/owners?page=2');
  await expect(pager).toContainText(`11-${Math.min(20, pagination.total)} of`);
});

test('a venue selects its owner until the list is opened again', async ({ page }) => {
  await page.goto('/owners?page=2');
  await page.getByRole('link', { name: 'Rooftop Bar' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Your Drink Menu' })).toBeVisible();
  const banner = page.getByRole('banner');
  await expect(banner).toContainText('Rooftop Hospitality (Rooftop Bar)');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link')).toHaveText([
    'Venues',
    'Drink Menu',
    'Your menu',
    'Add Ingredient',
    'Reports',
    'Super Admin',
  ]);
  await page.reload();
  await expect(banner).toContainText('Rooftop Hospitality (Rooftop Bar)');
  await expectAccessible(page);

  await navigation.getByRole('link', { name: 'Super Admin' }).click();
  await expect(page).toHaveURL('/owners');
  await expect(banner).not.toContainText('Rooftop Bar');
  await expect(navigation.getByRole('link')).toHaveText(['Owners', 'Rendering', 'Settings']);
  expect((await storageOf(page))['owner']).toContain('"id":""');
});

test('without an owner, screens that need one lead here and the others do not', async ({
  page,
}) => {
  for (const path of ['/', '/add-drink', '/salesreports']) {
    await page.goto(path);
    await expect(page).toHaveURL('/owners');
  }
  for (const path of ['/renderingsettings', '/settings', '/register', '/version']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(path);
  }
});

test('the register screen has no sidebar', async ({ page }) => {
  await page.goto('/register');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
});

test('a failure says so and can be tried again', async ({ page }) => {
  await page.route('**/api/admins/owners?**', (route) =>
    route.fulfill({
      status: 500,
      json: { error: { message: 'Internal error', requestId: 'r-9' } },
    }),
  );
  await page.goto('/owners?page=2');
  await expect(page.getByRole('alert')).toContainText('Internal error');
  await expect(page.getByRole('alert')).toContainText('r-9');
  await page.unroute('**/api/admins/owners?**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: 'Rooftop Bar' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
