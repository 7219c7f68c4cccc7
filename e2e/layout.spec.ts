import { accounts, password } from './accounts.ts';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { expect, signedInAs, storageOf, test } from './test.ts';

test.describe('an owner', () => {
  test.use(signedInAs('owner'));

  test('has a sidebar 240 wide with the owner items and a logo', async ({ page }) => {
    await page.goto('/reports');
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await expect(navigation.getByRole('link')).toHaveText([
      'Your menu',
      'Add Ingredient',
      'Reports',
    ]);
    await expect(navigation.getByRole('img', { name: 'Barback' })).toBeVisible();
    await expect(navigation.getByRole('button', { name: 'Logout' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden();
    await expect(page.getByRole('banner')).toContainText('Maya');
    expect((await page.getByRole('complementary').boundingBox())?.width).toBe(240);
  });

  test('finds it behind a menu button on a phone, closed at first', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/reports');
    await expect(page.getByRole('heading', { name: 'Reports' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await expect(drawer.getByRole('link', { name: 'Your menu' })).toBeVisible();
    expect((await drawer.boundingBox())?.width).toBeCloseTo(240, 1);
    await expectAccessible(page);

    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(menu).toBeFocused();

    await menu.click();
    await page.mouse.click(350, 400);
    await expect(drawer).toBeHidden();

    await menu.click();
    await drawer.getByRole('link', { name: 'Your menu' }).click();
    await expect(page).toHaveURL('/add-drink');
    await expect(drawer).toBeHidden();
  });

  test('reaches the screen past the sidebar with one key', async ({ page }) => {
    await page.goto('/reports');
    await expect(page.getByRole('heading', { name: 'Reports' })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });

  test('chooses light or dark, and it stays', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/reports');
    await page.getByRole('button', { name: 'Use dark colours' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Use light colours' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  });

  test('finds no screen of a super admin', async ({ page }) => {
    for (const path of ['/owners', '/owners/x', '/renderingsettings', '/register']) {
      await page.goto(path);
      await expect(page).toHaveURL('/add-drink');
    }
  });

  test('finds not there what is not there, and other paths where they are', async ({ page }) => {
    for (const path of ['/venues/', '/version/', '/reports/x', '/add-drink/x', '/nope']) {
      await page.goto(path);
      await expect(page).toHaveURL('/add-drink');
    }
    await page.goto('/settings/x');
    await expect(page.getByRole('heading', { name: 'New Settings' })).toBeVisible();
    await page.goto('/venues');
    await expect(page.getByRole('heading', { name: 'Venues' })).toBeVisible();
  });
});

test('a customer is told there is nothing, once and everywhere', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(accounts.customer);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('There is no dashboard for this account')).toBeVisible();
  await expect(page).toHaveURL('/');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('logging out ends the session everywhere', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(accounts.hidden);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/add-drink');
  // The one account whose owner items are hidden still has this one.
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveCount(0);
  const { apiToken } = await storageOf(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  expect(await storageOf(page)).toEqual({});
  await page.goto('/venues');
  await expect(page).toHaveURL('/login');
  const afterwards = await page.request.get('/api/orders', {
    headers: { Authorization: `Bearer ${apiToken}` },
  });
  expect(afterwards.status()).toBe(401);
});
