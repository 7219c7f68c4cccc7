import { defineConfig } from '@playwright/test';
import { browserOptions } from './e2e/browser.ts';
import { useMemoryFolder } from './tools/test-folder.ts';

useMemoryFolder();

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  globalSetup: './e2e/start-server.ts',
  // A test waits half of its time: for a debounced field, a poll, a stream. Two would leave a core idle then.
  workers: 3,
  fullyParallel: true,
  // On a busy machine a press may come before the screen is ready; a test that needs its retry is listed as flaky.
  retries: 1,
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
    // Without the worker each test loads its pages from the server; offline.spec.ts has it.
    serviceWorkers: 'block',
    launchOptions: await browserOptions(),
  },
  projects: [
    {
      name: 'behaviour',
      grepInvert: /@system/,
      // A browser that draws no frames between two states needs a fifth less time; the other tier has them.
      use: { contextOptions: { reducedMotion: 'reduce' } },
    },
    { name: 'system', grep: /@system/ },
  ],
});
