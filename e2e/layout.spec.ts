import { accounts, password } from './accounts.ts';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { expect, storageOf, test } from './test.ts';

test.describe('as the demo owner', () => {
  test.use({ account: 'owner' });

  test('the sidebar of an owner is 240 pixels wide and has the owner items and a logo', async ({
    page,
  }) => {
    await page.goto('/reports');
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await expect(navigation.getByRole('list').first().getByRole('link')).toHaveText([
      'Your menu',
      'Add Ingredient',
      'Reports',
    ]);
    await expect(navigation.getByRole('list', { name: 'Tonight' }).getByRole('link')).toHaveText([
      'Overview',
      'Live',
      /^Failed pours/,
      'Refill',
      'Units',
    ]);
    await expect(navigation.getByRole('list', { name: 'Business' }).getByRole('link')).toHaveText([
      'Menu and prices',
      'Units and venue',
      'People',
      'Activity log',
    ]);
    await expect(navigation.getByRole('img', { name: 'Barback' })).toBeVisible();
    await expect(navigation.getByRole('button', { name: 'Logout' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden();
    await expect(page.getByRole('banner')).toContainText('Maya');
    await expect
      .poll(() => page.getByRole('complementary').boundingBox())
      .toMatchObject({ width: 240 });
  });

  test('the sidebar opens from a menu button on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/reports');
    await expect(page.getByRole('heading', { name: 'Reports' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await expect(drawer.getByRole('link', { name: 'Your menu' })).toBeVisible();
    await expect.poll(async () => (await drawer.boundingBox())?.width).toBeCloseTo(240, 1);
    await expectAccessible(page);

    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(menu).toBeFocused();

    await menu.click();
    await page.mouse.click(350, 400);
    await expect(drawer).toBeHidden();

    await menu.click();
    await drawer.getByRole('link', { name: 'Your menu' }).click();
    await expect(page).toHaveURL(/\/add-drink(\?|$)/);
    await expect(drawer).toBeHidden();
  });

  test('the skip link moves the focus past the sidebar', async ({ page }) => {
    await page.goto('/reports');
    await expect(page.getByRole('heading', { name: 'Reports' })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });

  test('the chosen colour scheme survives a reload', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/reports');
    await page.getByRole('button', { name: 'Account of Maya' }).click();
    await page.getByRole('radio', { name: 'Dark' }).check();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.getByRole('button', { name: 'Account of Maya' }).click();
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
    await page.getByRole('radio', { name: 'System' }).check();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  });

  test('the logo leads to the dashboard', async ({ page }) => {
    await page.goto('/reports');
    await page.getByRole('link', { name: 'Barback' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  });

  test('the account menu opens terms, shortcuts and help by keyboard, and logs out', async ({
    page,
  }) => {
    await page.goto('/reports');
    const opener = page.getByRole('button', { name: 'Account of Maya' });
    const panel = page.getByRole('dialog', { name: 'Account' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(panel).toContainText(accounts.owner);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(opener).toBeFocused();

    await opener.click();
    await panel.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(dialog).toContainText('Lift or drop');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();

    await opener.click();
    await panel.getByRole('link', { name: 'Help' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help');
    await expect(panel).toBeHidden();
    await expectAccessible(page);

    await opener.click();
    await panel.getByRole('link', { name: 'Terms and conditions' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New Settings');
    await expect(panel).toBeHidden();
    await expectNoSidewaysScroll(page);
  });

  test('an owner is redirected from the screens of a super admin', async ({ page }) => {
    for (const path of ['/owners', '/owners/x', '/renderingsettings', '/register']) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/add-drink(\?|$)/);
    }
  });

  test('an unknown path redirects an owner to Your Menu', async ({ page }) => {
    for (const path of ['/venues/', '/version/', '/reports/x', '/add-drink/x', '/nope']) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/add-drink(\?|$)/);
    }
    await page.goto('/settings/x');
    await expect(page.getByRole('heading', { name: 'New Settings' })).toBeVisible();
    await page.goto('/venues');
    await expect(page.getByRole('heading', { name: 'Venues' })).toBeVisible();
  });
});

test('a customer sees that there is no dashboard for the account', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(accounts.customer);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('There is no dashboard for this account')).toBeVisible();
  await expect(page).toHaveURL('/');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('logging out ends the session in the browser and on the server', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(accounts.hidden);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/add-drink(\?|$)/);
  // The sidebar of this account has no items, only the logout button.
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveCount(0);
  // Nor has its account menu links to screens, and its logo is no link.
  await page.getByRole('button', { name: /^Account of/ }).click();
  const panel = page.getByRole('dialog', { name: 'Account' });
  await expect(panel.getByRole('button', { name: 'Log out' })).toBeVisible();
  await expect(panel.getByRole('link')).toHaveCount(0);
  await page.keyboard.press('Escape');
  const { apiToken } = await storageOf(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  expect(await storageOf(page)).toEqual({});
  await page.goto('/venues');
  await expect(page).toHaveURL('/login?next=%2Fvenues');
  const afterwards = await page.request.get('/api/orders', {
    headers: { Authorization: `Bearer ${apiToken}` },
  });
  expect(afterwards.status()).toBe(401);
});
