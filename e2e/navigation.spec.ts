/** Every screen of an account is reached by links in at most three steps, and the sidebar shows where it is. */
import type { Page } from '@playwright/test';
import { actFor } from './bar.ts';
import { expect, test } from './test.ts';

const mostSteps = 3;

/** The screen of an address, without ids and search: /venues/$. */
const screenOf = (address: string): string =>
  new URL(address, 'http://localhost').pathname.replace(
    /^\/(owners|venues|ingredients)\/.+$/,
    '/$1/$',
  );

/** Reads the addresses of all links; runs in the browser, whose types this project does not include. */
const readLinks = `[...document.querySelectorAll('a[href^="/"]')].map((link) => link.getAttribute('href'))`;

async function linksOf(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  return page.evaluate<string[]>(readLinks);
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
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(screenOf(page.url()), `${address} is admitted`).toBe(screen);
    if (screen !== '/register') {
      const navigation = page.getByRole('navigation', { name: 'Main' });
      await expect(navigation.locator('[data-highlighted=true]'), address).toHaveCount(1);
      await expect(navigation.locator('[aria-current]').first(), address).toBeVisible();
    }
    for (const link of await linksOf(page)) {
      const other = screenOf(link);
      if (other === leaving || steps.has(other) || taken === mostSteps) continue;
      steps.set(other, taken + 1);
      queue.push(link);
    }
  }
  return [...steps.keys()].toSorted();
}

const ownerScreens = [
  '/add-drink',
  '/add-ingredient',
  '/audit',
  '/dashboard',
  '/drink-menu',
  '/ingredients/$',
  '/reports',
  '/salesreports',
  '/venues',
  '/venues/$',
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
    await actFor(page, bar);
    expect(await crawl(page, '/', '/owners')).toEqual(['/', ...ownerScreens]);
  });

  test('a super admin reaches every screen without an owner in at most three steps', async ({
    page,
  }) => {
    test.slow();
    expect(await crawl(page, '/owners', '/')).toEqual([
      '/audit',
      '/owners',
      '/owners/$',
      '/register',
      '/renderingsettings',
      '/settings',
    ]);
  });
});
