/** The test of every spec, with its fixtures. It fails on an uncaught page error and on a console error. */
import { test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import { apiClient, type ApiClient, type DemoAccount, serverUrl, tokenOf } from './api-client.ts';
import { createBar, signInAnew, signInFirst, signInPage } from './bar.ts';
import type { Bar, UnitCategory } from './bar.ts';
import { watchShifts } from './checks.ts';
import { fetchDemoSales } from './sales.ts';
import type { DemoSales } from './sales.ts';

export { expect } from '@playwright/test';

/**
 * Console output of a failed request; the tests that cause one check the screen. The frame of a mail runs no scripts, and
 * so neither those of the tests.
 */
const expected =
  /^(Failed to load resource|ApiError|Blocked script execution in 'about:srcdoc' because the document's frame is sandboxed)/;

interface Options {
  /** The demo account that the browser is signed in as; null for none. */
  account: DemoAccount | null;
  /** The category of the unit of `bar`. */
  unitCategory: UnitCategory;
}

interface Fixtures {
  failOnErrors: undefined;
  /** A bar that no other test uses. The page is signed in as its owner unless `account` is set. */
  bar: Bar;
  /** Makes another bar for a further step, and signs the page in as its owner. */
  freshBar: () => Promise<Bar>;
  /** The page of a test that needs a bar of its own, but nothing about it. */
  ownerPage: Page;
}

interface WorkerFixtures {
  admin: ApiClient;
  /** The super admin that registers the owners of a worker. */
  registrar: ApiClient;
  /** The owner in the demo data. Tests only read what this owner has. */
  demoOwner: ApiClient;
  demoSales: DemoSales;
}

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  account: [null, { option: true }],
  unitCategory: ['ROTENDER_CLASSIC', { option: true }],

  page: async ({ page, account }, use) => {
    if (account !== null) await signInFirst(page, tokenOf(account));
    await use(page);
  },

  failOnErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !expected.test(message.text())) {
          errors.push(message.text());
        }
      });
      await watchShifts(page);
      await use(undefined);
      base.expect(errors, 'errors in the console').toEqual([]);
    },
    { auto: true },
  ],

  bar: async ({ page, registrar, account, unitCategory }, use) => {
    const bar = await createBar(registrar, unitCategory);
    if (account === null) await signInPage(page, bar);
    await use(bar);
  },

  freshBar: async ({ page, registrar, account, unitCategory }, use) => {
    await use(async () => {
      const bar = await createBar(registrar, unitCategory);
      if (account === null) await signInAnew(page, bar);
      return bar;
    });
  },

  ownerPage: async ({ page, bar }, use) => {
    base.expect(bar.unitNumber).toBeGreaterThan(0);
    await use(page);
  },

  // Playwright reads the names of the fixtures from the pattern.
  // oxlint-disable-next-line no-empty-pattern
  admin: [async ({}, use) => use(apiClient(tokenOf('admin'))), { scope: 'worker' }],
  registrar: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, { parallelIndex }) =>
      use(apiClient(tokenOf(parallelIndex % 2 === 0 ? 'admin' : 'registrar'))),
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern
  demoOwner: [async ({}, use) => use(apiClient(tokenOf('owner'))), { scope: 'worker' }],
  demoSales: [
    async ({ demoOwner }, use) => use(await fetchDemoSales(demoOwner)),
    { scope: 'worker' },
  ],
});

/** The storage of a browser that has signed in. */
export function storageStateOf(account: DemoAccount) {
  const localStorage = [{ name: 'token', value: tokenOf(account) }];
  return { cookies: [], origins: [{ origin: serverUrl(), localStorage }] };
}

/** The local storage of the browser, by key. */
export async function storageOf(page: Page): Promise<Record<string, string>> {
  const { origins } = await page.context().storageState();
  return Object.fromEntries(origins[0]?.localStorage.map(({ name, value }) => [name, value]) ?? []);
}
