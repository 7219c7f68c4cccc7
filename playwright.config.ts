import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import sparticuz from '@sparticuz/chromium';

const installed = '/usr/bin/chromium';

/** The installed browser, or the one from the npm package. The browser of Playwright would need a download. */
const executablePath = existsSync(installed) ? installed : await sparticuz.executablePath();

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
