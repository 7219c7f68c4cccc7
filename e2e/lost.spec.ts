/** What could not be loaded is reported as such on every screen, never shown as empty. */
import { desktop, expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { hold, tryAgain } from './network.ts';
import { expect, test } from './test.ts';

const emptyTexts = /no venue|no units|no drinks|0 units|Nothing is|no venues/i;

test('what could not be loaded is said on its screen, never shown as empty', async ({
  page,
  bar,
}) => {
  test.slow();
  await test.step('screens say that venues or units could not be loaded, and create none', async () => {
    const main = page.getByRole('main');
    for (const [resource, path, ...screens] of [
      [
        'venues',
        '**/api/users/*/venues',
        '/dashboard',
        '/add-ingredient',
        '/venues',
        '/drink-menu',
      ],
      ['units', '**/api/venues/*/units', '/dashboard', '/add-ingredient'],
    ] as const) {
      for (const screen of screens) {
        await test.step(`${screen}, ${resource}`, async () => {
          await page.route(path, (route) => route.fulfill({ status: 503, json: {} }));
          await page.goto(screen);
          await expect(main.getByRole('alert')).toContainText(
            `The ${resource} could not be loaded.`,
          );
          await expect(main.getByText(emptyTexts)).toHaveCount(0);
          await expect(main.getByRole('link', { name: /^Add (venue|a unit)$/ })).toHaveCount(0);
          await page.unrouteAll();
          await tryAgain(main.getByRole('button', { name: 'Try again' }));
          await expect(main.getByRole('alert')).toHaveCount(0);
        });
      }
    }
  });
  await test.step('the screen of a venue says that its units could not be loaded', async () => {
    await page.route('**/api/venues/*/units', (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto(`/venues/${bar.venueId}`);
    await expect(page.getByRole('alert')).toContainText('The units could not be loaded.');
    await expect(page.getByText(emptyTexts)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Add unit' })).toBeDisabled();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.unrouteAll();
    await tryAgain(page.getByRole('button', { name: 'Try again' }));
    await expect(page.getByRole('heading', { name: `Unit ${bar.unitNumber}` })).toBeVisible();
    await page.setViewportSize(desktop);
  });
  await test.step('the drink menu says that its drinks could not be loaded', async () => {
    await page.route(/\/api\/venues\/[^/]+\?/, (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto('/drink-menu');
    await expect(page.getByRole('alert')).toContainText('The drinks could not be loaded.');
    await expect(page.getByRole('table')).toHaveCount(0);
    await page.unrouteAll();
  });
  await test.step('features that could not be loaded are reported, and come with another try', async () => {
    await bar.switchFlag('unit', 'general--inventory-management');
    const alert = page.getByRole('main').getByRole('alert');
    const retry = page.getByRole('main').getByRole('button', { name: 'Try again' });
    await page.route('**/api/flags?*', (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto('/add-drink');
    await expect(alert).toContainText('The features could not be loaded.');
    await expect(page.getByRole('button', { name: 'Time left' })).toHaveCount(0);
    await page.unrouteAll();
    await tryAgain(retry);
    await expect(page.getByRole('button', { name: 'Time left' })).toBeVisible();
    await expect(alert).toHaveCount(0);

    await page.route('**/api/flags?*', (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto('/add-ingredient');
    await expect(alert).toContainText('The features could not be loaded.');
    await expect(page.getByRole('form', { name: 'Add Ingredient' })).toHaveCount(0);
    await page.unrouteAll();
    await tryAgain(retry);
    await expect(page.getByRole('form', { name: 'Add Ingredient' })).toBeVisible();

    await page.route('**/api/flags?*', (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto('/drink-menu');
    await expect(alert).toContainText('The features could not be loaded.');
  });
});

test('screens wait for their code, their network and their units', async ({ page, bar }) => {
  test.slow();
  await test.step('a dialog opens before its code has arrived', async () => {
    const arrive = await hold(page, '**/assets/add-order-dialog-*.js');
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Add order' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add order' });
    await expect(dialog).toContainText('Loading');
    arrive();
    await expect(dialog.getByRole('combobox', { name: 'Unit' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Add order' })).toBeFocused();
  });
  await test.step('without a network requests fail at once, and none is sent once it is back', async () => {
    const lose = async () => {
      await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
      await page.evaluate("dispatchEvent(new Event('offline'))");
    };
    const find = async () => {
      await page.unroute('**/api/**');
      await page.evaluate("dispatchEvent(new Event('online'))");
    };
    await page.goto('/failures');
    await expect(page.getByText('Every drink that was paid for was poured')).toBeVisible();
    await lose();
    await page.getByRole('link', { name: 'Your menu', exact: true }).click();
    await expect(page.getByRole('main').getByRole('alert').first()).toContainText(
      'could not be loaded.',
    );
    await expect(page.getByText('This venue has no units yet.')).toHaveCount(0);
    await find();

    await page.goto(`/venues/${bar.venueId}`);
    const card = page.getByRole('region', { name: `Unit ${bar.unitNumber}` });
    await card.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: /^Delete unit/ });
    await dialog.getByRole('textbox').fill(String(bar.unitNumber));
    await lose();
    await dialog.getByRole('button', { name: 'Delete unit' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await find();
    await page.reload();
    await expect(card).toBeVisible();
  });
  await test.step('what is not counted is not said to last, and too few bottles make no classic', async () => {
    await page.goto('/refill');
    const off =
      'No unit counts its stock: inventory management is switched off. Ask your administrator';
    await expect(page.getByRole('main')).toContainText(off);
    await expect(page.getByText('Nothing is expected to run out')).toHaveCount(0);
    await page.goto('/dashboard');
    await expect(page.getByRole('region', { name: 'Running out tonight' })).toContainText(off);
    await page.goto('/add-drink?add=classics');
    const classics = page.getByRole('dialog', { name: 'Add from the classics' });
    await expect(classics).toContainText('Load at least two bottles first.');
    await expect(classics.getByRole('link', { name: 'Add Ingredient' })).toBeVisible();
  });
  await test.step('a venue without units says so when a drink is to be added', async () => {
    await bar.request('DELETE', `/api/units/${bar.unitId}`);
    await page.goto('/add-drink');
    await page.getByRole('link', { name: 'Add a drink' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a drink' });
    await expect(dialog).toContainText('This venue has no units yet.');
    await expect(dialog.getByRole('link', { name: 'Add unit' })).toHaveAttribute(
      'href',
      `/venues/${bar.venueId}`,
    );
  });
});

test('a browser that blocks site data is told to allow it', async ({ context }) => {
  const page = await context.newPage();
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  });
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('Allow cookies and site data');
  await expectAccessible(page);
});
