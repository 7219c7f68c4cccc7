/** What a browser loads and when, on first opening the login and the sales report; by its own performance figures. */
import { existsSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import sparticuz from '@sparticuz/chromium';
import { rm } from 'node:fs/promises';
import { demoPassword } from '../db/demo/cast.ts';
import { makeTestFolder } from '../db/test-folder.ts';
import { report } from './outcome.ts';
import { startProduct } from './trust/running-product.ts';

const limitKb = 200;
const installed = '/usr/bin/chromium';

/** Runs in the page, so it is text here. */
const figures = `(() => {
  const scripts = performance.getEntriesByType('resource').filter(({ initiatorType, name }) =>
    initiatorType === 'script' || name.endsWith('.js'));
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  return {
    kilobytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000,
    paintMs: paint ? paint.startTime : 0,
    shift: window.shift,
  };
})()`;

const noteShift = `
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

export async function benchFirstLoad(): Promise<void> {
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
  const page = await browser.newPage();
  await page.addInitScript({ content: noteShift });
  try {
    await page.goto(`${product.url}/login`);
    await told('login', page);
    await page.getByLabel('Email').fill('maya@rooftop.example');
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL(/add-drink/);
    const session = await browser.newPage({ storageState: await page.context().storageState() });
    await session.addInitScript({ content: noteShift });
    await session.goto(`${product.url}/salesreports?from=2026-01-01&to=2026-12-31&timezone=EST`);
    await told('sales report', session);
  } finally {
    await browser.close();
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function told(name: string, page: Page): Promise<void> {
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
