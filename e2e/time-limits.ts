import type { Page } from '@playwright/test';

/** Lets the screen wait for responses as long as it takes: for tests of what they say, on a machine that may be busy. */
export const liftTimeLimits = (page: Page) =>
  page.addInitScript('AbortSignal.timeout = () => new AbortController().signal');
