import type { Locator, Page } from '@playwright/test';

/** Delays matching requests until the returned function is called. */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  const release: (() => void)[] = [];
  const held = new Promise<void>((resolve) => release.push(resolve));
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return () => {
    for (const resolve of release) resolve();
  };
}

/** Does something when the next matching request is sent, before the server receives it. */
export const beforeNext = (
  page: Page,
  url: string | RegExp,
  act: () => Promise<unknown>,
): Promise<unknown> =>
  page.route(
    url,
    async (route) => {
      await act();
      await route.continue();
    },
    { times: 1 },
  );

/** Lets the screen wait for responses as long as it takes: for tests of what they say, on a machine that may be busy. */
export const liftTimeLimits = (page: Page) =>
  page.addInitScript('AbortSignal.timeout = () => new AbortController().signal');

/** Resolves when a stream of the night begins: at once on Live, on the dashboard after it has been shown for five seconds. */
export const streaming = (page: Page) =>
  page.waitForResponse((response) =>
    (response.headers()['content-type'] ?? '').startsWith('text/event-stream'),
  );

/** Clicks Try again, unless a poll or the live stream has loaded what failed meanwhile. */
export async function tryAgain(button: Locator): Promise<void> {
  await button.click({ timeout: 5_000 }).catch(() => undefined);
}
