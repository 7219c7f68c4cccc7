/** Every screen with a font size that somebody has set in the browser, which scales the whole product. */
import { browserOptions } from './browser.ts';
import { demoPlace } from './routes.ts';
import { expect, test } from './test.ts';

const usual = 16;

const screens = [
  '/dashboard',
  '/night',
  '/add-drink',
  '/add-ingredient',
  '/salesreports',
  '/reports',
  '/alerts',
  '/failures',
  '/refill',
  '/units',
  '/units/1001',
  '/drink-menu',
  '/prices',
  '/venues',
  '/venues/$id',
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

/** In the page: texts of which a line has two letters on average, as where a column leaves them no room. */
const brokenTexts = `(() => {
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const broken = [];
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent.trim();
    // Names of columns, which only screen readers have there.
    if (texts.currentNode.parentElement.closest('thead')) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const lines = [...range.getClientRects()].filter(({ width }) => width > 1).length;
    if (lines > 3 && text.length / lines < 3) broken.push(text);
  }
  return broken;
})()`;

export function testLargeText(pixels: number): void {
  test('titles and text have the font size of the browser, words stay whole, and no screen scrolls sideways, at 390 and 1440 pixels', async ({
    page,
    demoOwner,
  }) => {
    test.slow();
    const { addressOf } = await demoPlace(demoOwner);
    await page.addInitScript(watchWidth);
    const faults: string[] = [];
    for (const path of screens) {
      // It loads on the narrow window, which is the one that may be too narrow.
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        if (width === 390) await page.goto(addressOf(path));
        const title = page.getByRole('heading', { level: 1 });
        await expect(title).toHaveCSS('font-size', `${(22 * pixels) / usual}px`);
        await expect(page.locator('body')).toHaveCSS('font-size', `${(14 * pixels) / usual}px`);
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        const beyond = await page.evaluate<number>('mostBeyond');
        if (beyond > 0) faults.push(`${path} at ${width}: ${beyond} pixels beyond the window`);
        for (const text of await page.evaluate<string[]>(brokenTexts))
          faults.push(`${path} at ${width}: the letters of ${text} are below each other`);
        await page.evaluate('mostBeyond = 0');
      }
    }
    expect(faults).toEqual([]);
  });
}
