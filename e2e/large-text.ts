/** Every screen with a font size that somebody has set in the browser, which scales the whole product. */
import { browserOptions } from './browser.ts';
import { expect, test } from './test.ts';

const usual = 16;

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
  '/prices',
  '/venues',
  '/people',
  '/developers',
  '/audit',
  '/profile',
  '/profile?tab=security',
  '/settings',
];

/** Launch options of a browser with this font size. */
export async function withFontSize(pixels: number) {
  const { args, ...options } = await browserOptions();
  return { ...options, args: [...args, `--blink-settings=defaultFontSize=${pixels}`] };
}

/** In the page, from its start: how far its content reaches beyond the window at most, also while it loads. */
const watchWidth = `{
  globalThis.mostBeyond = 0;
  const look = () => {
    const { scrollWidth, clientWidth } = document.documentElement;
    globalThis.mostBeyond = Math.max(globalThis.mostBeyond, scrollWidth - clientWidth);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}`;

export function testLargeText(pixels: number): void {
  test('titles and text have the font size of the browser, and no screen scrolls sideways, at 390 and 1440 pixels', async ({
    page,
  }) => {
    test.slow();
    await page.addInitScript(watchWidth);
    const scrolling: string[] = [];
    for (const path of screens) {
      // It loads on the narrow window, which is the one that may be too narrow.
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        if (width === 390) await page.goto(path);
        const title = page.getByRole('heading', { level: 1 });
        await expect(title).toHaveCSS('font-size', `${(22 * pixels) / usual}px`);
        await expect(page.locator('body')).toHaveCSS('font-size', `${(14 * pixels) / usual}px`);
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        const beyond = await page.evaluate<number>('mostBeyond');
        if (beyond > 0) scrolling.push(`${path} at ${width}: ${beyond} pixels beyond the window`);
        await page.evaluate('mostBeyond = 0');
      }
    }
    expect(scrolling).toEqual([]);
  });
}
