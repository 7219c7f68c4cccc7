/** Every screen of an account is reached by links in at most three steps, and the sidebar shows where it is. */
import type { Locator, Page } from '@playwright/test';
import { serverUrl } from './api-client.ts';
import { actFor } from './bar.ts';
import { expect, test } from './test.ts';

const mostSteps = 3;

/** Screens that the sidebar has no entry for, and none that they belong to. */
const withoutEntry = new Set(['/help', '/profile', '/register', '/version']);

/** The screen of an address, without ids and search: /venues/$. */
const screenOf = (address: string): string =>
  new URL(address, serverUrl()).pathname.replace(
    /^\/(owners|fleet|venues|units|ingredients)\/.+$/,
    '/$1/$',
  );

/** Reads the addresses of all links; runs in the browser, whose types this project does not include. */
const readLinks = `[...document.querySelectorAll('a[href^="/"]')].map((link) => link.getAttribute('href'))`;

interface Step {
  readonly link: string;
  /** Presses from the screen to the screen of the link. */
  readonly steps: number;
}

const linksOf = (page: Page): Promise<string[]> => page.evaluate<string[]>(readLinks);

/** The links of the account menu, which are the same on every screen. */
async function linksOfAccount(page: Page): Promise<Step[]> {
  const account = page.getByRole('button', { name: /^Account of/ });
  await account.click();
  await page.getByRole('link', { name: 'Help' }).waitFor();
  return (await linksOf(page)).map((link) => ({ link, steps: 2 }));
}

/**
 * Follows links breadth first and returns the screens that are reached.
 * @param others screens that have no entry in this sidebar
 * @param leaving screen whose links are not followed, because it starts or ends acting for an owner
 */
async function crawl(
  page: Page,
  start: string,
  others: ReadonlySet<string>,
  leaving?: string,
): Promise<string[]> {
  const steps = new Map([[screenOf(start), 0]]);
  const queue = [start];
  for (const address of queue) {
    const screen = screenOf(address);
    const taken = steps.get(screen) ?? 0;
    // Without the search, which opens dialogs.
    await page.goto(new URL(address, serverUrl()).pathname);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(screenOf(page.url()), `${address} is admitted`).toBe(screen);
    const navigation = page.getByRole('navigation', { name: 'Main' });
    const hasEntry = !(withoutEntry.has(screen) || others.has(screen));
    await expect(navigation.locator('[data-highlighted=true]'), address).toHaveCount(+hasEntry);
    await expect(navigation.locator('[aria-current]'), address).toHaveCount(+hasEntry);
    // These keep a request open.
    if (screen === '/night') await page.getByText('Live ·').waitFor();
    else if (['/alerts', '/failures', '/refused-sales'].includes(screen))
      await page.getByRole('navigation', { name: 'Issues' }).waitFor();
    else await page.waitForLoadState('networkidle');
    const links: Step[] = (await linksOf(page)).map((link) => ({ link, steps: 1 }));
    if (taken === 0) links.push(...(await linksOfAccount(page)));
    for (const { link, steps: more } of links) {
      const other = screenOf(link);
      if (other === leaving || steps.has(other) || taken + more > mostSteps) continue;
      steps.set(other, taken + more);
      queue.push(link);
    }
  }
  return [...steps.keys()].toSorted();
}

const ownerScreens = [
  '/accounting',
  '/add-drink',
  '/add-ingredient',
  '/alerts',
  '/audit',
  '/costs',
  '/dashboard',
  '/developers',
  '/drink-menu',
  '/failures',
  '/help',
  '/ingredients/$',
  '/night',
  '/people',
  '/prices',
  '/profile',
  '/refill',
  '/refused-sales',
  '/reports',
  '/reports/certificates',
  '/reports/imports',
  '/reports/loss',
  '/reports/loss-pack',
  '/reports/margins',
  '/salesreports',
  '/settings',
  '/stock',
  '/units',
  '/units/$',
  '/venues',
  '/venues/$',
  '/version',
];

const inSidebar = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
const section = (page: Page, title: RegExp): Locator =>
  page
    .getByRole('region', { name: /^Unit 1001/ })
    .locator('summary')
    .filter({ hasText: title });

interface Target {
  /** What is pressed, one after the other. */
  readonly presses: readonly ((page: Page) => Locator)[];
  readonly shown: (page: Page) => Locator;
}

/** Until the venues are loaded, it opens the list of them. */
const venue = (page: Page) => inSidebar(page, 'Venue').and(page.locator('[href^="/venues/"]'));
const overview = (page: Page) => inSidebar(page, 'Overview');

