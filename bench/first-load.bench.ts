/** Resources and timings of the first load of a screen, from the browser's performance entries. */
import type { Page } from '@playwright/test';
import { withBrowser } from './browser.ts';
import { report } from './outcome.ts';

const limitKb = 200;

/** Source text, because it runs in the page. */
const figures = `(() => {
  const scripts = performance.getEntriesByType('resource').filter(({ initiatorType, name }) =>
    initiatorType === 'script' || name.endsWith('.js'));
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  return {
    kilobytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000,
    paintMs: paint ? paint.startTime : 0,
    largestMs: window.largest,
    shift: window.shift,
  };
})()`;

const noteShift = `
  window.shift = 0;
  window.largest = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.largest = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** Screens by the URL they are first opened at. */
const screens = {
  'sales report': '/salesreports?from=2026-01-01&to=2026-12-31&timezone=EST',
  'Your Menu': '/add-drink',
  'the ingredient form': '/add-ingredient',
  'the drink menu': '/drink-menu',
  dashboard: '/dashboard',
};

export const benchFirstLoad = (): Promise<void> =>
  withBrowser(async ({ url, browser, login }) => {
    const first = await browser.newPage();
    await first.addInitScript({ content: noteShift });
    await first.goto(`${url}/login`);
    await measurePage('login', first);
    await login(first);
    const storageState = await first.context().storageState();
    for (const [name, path] of Object.entries(screens)) {
      // A browser with an empty cache and a session.
      const page = await browser.newPage({ storageState });
      await page.addInitScript({ content: noteShift });
      await page.goto(url + path);
      await measurePage(name, page);
      await page.close();
    }
  });

async function measurePage(name: string, page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  const { kilobytes, paintMs, shift } = await page.evaluate<{
    kilobytes: number;
    paintMs: number;
    shift: number;
  }>(figures);
  report(
    `first load of ${name}, JavaScript`,
    kilobytes / limitKb,
    { most: 1 },
    `${kilobytes.toFixed(0)} of ${limitKb} kB gzipped, first paint after ${paintMs.toFixed(0)} ms`,
  );
  report(`first load of ${name}, layout shift`, shift, { most: 0 }, 'cumulative');
}
