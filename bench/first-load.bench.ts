/** Resources and timings of the first load of a screen, from the browser's performance entries. */
import type { Browser, Page } from '@playwright/test';
import { withBrowser } from './browser.ts';
import { median, report } from './outcome.ts';

const limitKb = 200;
/** Times that the largest paint of a screen may come after that of the login. */
const mostPaints = 1.5;
const paints = 7;

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
    await comparePaints(browser, url, storageState);
  });

type StorageState = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

/** The largest paint of Your Menu and of the ingredient form against that of the login, each with an empty cache. */
async function comparePaints(browser: Browser, url: string, signedIn: StorageState): Promise<void> {
  const compared = {
    login: '/login',
    'Your Menu': '/add-drink',
    'the ingredient form': '/add-ingredient',
  };
  const times = new Map<string, number[]>();
  for (let run = 0; run < paints; run += 1) {
    for (const [name, path] of Object.entries(compared)) {
      const page = await browser.newPage(name === 'login' ? {} : { storageState: signedIn });
      await page.addInitScript({ content: noteShift });
      await page.goto(url + path);
      await page.waitForLoadState('networkidle');
      const { largestMs } = await page.evaluate<{ largestMs: number }>(figures);
      times.set(name, [...(times.get(name) ?? []), largestMs]);
      await page.close();
    }
  }
  const paintOf = (name: string) => median(times.get(name) ?? []);
  const login = paintOf('login');
  for (const name of Object.keys(compared).filter((each) => each !== 'login')) {
    report(
      `largest paint of ${name}, against the login`,
      paintOf(name) / login,
      { most: mostPaints },
      `${paintOf(name).toFixed(0)} ms, login ${login.toFixed(0)} ms`,
    );
  }
}

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
