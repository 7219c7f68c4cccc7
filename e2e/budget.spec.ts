/** Limits on the first load: at most 200 kB of JavaScript over the network, without the validation library. */
import { gzipSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { allDaysPath } from './sales.ts';
import { expect, test } from './test.ts';

const limitBytes = 200_000;

/** @param loaded resolves when all is loaded, for a screen that keeps a request open */
async function scriptsOf(
  page: Page,
  path: string,
  loaded = () => page.waitForLoadState('networkidle'),
): Promise<{ bytes: number; text: string }> {
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body());
  });
  await page.goto(path);
  await loaded();
  const bodies = await Promise.all(scripts);
  return {
    bytes: bodies.reduce((sum, body) => sum + gzipSync(body).length, 0),
    text: bodies.map((body) => body.toString()).join('\n'),
  };
}

test('/login loads at most 200 kB of scripts', async ({ page }) => {
  const { bytes, text } = await scriptsOf(page, '/login');
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(limitBytes);
  expect(text).not.toMatch(/ZodError|invalid_union/);
});

/** The path of each screen, and an element that shows once the screen has loaded. */
const screens: [path: string, loaded: (page: Page) => Locator][] = [
  // With sales, whose drinks can be refunded.
  [allDaysPath(), (page) => page.getByRole('button', { name: /^Request refund of/ }).first()],
  ['/add-drink', (page) => page.getByRole('button', { name: 'Drag Beefeater', exact: true })],
  ['/profile', (page) => page.getByRole('region', { name: 'Mails' })],
  ['/add-ingredient', (page) => page.getByRole('button', { name: 'Add Ingredient' })],
  ['/drink-menu', (page) => page.getByRole('textbox', { name: 'Name of Negroni' })],
  ['/dashboard', (page) => page.getByRole('region', { name: 'Needs attention' })],
  ['/failures', (page) => page.getByRole('article')],
  ['/refill', (page) => page.getByRole('combobox', { name: 'Planned refill' })],
  ['/units', (page) => page.getByRole('table', { name: 'Units' }).getByRole('link').first()],
  ['/audit', (page) => page.getByRole('heading', { level: 1 })],
];

test('the screen of a venue loads at most 200 kB of scripts', async ({ page, bar }) => {
  const { bytes } = await scriptsOf(page, `/venues/${bar.venueId}`);
  await expect(page.getByRole('heading', { name: `Unit ${bar.unitNumber}` })).toBeVisible();
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(limitBytes);
});

test('the screen of a unit loads at most 200 kB of scripts', async ({ page, bar }) => {
  const { bytes } = await scriptsOf(page, `/units/${bar.unitNumber}`);
  await expect(page.getByRole('heading', { name: `Unit ${bar.unitNumber}` })).toBeVisible();
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(limitBytes);
});

test('/wall loads at most 200 kB of scripts', async ({ page, bar }) => {
  const path = `/api/venues/${bar.venueId}/walls`;
  const body = { label: 'Bar left', hideMoney: true };
  const { link } = await bar.request<{ link: string }>('POST', path, body);
  const isLive = () => expect(page.getByText('Live', { exact: true })).toBeVisible();
  const { bytes } = await scriptsOf(page, link, isLive);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(limitBytes);
});

test.describe('as the demo owner', () => {
  test.use({ account: 'owner' });

  test('/alerts loads at most 200 kB of scripts', async ({ page }) => {
    const isLoaded = () =>
      expect(page.getByRole('button', { name: 'I am on tonight' })).toBeVisible();
    const { bytes, text } = await scriptsOf(page, '/alerts', isLoaded);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(limitBytes);
    expect(text).not.toMatch(/ZodError|invalid_union/);
  });

  test('/night loads at most 200 kB of scripts', async ({ page }) => {
    const isLive = () => expect(page.getByText('Live ·')).toBeVisible();
    const { bytes, text } = await scriptsOf(page, '/night', isLive);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(limitBytes);
    expect(text).not.toMatch(/ZodError|invalid_union/);
  });

  for (const [path, loaded] of screens) {
    test(`${path.split('?')[0]} loads at most 200 kB of scripts`, async ({ page }) => {
      const { bytes, text } = await scriptsOf(page, path, async () => {
        await expect(loaded(page)).toBeVisible();
        await page.waitForLoadState('networkidle');
      });
      expect(bytes).toBeGreaterThan(50_000);
      expect(bytes).toBeLessThanOrEqual(limitBytes);
      expect(text).not.toMatch(/ZodError|invalid_union/);
    });
  }
});
