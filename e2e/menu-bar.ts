/** A bar with something in its unit, and what the tests of Your Menu look for on the screen. */
import type { Locator, Page, Request } from '@playwright/test';
import { openFreshBar } from './fresh-bar.ts';
import type { FreshBar } from './fresh-bar.ts';

export const inventoryFlag = 'general--inventory-management';
export const mixingFlag = 'general--multiple-bottles';

export interface StockedBar extends FreshBar {
  readonly ids: Readonly<Record<'gin' | 'rum' | 'rye' | 'syrup' | 'cola' | 'tonic', string>>;
}

/** Three bottles, a syrup that stands nowhere, two soda-gun lines; one gin was sold, so its bottle is not full. */
export async function openBar(page: Page): Promise<StockedBar> {
  const bar = await openFreshBar(page);
  const soda = { source: 'soda gun', baseOrMixer: ['mixer'] };
  const ids = {
    gin: await bar.addIngredient({
      name: 'Gin',
      price: 5,
      doublePrice: 8,
      positionInUnit: ['1', '2'],
    }),
    rum: await bar.addIngredient({ name: 'Rum', price: 2, doublePrice: 1, positionInUnit: ['3'] }),
    rye: await bar.addIngredient({ name: 'Rye', price: 7, positionInUnit: ['4'] }),
    syrup: await bar.addIngredient({ name: 'Syrup', price: 1 }),
    cola: await bar.addIngredient({ name: 'Cola', price: 3, positionInUnit: ['101'], ...soda }),
    tonic: await bar.addIngredient({
      name: 'Tonic',
      price: 2.5,
      positionInUnit: ['102'],
      ...soda,
    }),
  };
  await bar.tell('POST', '/api/orders', {
    id: `sold-${bar.unitId}`,
    unitNumber: bar.unitNumber,
    date: Date.now(),
    drinks: [{ ingredients: [ids.gin], quantity: 3 }],
  });
  return { ...bar, ids };
}

export const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
export const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
export const namesIn = (list: Locator) => list.getByRole('heading', { level: 3 });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Every request that leaves the page from now on, as `PUT /api/…`. */
export function noteRequests(page: Page): Request[] {
  const noted: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) noted.push(request);
  });
  return noted;
}
export const named = (requests: readonly Request[], method: string, path: string | RegExp) =>
  requests.filter(
    (request) => request.method() === method && new URL(request.url()).pathname.match(path),
  );

export const refuse = (page: Page, path: string, status: number, json: object, method?: string) =>
  page.route(path, (route) =>
    method === undefined || route.request().method() === method
      ? route.fulfill({ status, json })
      : route.fallback(),
  );

export async function dragOnto(page: Page, handle: Locator, target: Locator): Promise<void> {
  await handle.scrollIntoViewIfNeeded();
  const from = await handle.boundingBox();
  const to = await target.boundingBox();
  if (!from || !to) throw new Error('Nothing to drag, or nowhere to drag it');
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 12, { steps: 4 });
  await page.mouse.move(x, to.y + to.height * 0.75, { steps: 12 });
  await page.mouse.up();
}
