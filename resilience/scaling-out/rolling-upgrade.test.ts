import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { productFolder } from '../../db/product-folder.ts';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { browserOptions } from '../../e2e/browser.ts';
import {
  type Haproxy,
  missingPrograms,
  type Processes,
  startProcesses,
} from '../../server/testing/services/processes.ts';
import { maya } from '../../server/testing/sharing.ts';
import { makeNextVersion } from '../testing/running-product.ts';

const missing = missingPrograms(['haproxy', 'pgbouncer', 'openssl']);
const startMs = 90_000;

describe.skipIf(missing.length > 0)('an upgrade of two processes behind haproxy', () => {
  let nextVersion: string;
  let processes: Processes;
  let haproxy: Haproxy;
  let browser: Browser;
  let token: string;
  let contexts: BrowserContext[] = [];
  beforeAll(async () => {
    // Does nothing where the build is current.
    const { status, stderr } = spawnSync(process.execPath, ['tools/build.mjs'], {
      cwd: productFolder,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
    nextVersion = await makeTestFolder();
    await makeNextVersion(nextVersion);
    processes = await startProcesses('behind haproxy');
    if (processes.haproxy === null) throw new Error('there is no haproxy');
    haproxy = processes.haproxy;
    token = (await processes.login(0, maya)).body.token;
    browser = await chromium.launch(await browserOptions());
  }, startMs);
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
  });
  afterAll(async () => {
    await browser.close();
    await processes.end();
    await rm(nextVersion, { recursive: true });
  });

  /** Opens a page with an empty cache, signed in as the owner of the demo. */
  const openPage = async (): Promise<{ page: Page; loads: () => number }> => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: haproxy.url });
    contexts.push(context);
    const page = await context.newPage();
    await page.addInitScript(`localStorage.setItem('token', ${JSON.stringify(token)})`);
    let count = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) count += 1;
    });
    return { page, loads: () => count };
  };

  const shows = async (page: Page, title: string) => {
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  };
  const follow = async (page: Page, link: string, title: string) => {
    await page.getByRole('link', { name: link, exact: true }).first().click();
    await shows(page, title);
  };

  const upgrade = async (index: number, name: string) => {
    const leaving = processes.servers[index];
    leaving?.process.kill('SIGTERM');
    await leaving?.ended;
    await haproxy.sees(name, 'DOWN');
    await processes.restart(index, nextVersion);
    await haproxy.sees(name, 'UP');
  };

  test('a file that stays missing reloads the page once, and then says so', async () => {
    const lost = await openPage();
    await lost.page.route(/\/assets\/index-.*\.js/, (route) => route.fulfill({ status: 404 }));
    await lost.page.goto('/dashboard');
    await lost.page.getByRole('alert').filter({ hasText: 'could not be loaded' }).waitFor();
    expect(lost.loads()).toBe(2);

    const { page, loads } = await openPage();
    await page.goto('/dashboard');
    await shows(page, 'Overview');
    await page.route(/\/assets\/sales-report-screen.*\.js/, (route) =>
      route.fulfill({ status: 404 }),
    );
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'Reloading the page usually helps' }).waitFor();
    expect(loads()).toBe(2);
  });

  test(
    'never leaves a white page',
    async () => {
      const { page, loads } = await openPage();
      await page.goto('/dashboard');
      await shows(page, 'Overview');

      await upgrade(0, 'one');
      // Either process is asked for files of either version.
      await follow(page, 'Reports', 'Sales report');
      for (let visit = 0; visit < 2; visit += 1) {
        const fresh = await openPage();
        await fresh.page.goto('/dashboard');
        await shows(fresh.page, 'Overview');
        expect(fresh.loads()).toBe(1);
      }
      expect(loads()).toBe(1);

      await upgrade(1, 'two');
      // The version of the page is gone.
      await follow(page, 'Add Ingredient', 'Add Ingredient');
      expect(loads()).toBe(2);
      expect(new URL(page.url()).pathname).toBe('/add-ingredient');
      await follow(page, 'Your menu', 'Your Menu');
      expect(loads()).toBe(2);
    },
    startMs,
  );
});
