import type { Page } from '@playwright/test';
import { accounts, password } from './api-client.ts';
import { desktop, expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { findOwnerRow, switcher, switchTo } from './screens.ts';
import { expect, storageOf, test } from './test.ts';

test.describe('as the demo owner', () => {
  test.use({ account: 'owner' });

  test('the sidebar and the skip link lead through the screens', async ({ page }) => {
    test.slow();
    await test.step('the sidebar of an owner is 240 pixels wide and has the owner items and a logo', async () => {
      await page.goto('/reports');
      const navigation = page.getByRole('navigation', { name: 'Main' });
      await expect(navigation.getByRole('list').first().getByRole('link')).toHaveText([
        'Your menu',
        'Add Ingredient',
        'Reports',
      ]);
      await expect(navigation.getByRole('list', { name: 'Tonight' }).getByRole('link')).toHaveText([
        'Overview',
        /^Issues/,
        'Refill',
      ]);
      await expect(navigation.getByRole('list', { name: 'Bar' }).getByRole('link')).toHaveText([
        'Units',
        'Menu and prices',
      ]);
      await expect(navigation.getByRole('list', { name: 'Business' }).getByRole('link')).toHaveText(
        ['Venue', 'People', 'Activity log'],
      );
      await expect(navigation.getByRole('img', { name: 'Barback' })).toBeVisible();
      await expect(navigation.getByRole('button', { name: 'Logout' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden();
      await expect(page.getByRole('banner')).toContainText('Maya');
      await expect
        .poll(() => page.getByRole('complementary').boundingBox())
        .toMatchObject({ width: 240 });
    });
    await test.step('the skip link moves the focus past the sidebar', async () => {
      await page.goto('/reports');
      await expect(page.getByRole('heading', { name: 'Reports' })).toBeVisible();
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
    });
    await test.step('the logo leads to the dashboard', async () => {
      await page.goto('/reports');
      await page.getByRole('link', { name: 'Barback' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
    });
    await test.step('the sidebar opens from a menu button on a phone', async () => {
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
  });

  test('the account menu leads to its screens, and unknown ones are redirected', async ({
    page,
  }) => {
    test.slow();
    await test.step('the account menu opens terms, shortcuts and help by keyboard, and logs out', async () => {
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
      await page.setViewportSize(desktop);
    });
    await test.step('the chosen colour scheme survives a reload', async () => {
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
    await test.step('an owner is redirected from the screens of a super admin', async () => {
      for (const path of ['/owners', '/owners/x', '/renderingsettings', '/register']) {
        await page.goto(path);
        await expect(page).toHaveURL(/\/add-drink(\?|$)/);
      }
    });
    await test.step('an unknown path redirects an owner to Your Menu', async () => {
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
});

test('an account without a dashboard is told so, and logging out ends the session', async ({
  page,
}) => {
  await test.step('a customer sees that there is no dashboard for the account', async () => {
    await page.goto('/login');
    await page.getByLabel('Email').fill(accounts.customer);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('There is no dashboard for this account')).toBeVisible();
    await expect(page).toHaveURL('/');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(desktop);
  });
  await test.step('logging out ends the session in the browser and on the server', async () => {
    await page.evaluate('localStorage.clear()');
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
    await expect(panel.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible();
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
});

/** Venue and unit are in the address, and each tab has its own. */

const search = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

test.describe('as the demo owner', () => {
  test.use({ account: 'owner' });

  test('a chosen venue is in the address, for a reload, Back and another tab', async ({
    page,
    context,
    demoSales,
  }) => {
    test.slow();
    await page.goto('/dashboard');
    await expect(switcher(page)).toContainText('Rooftop Bar');
    await expect(page).toHaveURL(`/dashboard?venue=${demoSales.venueId}`);
    await expectNoShift(page);
    await switcher(page).click();
    await expect(page.getByRole('dialog', { name: 'Venue and unit' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await switchTo(page, 'Harbour Terrace');
    await expect(page).not.toHaveURL(`/dashboard?venue=${demoSales.venueId}`);
    await expect(page.getByRole('row', { name: /Beer unit/ })).toHaveCount(1);
    const address = page.url();

    await page.reload();
    await expect(switcher(page)).toContainText('Harbour Terrace');
    await expect(page).toHaveURL(address);

    const other = await context.newPage();
    await other.goto(`/dashboard?venue=${demoSales.venueId}`);
    await expect(switcher(other)).toContainText('Rooftop Bar');
    await other.goto('/reports');
    await page.reload();
    await expect(switcher(page)).toContainText('Harbour Terrace');

    await page.goBack();
    await expect(switcher(page)).toContainText('Rooftop Bar');
    await expect(page).toHaveURL(`/dashboard?venue=${demoSales.venueId}`);
    // The tab goes on with the venue that it shows.
    await page.getByRole('navigation', { name: 'Main' }).getByText('Menu and prices').click();
    await expect(page).toHaveURL(`/drink-menu?venue=${demoSales.venueId}`);
    await expectNoSidewaysScroll(page);
  });

  test('a chosen venue and unit are in the address', async ({ page, demoSales }) => {
    test.slow();
    await test.step('a chosen unit is in the address of Your Menu and of Add Ingredient', async () => {
      await page.goto('/add-drink');
      await expect(page).toHaveURL(/\?venue=[^&]+&unit=\d+$/);
      const first = search(page, 'unit') ?? '';
      await switcher(page).click();
      const units = page.getByRole('dialog', { name: 'Venue and unit' }).getByRole('list').last();
      await units.getByRole('link').nth(1).click();
      await expect(page).not.toHaveURL(new RegExp(`unit=${first}$`));
      const second = search(page, 'unit') ?? '';
      await expect(page.getByLabel('Unit ID')).toHaveValue(second);
      await page.getByLabel('Unit ID').selectOption(first);
      await expect(page).toHaveURL(new RegExp(`unit=${first}$`));
      await page.goBack();
      await expect(page.getByLabel('Unit ID')).toHaveValue(second);
      await page.getByRole('main').getByRole('link', { name: 'Add Ingredient' }).first().click();
      await expect(page).toHaveURL(new RegExp(`/add-ingredient\\?venue=[^&]+&unit=${second}$`));
      await expect(switcher(page)).toContainText(`Unit ${second}`);
    });
    await test.step('the screen of a venue switches to that of another', async () => {
      await page.goto(`/venues/${demoSales.venueId}`);
      await switchTo(page, 'Harbour Terrace');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour Terrace');
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rooftop Bar');
    });
    await test.step('a venue or unit that the account does not have is corrected without an error', async () => {
      const { venueId } = demoSales;
      await page.goto('/dashboard?venue=01890000-0000-7000-8000-000000000000');
      await expect(page).toHaveURL(`/dashboard?venue=${venueId}`);
      await page.goto(`/add-drink?venue=${venueId}&unit=999999`);
      await expect(page).toHaveURL(/&unit=\d{4}$/);
      await page.goto(`/add-drink?venue=${venueId}&unit=x`);
      await expect(page).toHaveURL(/&unit=\d{4}$/);
      await expect(page.getByRole('alert')).toHaveCount(0);
    });
    await test.step('the switcher has a search field from eight entries on', async () => {
      await page.route('**/api/users/*/venues', async (route) => {
        const response = await route.fetch();
        const venues: Record<string, { id: string; name: string }> = await response.json();
        const [first] = Object.values(venues);
        for (const letter of 'ABCDEF') {
          venues[letter] = { ...first, id: letter, name: `Branch ${letter}` };
        }
        await route.fulfill({ json: venues });
      });
      await page.goto('/dashboard');
      await switcher(page).focus();
      await page.keyboard.press('Enter');
      const list = page.getByRole('dialog', { name: 'Venue and unit' });
      await expect(list.getByLabel('Find a venue or a unit')).toBeFocused();
      // The venues, and the list of all.
      await expect(list.getByRole('link')).toHaveCount(9);
      await page.keyboard.type('terrace');
      await expect(list.getByRole('link')).toHaveText(['Harbour Terrace']);
      await page.keyboard.press('ArrowDown');
      await expect(list.getByRole('link')).toBeFocused();
      await page.keyboard.press('ArrowUp');
      await expect(list.getByLabel('Find a venue or a unit')).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(list).toBeHidden();
      await expect(switcher(page)).toContainText('Harbour Terrace');
      await expect(switcher(page)).toBeFocused();
    });
  });
});

test.describe('as the super admin', () => {
  test.use({ account: 'admin' });

  test('two tabs act for two owners', async ({ page, context, bar }) => {
    await page.goto('/owners?page=2');
    await page.getByRole('link', { name: 'Rooftop Bar' }).click();
    await expect(page.getByRole('banner')).toContainText('Rooftop Hospitality (Rooftop Bar)');

    const other = await context.newPage();
    await other.goto('/owners');
    const row = await findOwnerRow(other, bar.ownerName);
    await row.getByRole('link', { name: bar.venueName }).click();
    await expect(other.getByRole('banner')).toContainText(`${bar.ownerName} (${bar.venueName})`);

    await page.reload();
    await expect(page.getByRole('banner')).toContainText('Rooftop Hospitality (Rooftop Bar)');
    await switchTo(page, 'Harbour Terrace');
    await expect(page.getByRole('banner')).toContainText('Rooftop Hospitality (Harbour Terrace)');
    await page.getByRole('button', { name: 'Stop acting' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Owner list');

    await other.reload();
    await expect(other.getByRole('banner')).toContainText(`${bar.ownerName} (${bar.venueName})`);
  });
});

test.describe('as the demo owner', () => {
  test.use({ account: 'owner' });

  test('the version screen shows the version that the API returns', async ({ page, demoOwner }) => {
    const { version } = await demoOwner.getJson<{ version: string }>('/api/version/');
    await page.goto('/version');
    await expect(page.getByText('API version')).toBeVisible();
    await expect(page.getByText(version, { exact: true })).toBeVisible();
    await expectNoShift(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  test('what a press opens is loaded before it is pressed', async ({ page }) => {
    const files = ['pop-up', 'account-panel', 'place-list'].map((name) =>
      page.waitForResponse(new RegExp(`/assets/${name}-[^/]*\\.js$`)),
    );
    await page.goto('/reports');
    await Promise.all(files);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.getByRole('button', { name: 'Account of Maya' }).click();
    await expect(page.getByRole('dialog', { name: 'Account' })).toContainText(accounts.owner);
    // Links under the pointer load their screens.
    expect(requested.filter((url) => /\/assets\/(pop-up|account-panel)/.test(url))).toEqual([]);
  });

  test('the dashboard can be installed, with icons and shortcuts', async ({ page, context }) => {
    await page.goto('/reports');
    const devtools = await context.newCDPSession(page);
    const { url, errors, data = '' } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    // What Chromium and Safari ask of an app that can be installed.
    const manifest: Manifest = JSON.parse(data);
    expect(manifest).toMatchObject({ name: 'Barback', start_url: '/', display: 'standalone' });
    expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(
      expect.arrayContaining(['192x192', '512x512']),
    );
    const touchIcon = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
    const icons = [...manifest.icons, { src: touchIcon ?? '', sizes: '180x180' }];
    for (const { src, sizes } of icons) {
      const response = await page.request.get(new URL(src, url).href);
      expect(response.headers()['content-type']).toBe('image/png');
      const image = await response.body();
      // Width and height in the header of a PNG.
      expect(`${image.readUInt32BE(16)}x${image.readUInt32BE(20)}`).toBe(sizes);
    }
    const names = manifest.shortcuts.map(({ name }) => name);
    expect(names).toEqual(['Live', 'Refill', 'Failed pours', 'Issues']);
    for (const { url: path } of manifest.shortcuts) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page).toHaveURL((shown) => shown.pathname === path);
    }
  });
});

interface Manifest {
  icons: { src: string; sizes: string }[];
  shortcuts: { name: string; url: string }[];
}
