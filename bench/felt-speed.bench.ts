/** Time until each main screen shows its own data on a phone with Fast 4G, cold and warm, against the limits. */
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { noteShift, withBrowser } from './first-load.bench.ts';
import { median, report } from '../resilience/testing/outcome.ts';

/** Fast 4G, as Chromium's developer tools simulate it. */
const network = {
  offline: false,
  latency: 165,
  downloadThroughput: (8.1 * 1_000_000) / 8,
  uploadThroughput: (1.35 * 1_000_000) / 8,
};
const slowerCpu = 4;
const phone = { width: 390, height: 844 };
const coldMs = 2500;
const warmMs = 1500;
/** Times that the largest paint of a screen may come after that of the login. */
const mostPaints = 1.5;
const runs = 3;
const settleMs = 1500;

/** Each main screen with something that only its own data shows. */
const screens: [name: string, path: string, own: (page: Page) => Locator][] = [
  ['dashboard', '/dashboard', (page) => page.getByRole('region', { name: 'Units today' })],
  ['live', '/night', (page) => page.getByText('Live ·')],
  ['Your Menu', '/add-drink', (page) => page.getByRole('button', { name: /^Drag Beefeater/ })],
  ['sales report', '/salesreports', (page) => page.getByRole('row').nth(1)],
  ['drink menu', '/drink-menu', (page) => page.getByRole('textbox', { name: /^Name of/ }).first()],
  ['failed pours', '/failures', (page) => page.locator('[data-case]').first()],
  ['refill', '/refill', (page) => page.getByRole('combobox', { name: 'Planned refill' })],
  ['units', '/units', (page) => page.getByRole('table', { name: 'Units' }).getByRole('link')],
  ['unit', '/units/1001', (page) => page.locator('dl[aria-busy="false"]')],
  ['venue', '/venues', (page) => page.getByRole('heading', { name: /^Unit 1001/ })],
  ['the ingredient form', '/add-ingredient', (page) => page.getByLabel('Name')],
  ['issues', '/alerts', (page) => page.getByRole('main').getByRole('listitem').first()],
];

interface Load {
  readonly dataMs: number;
  readonly largestMs: number;
  readonly shift: number;
}

async function load(
  context: BrowserContext,
  address: string,
  own: (page: Page) => Locator,
): Promise<Load> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowerCpu });
  await page.addInitScript({ content: noteShift });
  await page.goto(address, { waitUntil: 'commit' });
  await own(page).first().waitFor();
  const dataMs = await page.evaluate<number>('performance.now()');
  // The largest paint may follow; a screen that follows the night is never idle.
  await page.waitForTimeout(settleMs);
  const rest = await page.evaluate<Omit<Load, 'dataMs'>>(
    '({ largestMs: window.largest, shift: window.shift })',
  );
  await page.close();
  return { dataMs, ...rest };
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Loads of the address: the first with an empty cache, the second with a full one. */
async function loadTwice(
  browser: Browser,
  storageState: StorageState | undefined,
  address: string,
  own: (page: Page) => Locator,
): Promise<{ cold: Load; warm: Load }> {
  const context = await browser.newContext({
    viewport: phone,
    ...(storageState ? { storageState } : {}),
  });
  const cold = await load(context, address, own);
  const warm = await load(context, address, own);
  await context.close();
  return { cold, warm };
}

const middle = (loads: readonly Load[], of: keyof Load): number =>
  median(loads.map((one) => one[of]));

export const benchFeltSpeed = (): Promise<void> =>
  withBrowser(async ({ url, browser, login }) => {
    const first = await browser.newPage();
    await login(first);
    await first.waitForLoadState('networkidle');
    const venueId = new URL(first.url()).searchParams.get('venue') ?? '';
    const signedIn = await first.context().storageState();
    await first.close();
    const measure = async (
      state: StorageState | undefined,
      path: string,
      own: (page: Page) => Locator,
    ) => {
      const address = url + path;
      const loads = [];
      for (let run = 0; run < runs; run += 1)
        loads.push(await loadTwice(browser, state, address, own));
      return { cold: loads.map(({ cold }) => cold), warm: loads.map(({ warm }) => warm) };
    };
    const signIn = await measure(undefined, '/login', (page) =>
      page.getByRole('button', { name: 'Login' }),
    );
    const signInMs = middle(signIn.cold, 'largestMs');
    for (const [name, path, own] of screens) {
      const place = path === '/venues' ? `/venues/${venueId}` : `${path}?venue=${venueId}`;
      const { cold, warm } = await measure(signedIn, place, own);
      const [coldData, warmData] = [middle(cold, 'dataMs'), middle(warm, 'dataMs')];
      report(
        `own data of ${name}, cold`,
        coldData / coldMs,
        { most: 1 },
        `${coldData.toFixed(0)} ms`,
      );
      report(
        `own data of ${name}, warm`,
        warmData / warmMs,
        { most: 1 },
        `${warmData.toFixed(0)} ms`,
      );
      const largest = middle(cold, 'largestMs');
      report(
        `largest paint of ${name}, against the login`,
        largest / signInMs,
        { most: mostPaints },
        `${largest.toFixed(0)} ms, login ${signInMs.toFixed(0)} ms`,
      );
      const shift = Math.max(...[...cold, ...warm].map((one) => one.shift));
      report(`layout shift of ${name}`, shift, { most: 0 }, 'cumulative');
    }
  });
