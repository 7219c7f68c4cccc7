import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import sparticuz from '@sparticuz/chromium';

/** Debian's browsers. The headless shell has no window, and needs two thirds of the time of the whole browser. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync);

/** The installed browser, or the one from the npm package. The browser of Playwright would need a download. */
const executablePath = installed ?? (await sparticuz.executablePath());

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  globalSetup: './e2e/start-server.ts',
  workers: 2,
  fullyParallel: true,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    // Set by the global setup, which runs before the workers start.
    baseURL: process.env['E2E_URL'],
    locale: 'en-US',
    timezoneId: 'America/New_York',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
