/** Limits on the first load: at most 200 kB of JavaScript over the network, without the validation library. */
import { gzipSync } from 'node:zlib';
import type { Locator, Page, Request } from '@playwright/test';
import { demoPlace } from './routes.ts';
import { demoDaysPath } from './sales.ts';
import { expect, test } from './test.ts';

const limitBytes = 200_000;

/** @param isLoaded resolves when all is loaded, for a screen that keeps a request open */
async function expectSmall(
  page: Page,
  path: string,
  isLoaded = () => page.waitForLoadState('networkidle'),
): Promise<void> {
  await test.step(`${path.split(/[?#]/)[0]} loads at most 200 kB of scripts`, async () => {
    // Also those that the browser has in its cache.
    const scripts = new Set<string>();
    const styles: string[] = [];
    const reads: string[] = [];
    let isFollowing = false;
    const record = (request: Request) => {
      if (request.resourceType() === 'script') scripts.add(request.url());
      if (request.resourceType() === 'stylesheet') styles.push(request.url());
      // What may have changed until the stream began is requested again.
      isFollowing ||= request.url().includes('/live?');
      const isRead = request.method() === 'GET' && request.url().includes('/api/');
      if (isRead && !isFollowing) reads.push(request.url());
    };
    // The page that is left goes on requesting until then.
    page.once('framenavigated', () => {
      reads.length = 0;
      isFollowing = false;
    });
    page.on('request', record);
    await page.goto(path);
    await isLoaded();
    page.off('request', record);
    expect(styles, 'style sheets, each requested once').toEqual([...new Set(styles)]);
    expect(reads, 'data, each requested once').toEqual([...new Set(reads)]);
    const bodyOf = async (url: string) => (await page.request.get(url)).body();
    const bodies = await Promise.all([...scripts].map(bodyOf));
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(limitBytes);
    expect(bodies.map((body) => body.toString()).join('\n')).not.toMatch(/ZodError|invalid_union/);
  });
}

/** The path of each screen, and an element that shows once the screen has loaded. */
const screens: [path: string, loaded: (page: Page) => Locator][] = [
  // With sales, whose drinks can be refunded.
  [demoDaysPath(), (page) => page.getByRole('button', { name: /^Request refund of/ }).first()],
  ['/', (page) => page.getByRole('button', { name: 'Drag Beefeater', exact: true })],
  ['/profile?tab=notifications', (page) => page.getByRole('region', { name: 'Email reports' })],
  ['/add-ingredient', (page) => page.getByRole('button', { name: 'Add Ingredient' })],
  ['/drink-menu', (page) => page.getByRole('textbox', { name: 'Name of Negroni' })],
  ['/prices', (page) => page.getByRole('checkbox', { name: 'Negroni' })],
  ['/costs', (page) => page.getByRole('textbox', { name: 'Cost of Beefeater' })],
  ['/reports/loss', (page) => page.getByRole('table', { name: 'Loss by ingredient' })],
  ['/dashboard', (page) => page.getByRole('region', { name: 'Needs attention' })],
  ['/owner/sales', (page) => page.getByRole('row').nth(1)],
  ['/refill', (page) => page.getByRole('combobox', { name: 'Planned refill' })],
  ['/units', (page) => page.getByRole('table', { name: 'Units' }).getByRole('link').first()],
  ['/reports/imports', (page) => page.getByRole('button', { name: 'Choose a CSV file' })],
  ['/developers', (page) => page.getByRole('button', { name: 'Make a token' })],
  ['/audit', (page) => page.getByRole('heading', { level: 1 })],
];

/** Screens of a super admin. */
const adminScreens: typeof screens = [
  ['/renderingsettings', (page) => page.getByRole('button', { name: 'Choose a zip file' })],
  ['/owners', (page) => page.getByRole('row').nth(1)],
  ['/fleet', (page) => page.getByRole('heading', { level: 1 })],
];

async function expectAllSmall(page: Page, all: typeof screens): Promise<void> {
  for (const [path, loaded] of all) {
    await expectSmall(page, path, async () => {
      await expect(loaded(page)).toBeVisible();
      await page.waitForLoadState('networkidle');
    });
  }
}

test('the login, the screens of a venue and of a unit, and the wall load at most 200 kB of scripts', async ({
  page,
  bar,
}) => {
  test.slow();
  const unit = page.getByRole('heading', { name: `Unit ${bar.unitNumber}` });
  await expectSmall(page, `/venues/${bar.venueId}`);
  await expect(unit).toBeVisible();
  await expectSmall(page, `/units/${bar.unitNumber}`);
  await expect(unit).toBeVisible();
  const walls = `/api/venues/${bar.venueId}/walls`;
  const body = { label: 'Bar left', hideMoney: true };
  const { link } = await bar.request<{ link: string }>('POST', walls, body);
  await expectSmall(page, link, () =>
    expect(page.getByText('Live', { exact: true })).toBeVisible(),
  );
  await page.evaluate('localStorage.clear()');
  await expectSmall(page, '/login');
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
});

test.describe('as the demo owner', () => {
  test.use({ account: 'owner' });

  test('the code of a screen is requested with the page, before that of the dashboard has run', async ({
    page,
  }) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    // Without the dashboard's own code, only the page itself can request it.
    await page.route(/\/assets\/index-[^/]*\.js$/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: '' }),
    );
    for (const [path, file] of [
      ['/dashboard', 'dashboard-screen'],
      ['/units/1001', 'unit-screen'],
      ['/salesreports?days=calendar', 'sales-report-screen'],
    ] as const) {
      const requested = page.waitForRequest(new RegExp(`/assets/${file}-[^/]*\\.js$`));
      await page.goto(path);
      await requested;
    }
    // Leads an owner to another screen.
    await page.goto('/register');
    await expect(page.locator('link[rel=modulepreload][href*=register-screen]')).toHaveCount(0);
    expect(errors).toEqual([]);
  });

  test('screens with data load at most 200 kB of scripts', async ({ page, demoOwner }) => {
    test.slow();
    await expectSmall(page, '/alerts', () =>
      expect(page.getByRole('button', { name: "I'm on call" })).toBeVisible(),
    );
    await expectSmall(page, '/night', () => expect(page.getByText('Live ·')).toBeVisible());
    await expectSmall(page, '/failures', () => expect(page.getByRole('article')).toBeVisible());
    await expectAllSmall(page, screens);
    const { addressOf } = await demoPlace(demoOwner);
    await expectSmall(page, addressOf('/ingredients/$id/$unitId'), () =>
      expect(page.getByRole('button', { name: 'Change cost' })).toBeVisible(),
    );
  });
});

test.describe('as a super admin', () => {
  test.use({ account: 'admin' });

  test('screens of a super admin load at most 200 kB of scripts', async ({ page }) => {
    await expectAllSmall(page, adminScreens);
  });
});
