/** A bar with ingredients in its unit, and the locators of the Your Menu screen. */
import type { Locator, Page, Request } from '@playwright/test';
import { expect } from './test.ts';
import type { Bar } from './bar.ts';
import { test as base } from './test.ts';

export const inventoryFlag = 'general--inventory-management';
export const mixingFlag = 'general--multiple-bottles';

/** Ingredients at these positions, all of them sold out. */
export async function sellOut(bar: Bar, names: readonly string[]): Promise<string[]> {
  await bar.switchFlag('unit', inventoryFlag);
  const ids: string[] = [];
  for (const [nth, name] of names.entries())
    ids.push(await bar.addIngredient({ name, price: 7, positionInUnit: [String(nth + 1)] }));
  for (const [nth, id] of ids.entries())
    await bar.sell({
      drinks: [
        {
          ingredients: [id],
          pours: [
            { ingredientId: id, position: String(nth + 1), ml: 1000, ms: 9000, outcome: 'poured' },
          ],
        },
      ],
    });
  return ids;
}

export interface StockedBar extends Bar {
  readonly ids: Readonly<Record<'gin' | 'rum' | 'rye' | 'syrup' | 'cola' | 'tonic', string>>;
}

export const test = base.extend<{
  /** Three bottles, a syrup without a position and two soda gun lines. One gin was sold, so its bottle is not full. */
  stockedBar: StockedBar;
  /** The page of a test that needs the stocked bar, but nothing about it. */
  stockedPage: Page;
}>({
  stockedBar: async ({ bar }, use) => use(await stock(bar)),
  stockedPage: async ({ page, stockedBar }, use) => {
    base.expect(stockedBar.ids).toBeDefined();
    await use(page);
  },
});

export async function stock(bar: Bar): Promise<StockedBar> {
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
  await bar.request('POST', '/api/orders', {
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

/** Records every API request that the page sends. */
export function recordRequests(page: Page): Request[] {
  const recorded: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) recorded.push(request);
  });
  return recorded;
}

export const matching = (requests: readonly Request[], method: string, path: string | RegExp) =>
  requests.filter(
    (request) => request.method() === method && new URL(request.url()).pathname.match(path),
  );

/** Makes matching requests fail with this response. */
export const failWith = (page: Page, path: string, status: number, json: object) =>
  page.route(path, (route) => route.fulfill({ status, json }));

/** Waits for the code of drag and drop, which is loaded at the first use of the page. */
export const isDraggable = (handle: Locator): Promise<void> =>
  expect(handle).toHaveAttribute('aria-describedby');

/** Focuses the handle of an item that can be dragged. */
export async function focusHandle(handle: Locator): Promise<void> {
  await handle.focus();
  await isDraggable(handle);
}

export async function dragOnto(page: Page, handle: Locator, target: Locator): Promise<void> {
  // The whole page fits, because a drag near the edge of the window scrolls the page for as long as it takes.
  await page.setViewportSize({ width: 1440, height: 2000 });
  // Waits until the handle has stopped moving, which it does while lists above it load.
  await handle.hover();
  await isDraggable(handle);
  await page.mouse.down();
  const from = await handle.boundingBox();
  const to = await target.boundingBox();
  if (!from || !to) throw new Error('The drag handle or its target is not on the page');
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  await page.mouse.move(x, y + 12, { steps: 4 });
  await page.mouse.move(x, to.y + to.height * 0.75, { steps: 12 });
  // The list follows the mouse in the next frame, and a drop before that frame would be at the old position.
  await page.getByText(/ is over place \d+ of \d+/).waitFor({ state: 'attached' });
  await page.mouse.up();
}