/** Targets of owners, by their names. */
const targets: Readonly<Record<string, Target>> = {
  'card reader': {
    presses: [venue, (page) => section(page, /^Card reader/)],
    shown: (page) => page.getByLabel('Card reader id').first(),
  },
  tax: { presses: [venue], shown: (page) => page.getByText('Sales tax') },
  'opening hours': {
    presses: [venue],
    shown: (page) => page.getByRole('heading', { name: 'Opening hours' }),
  },
  'email reports': {
    presses: [
      (page) => inSidebar(page, 'Reports'),
      (page) => page.getByRole('main').getByRole('link', { name: 'Email reports' }),
    ],
    shown: (page) => page.getByRole('region', { name: 'Email reports' }),
  },
  'all venues': {
    presses: [
      (page) => page.getByRole('button', { name: /^Switch from/ }),
      (page) => page.getByRole('link', { name: 'All venues' }),
    ],
    shown: (page) => page.getByRole('table', { name: 'Venues' }),
  },
  'import of past sales': {
    presses: [
      (page) => inSidebar(page, 'Reports'),
      (page) => page.getByRole('main').getByRole('link', { name: 'All reports' }),
      (page) => page.getByRole('main').getByRole('link', { name: 'Import past sales' }),
    ],
    shown: (page) => page.getByRole('heading', { name: 'Import past sales' }),
  },
  'wall displays': {
    presses: [
      overview,
      (page) => page.getByRole('main').getByRole('link', { name: 'Live', exact: true }),
      (page) => page.getByRole('button', { name: 'Wall displays' }),
    ],
    shown: (page) => page.getByRole('dialog', { name: 'Wall displays' }),
  },
  'refused sales': {
    presses: [
      // With its number.
      (page) =>
        page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Issues/ }),
      (page) => page.getByRole('main').getByRole('link', { name: /^Refused sales/ }),
    ],
    shown: (page) =>
      page
        .getByRole('navigation', { name: 'Issues' })
        .locator('[aria-current="page"]')
        .filter({ hasText: 'Refused sales' }),
  },
  'unit key': {
    presses: [venue, (page) => section(page, /^API key/)],
    shown: (page) => page.getByLabel('Label of a new key').first(),
  },
  printing: {
    presses: [(page) => inSidebar(page, 'Refill')],
    shown: (page) => page.getByRole('button', { name: 'Print' }),
  },
};

test.describe('as the demo owner', () => {
  test.use({ account: 'owner' });

  test('an owner reaches every screen in at most three steps', async ({ page }) => {
    test.slow();
    expect(await crawl(page, '/add-drink', new Set(['/settings']))).toEqual(ownerScreens);
  });
});

test.describe('from the start screen of the demo owner', () => {
  test.use({ account: 'owner' });

  test('what owners look for is at most three presses away', async ({ page }) => {
    test.slow();
    for (const [name, { presses, shown }] of Object.entries(targets)) {
      await test.step(name, async () => {
        expect(presses.length).toBeLessThanOrEqual(mostSteps);
        await page.goto('/');
        await expect(page).toHaveURL(/\/add-drink/);
        for (const press of presses) await press(page).click();
        await expect(shown(page)).toBeVisible();
      });
    }
  });
});

test.describe('as the super admin', () => {
  test.use({ account: 'admin' });

  test('a super admin acting for an owner reaches every screen in at most three steps', async ({
    page,
    bar,
  }) => {
    test.slow();
    await bar.addIngredient({ name: 'Rum', price: 7, positionInUnit: ['1'] });
    const unpriced = { ingredients: [], date: Date.now() };
    await bar.sell(unpriced).catch(() => undefined);
    await actFor(page, bar);
    expect(await crawl(page, '/', new Set(['/settings']), '/owners')).toEqual([
      '/',
      ...ownerScreens,
    ]);
  });

  test('a super admin reaches every screen without an owner in at most three steps', async ({
    page,
    admin,
  }) => {
    test.slow();
    // Figures of units, which the fleet lists, are made within a minute of the start.
    const fleet = () => admin.getJson<{ units: unknown[] }>('/api/admins/fleet');
    await expect.poll(async () => (await fleet()).units.length, { timeout: 90_000 }).not.toBe(0);
    expect(await crawl(page, '/owners', new Set(), '/')).toEqual([
      '/audit',
      '/fleet',
      '/fleet/$',
      '/help',
      '/owners',
      '/owners/$',
      '/profile',
      '/register',
      '/renderingsettings',
      '/settings',
      '/version',
    ]);
  });
});
