/** The font size that somebody has set in the browser scales the whole product. */
import { browserOptions } from './browser.ts';
import { expect, test } from './test.ts';

const { args, ...options } = await browserOptions();
const usual = 16;
const chosen = 20;

test.use({
  account: 'owner',
  launchOptions: { ...options, args: [...args, `--blink-settings=defaultFontSize=${chosen}`] },
});

const screens = [
  '/dashboard',
  '/night',
  '/add-drink',
  '/add-ingredient',
  '/salesreports',
  '/alerts',
  '/failures',
  '/refill',
  '/units',
  '/units/1001',
  '/drink-menu',
  '/venues',
  '/people',
  '/audit',
  '/profile',
];

for (const width of [1440, 390]) {
  test(`at ${width} pixels, titles and text have the font size of the browser, and no screen scrolls sideways`, async ({
    page,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    for (const path of screens) {
      await page.goto(path);
      const title = page.getByRole('heading', { level: 1 });
      await expect(title).toHaveCSS('font-size', `${(22 * chosen) / usual}px`);
      await expect(page.locator('body')).toHaveCSS('font-size', `${(14 * chosen) / usual}px`);
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      const beyond = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect(beyond, `pixels beyond the window on ${path}`).toBe(0);
    }
  });
}
