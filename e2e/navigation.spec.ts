/** Every screen of an account is reached by links in at most three steps, and the sidebar shows where it is. */
import type { Page } from '@playwright/test';
import { serverUrl } from './api-client.ts';
import { actFor } from './bar.ts';
import { expect, test } from './test.ts';

const mostSteps = 3;

/** The screen of an address, without ids and search: /venues/$. */
const screenOf = (address: string): string =>
  new URL(address, serverUrl()).pathname.replace(
    /^\/(owners|venues|units|ingredients)\/.+$/,
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
 * @param leaving screen whose links are not followed, because it starts or ends acting for an owner
 */
async function crawl(page: Page, start: string, leaving?: string): Promise<string[]> {
  const steps = new Map([[screenOf(start), 0]]);
  const queue = [start];
  for (const address of queue) {
    const screen = screenOf(address);
    const taken = steps.get(screen) ?? 0;
    // Without the search, which opens dialogs.
    await page.goto(new URL(address, serverUrl()).pathname);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(screenOf(page.url()), `${address} is admitted`).toBe(screen);
    if (screen !== '/register') {
      const navigation = page.getByRole('navigation', { name: 'Main' });
      await expect(navigation.locator('[data-highlighted=true]'), address).toHaveCount(1);
      await expect(navigation.locator('[aria-current]').first(), address).toBeVisible();
    }
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
  '/add-drink',
  '/add-ingredient',
  '/alerts',
  '/audit',
  '/dashboard',
  '/drink-menu',
  '/failures',
  '/help',
  '/ingredients/$',
  '/night',
  '/people',
  '/profile',
  '/refill',
  '/refused-sales',
  '/reports',
  '/salesreports',
  '/settings',
  '/units',
  '/units/$',
  '/venues',
  '/venues/$',
  '/version',
];

test.describe('as the demo owner', () => {
  test.use({ account: 'owner' });

  test('an owner reaches every screen in at most three steps', async ({ page }) => {
    test.slow();
    expect(await crawl(page, '/add-drink')).toEqual(ownerScreens);
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
    expect(await crawl(page, '/', '/owners')).toEqual(['/', ...ownerScreens]);
  });

  test('a super admin reaches every screen without an owner in at most three steps', async ({
    page,
  }) => {
    test.slow();
    expect(await crawl(page, '/owners', '/')).toEqual([
      '/audit',
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
