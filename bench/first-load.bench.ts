/** Resources and timings of the first load of a screen, from the browser's performance entries. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import sparticuz from '@sparticuz/chromium';
import { demoPassword } from '../db/demo/accounts.ts';
import { makeTestFolder } from '../db/testing/folder.ts';
import { median, report } from '../resilience/testing/outcome.ts';
import { startProduct } from '../resilience/testing/running-product.ts';

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

export const noteShift = `
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
    `${kilobytes.toFixed(0)} of ${limitKb} kB as transferred, first paint after ${paintMs.toFixed(0)} ms`,
  );
  report(`first load of ${name}, layout shift`, shift, { most: 0 }, 'cumulative');
}

const cards = 200;
const frameMs = 1000 / 60;

/** Source text, because it runs in the page. */
const noteFrames = `
  window.frames_ = [];
  (function next(before) {
    requestAnimationFrame((now) => { window.frames_.push(now - before); next(now); });
  })(performance.now());
`;

/** @returns the address of Your Menu of that unit */
async function fillUnit(page: Page, url: string): Promise<string> {
  const token = await page.evaluate<string>(`localStorage.getItem('token')`);
  const send = async <Answer>(method: string, path: string, data?: object): Promise<Answer> => {
    const response = await page.request.fetch(url + path, {
      method,
      headers: { authorization: token },
      ...(data ? { data } : {}),
    });
    if (!response.ok()) throw new Error(await response.text());
    const parsed: Answer = await response.json();
    return parsed;
  };
  const { id: venueId } = await send<{ id: string }>('POST', '/api/users/venues', {
    name: 'Two hundred bottles',
  });
  const { _id: unitId, unitNumber } = await send<{ _id: string; unitNumber: number }>(
    'POST',
    `/api/units/${venueId}`,
    {},
  );
  for (let number = 1; number <= cards; number += 1) {
    const positionInUnit = number <= 16 ? [String(number)] : [];
    const body = { name: `Bottle ${number}`, price: 5, venueId, unitId, positionInUnit };
    await send('POST', '/api/ingredients', body);
  }
  return `${url}/add-drink?venue=${venueId}&unit=${unitNumber}`;
}

/** Frame times while a card is dragged back and forth over others for several seconds. */
async function dragAbout(page: Page): Promise<number[]> {
  const grip = page.getByRole('button', { name: 'Drag Bottle 3', exact: true });
  await grip.hover();
  // Drag and drop is loaded at the first use of the page.
  await grip.and(page.locator('[aria-describedby]')).waitFor();
  const box = await grip.boundingBox();
  if (!box) throw new Error('There is no card to drag');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 12);
  await page.evaluate(noteFrames);
  for (let step = 0; step < 240; step += 1) {
    await page.mouse.move(x, y + 200 * Math.sin(step / 20));
  }
  const frames = await page.evaluate<number[]>('window.frames_.slice()');
  await page.mouse.move(x, y + 250, { steps: 12 });
  // A drop before the next frame would be at the old position.
  await page.getByText(/ is over place [^3]\d* of \d+/).waitFor({ state: 'attached' });
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.mouse.up();
  await saved;
  return frames;
}

/** Drag and drop in a unit with 200 ingredients: frame times while dragging, and the request sent on drop. */
export const benchDrag = (): Promise<void> =>
  withBrowser(async ({ url, browser, login }) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 1200 } });
    await login(page);
    const menu = await fillUnit(page, url);
    const saves: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') saves.push(request.url());
    });
    await page.goto(menu);
    const frames = await dragAbout(page);
    await page.waitForLoadState('networkidle');
    const middle = median(frames);
    const late = frames.filter((ms) => ms > 2 * frameMs).length;
    report(
      `a drag among ${cards} ingredients, milliseconds a frame / 60 a second`,
      middle / frameMs,
      { most: 1.1 },
      `${(1000 / middle).toFixed(0)} frames a second; ${late} of ${frames.length} came late`,
    );
    report('its drop, calls that save', saves.length, { most: 1 }, 'one statement on the server');
  });

// The product and a browser, for measurements that need one.

const installed = '/usr/bin/chromium';

interface CheckedAt {
  url: string;
  browser: Browser;
  /** Signs a page in as the demo's owner through the form. */
  readonly login: (page: Page) => Promise<void>;
}

/** Starts the demo and a browser, passes them to the callback and stops them. */
export async function withBrowser(look: (product: CheckedAt) => Promise<void>): Promise<void> {
  const dataDir = await makeTestFolder();
  const product = await startProduct(dataDir);
  const browser = await chromium.launch({
    executablePath: existsSync(installed) ? installed : await sparticuz.executablePath(),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-sync',
    ],
  });
  const login = async (page: Page) => {
    await page.goto(`${product.url}/login`);
    await page.getByLabel('Email').fill('maya@rooftop.example');
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL(/add-drink/);
  };
  try {
    await look({ url: product.url, browser, login });
  } finally {
    await browser.close();
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
