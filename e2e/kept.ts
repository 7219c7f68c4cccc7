/** Storage of the browser for use without a network. */
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Responses are written a moment after the screen has loaded, and the worker started after that. */
export const patience = { timeout: 20_000 };

const records = `(async () => {
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === 'barback')) return [];
  const opened = indexedDB.open('barback');
  const database = await new Promise((resolve) => { opened.onsuccess = () => resolve(opened.result); });
  const all = database.transaction('responses').objectStore('responses').getAll();
  const rows = await new Promise((resolve) => { all.onsuccess = () => resolve(all.result); });
  database.close();
  return rows.map(({ id, data }) => ({ id, text: new TextDecoder().decode(data) }));
})()`;

export const keptRecords = (page: Page) => page.evaluate<{ id: string; text: string }[]>(records);

/** Waits until the service worker answers for the page. */
export const isControlled = (page: Page) =>
  expect
    .poll(() => page.evaluate<boolean>('navigator.serviceWorker.controller !== null'), patience)
    .toBe(true);

/** Opens a path, and again once the browser keeps the dashboard: all responses of that are kept. */
export async function openKept(
  page: Page,
  path: string,
  isShown: () => Promise<void>,
): Promise<void> {
  await page.goto(path);
  await isShown();
  await isControlled(page);
  await page.reload();
  await isShown();
  await expect.poll(async () => (await keptRecords(page)).length, patience).toBeGreaterThan(2);
  // The responses of this screen are written together, a second after the first of them.
  let before = -1;
  await expect
    .poll(
      async () => {
        const last = before;
        before = (await keptRecords(page)).length;
        return before === last;
      },
      { ...patience, intervals: [1_500] },
    )
    .toBe(true);
}
