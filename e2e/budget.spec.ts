/** The first load stays small: at most 200 kB of JavaScript over the wire, and no validation library in it. */
import { gzipSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { expect, signedInAs, test } from './test.ts';

const limitBytes = 200_000;

async function scriptsOf(page: Page, path: string): Promise<{ bytes: number; text: string }> {
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (answer) => {
    if (answer.request().resourceType() === 'script') scripts.push(answer.body());
  });
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  const bodies = await Promise.all(scripts);
  return {
    bytes: bodies.reduce((sum, body) => sum + gzipSync(body).length, 0),
    text: bodies.map((body) => body.toString()).join('\n'),
  };
}

test('the login', async ({ page }) => {
  const { bytes, text } = await scriptsOf(page, '/login');
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(limitBytes);
  expect(text).not.toMatch(/ZodError|invalid_union/);
});

/** Each screen by what shows that it has come. */
const screens: [path: string, there: (page: Page) => Locator][] = [
  [
    '/salesreports?from=2024-03-01&to=2025-03-23&timezone=EST',
    (page) => page.getByRole('button', { name: 'Lookup sales' }),
  ],
  ['/add-drink', (page) => page.getByRole('button', { name: 'Drag Beefeater', exact: true })],
  ['/add-ingredient', (page) => page.getByRole('button', { name: 'Add Ingredient' })],
  ['/drink-menu', (page) => page.getByRole('textbox', { name: 'Name of Negroni' })],
  ['/dashboard', (page) => page.getByRole('region', { name: 'Needs attention' })],
  ['/audit', (page) => page.getByRole('heading', { level: 1 })],
];

test.describe('an owner opens', () => {
  test.use(signedInAs('owner'));

  for (const [path, there] of screens) {
    test(path, async ({ page }) => {
      const { bytes, text } = await scriptsOf(page, path);
      await expect(there(page)).toBeVisible();
      expect(bytes).toBeGreaterThan(50_000);
      expect(bytes).toBeLessThanOrEqual(limitBytes);
      expect(text).not.toMatch(/ZodError|invalid_union/);
    });
  }
});
