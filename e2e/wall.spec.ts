import type { Page } from '@playwright/test';
import type { Bar } from './bar.ts';
import { desktop, expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

const rum = { name: 'Rum', price: 7, positionInUnit: ['1'] };

async function stock(bar: Bar): Promise<(more?: object) => Promise<{ id: string }>> {
  const id = await bar.addIngredient(rum);
  return (more = {}) => bar.sell({ drinks: [{ ingredients: [id], ...more }] });
}

const addWall = (bar: Bar, hideMoney: boolean) =>
  bar.request<{ wall: { id: string }; link: string }>('POST', `/api/venues/${bar.venueId}/walls`, {
    label: 'Bar left',
    hideMoney,
  });

/** In the page: the sizes of all texts in pixels. */
const sizesOfText = `[...document.querySelectorAll('main *')]
  .filter((element) => [...element.childNodes].some(({ nodeType }) => nodeType === 3))
  .map((element) => Number.parseFloat(getComputedStyle(element).fontSize))`;

/** A browser without a session, as large as a television. */
async function openWall(page: Page, link: string): Promise<Page> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The context has no browser');
  const context = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    locale: 'en-US',
    viewport: { width: 1920, height: 1080 },
  });
  const wall = await context.newPage();
  await wall.goto(link);
  return wall;
}

test('a screen of the night is added and revoked, and names urgent alerts', async ({
  page,
  bar,
  freshBar,
}) => {
  test.slow();
  await test.step('NIGHT-08 a screen is added, shows the night without an account, and ends when it is revoked', async () => {
    const sell = await stock(bar);
    await sell();
    await page.goto('/night');
    await page.getByRole('button', { name: 'Wall displays' }).click();
    const dialog = page.getByRole('dialog', { name: 'Wall displays' });
    await dialog.getByLabel('Name of a new screen').fill('Bar left');
    await dialog.getByRole('button', { name: 'Add screen' }).click();
    await expect(dialog.getByRole('listitem')).toContainText('never opened, without amounts');
    await expectAccessible(page);
    const link = (await dialog.locator('code').textContent()) ?? '';
    expect(link).toMatch(/\/wall#bbw_[\w-]{43}$/);

    const wall = await openWall(page, link);
    const sent: string[] = [];
    wall.on('request', (request) => sent.push(request.url()));
    await expect(wall.getByText('Live', { exact: true })).toBeVisible();
    await expect(wall.getByText('1 drink', { exact: true })).toBeVisible();
    await expect(wall).toHaveURL(/\/wall$/);
    await sell({ quantity: 2, successQuantity: 1 });
    await expect(wall.getByText('2 drinks', { exact: true })).toBeVisible();
    await expect(wall.getByRole('region', { name: 'Failed pours' })).toContainText('1 open');
    expect(await wall.locator('body').textContent()).not.toContain('$');
    await expect(wall.getByRole('navigation')).toHaveCount(0);
    await expect(wall.locator('a, button')).toHaveCount(0);
    await wall.reload();
    await expect(wall.getByText('2 drinks', { exact: true })).toBeVisible();
    expect(sent.filter((url) => url.includes('bbw_'))).toEqual([]);

    await dialog.getByRole('button', { name: 'Revoke Bar left' }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await expect(dialog.getByRole('listitem')).toHaveCount(0);
    await expect(
      wall.getByRole('heading', { name: 'This screen has no access any more' }),
    ).toBeVisible({ timeout: 30_000 });
    await expect(wall.getByText('choose Live, then Wall displays')).toBeVisible();
    await expectAccessible(wall);
    await wall.context().close();
  });
  await test.step('urgent alerts stand on the screen until they are resolved, three of them at most', async () => {
    const bar = await freshBar();
    const sell = await stock(bar);
    await sell();
    const { link } = await addWall(bar, true);
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto(link);
    await expect(page.getByText('1 drink', { exact: true })).toBeVisible();
    const strip = page.getByRole('region', { name: 'Urgent alerts' });
    await expect(strip).toHaveCount(0);
    for (const position of ['2', '3', '4', '5']) {
      const name = `Campari ${position}`;
      const campari = await bar.addIngredient({ name, price: 7.5, positionInUnit: [position] });
      const spritz = await bar.addDrink(`Spritz ${position}`, 9.75, [campari]);
      const pours = [{ ingredientId: campari, position, ml: 9, ms: 800, outcome: 'blocked' }];
      await bar.sell({ drinks: [{ drinkId: spritz, quantity: 6, successQuantity: 0, pours }] });
    }
    await expect(strip).toContainText('and 1 more', { timeout: 25_000 });
    await expect(strip.getByRole('listitem')).toHaveCount(3);
    await expect(strip.getByRole('listitem').first()).toContainText(
      /blocked: 6 drinks in 1 min.*nit \d+, since \d+:\d\d [AP]M/,
    );
    await expectAccessible(page);
    const sizes = await page.evaluate<number[]>(sizesOfText);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    expect(height).toBeLessThanOrEqual(1080);
    const { alerts } = await bar.getJson<{ alerts: { id: string }[] }>(
      `/api/venues/${bar.venueId}/alerts`,
    );
    for (const { id } of alerts)
      await bar.request('POST', `/api/alerts/${id}`, { action: 'resolve' });
    await expect(strip).toHaveCount(0);
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await page.setViewportSize(desktop);
  });
  await test.step('without contact, the screen names the time, and goes on by itself', async () => {
    const bar = await freshBar();
    const sell = await stock(bar);
    await sell();
    const { link } = await addWall(bar, false);
    await page.goto(link);
    await expect(page.getByText('$7.00', { exact: true })).toBeVisible();
    await page.context().setOffline(true);
    await expect(page.getByText(/^No contact since \d+:\d\d [AP]M$/)).toBeVisible();
    await expect(page.getByText('$7.00', { exact: true })).toBeVisible();
    await sell();
    await page.context().setOffline(false);
    await expect(page.getByText('$14.00', { exact: true })).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
  });
});

test('after 20 seconds without anything, a screen has no contact', async ({ page, bar }) => {
  await stock(bar);
  const { link } = await addWall(bar, false);
  await page.clock.install();
  await page.goto(link);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  // Reconnected at once, it would have no contact for a second only.
  await page.route('**/api/walls/live?*', (route) => route.abort());
  // The network is silent for the page: its timers run ahead of the comments of the stream.
  await page.clock.fastForward(21_000);
  await expect(page.getByText(/^No contact since/)).toBeVisible();
});

test('a screen fits a television and a phone', async ({ page, bar, freshBar }) => {
  await test.step('a screen on a phone has one column, and one without a key says what to do', async () => {
    const { link } = await addWall(bar, true);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/wall');
    await expect(page.getByRole('heading', { name: 'This screen has no link yet' })).toBeVisible();
    // The same tab then opens a link.
    await page.goto(link);
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.setViewportSize(desktop);
  });
  await test.step('the screen is dark, has large text, fits a television, and moves by two pixels', async () => {
    const bar = await freshBar();
    const sell = await stock(bar);
    await sell({ quantity: 2, successQuantity: 1 });
    const { link } = await addWall(bar, false);
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.clock.install();
    await page.goto(link);
    await expect(page.getByText('$14.00', { exact: true })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await expectNoShift(page);
    await expectAccessible(page);
    const sizes = await page.evaluate<number[]>(sizesOfText);
    expect(sizes.length).toBeGreaterThan(10);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    expect(height).toBeLessThanOrEqual(1080);
    const left = async () => (await page.getByRole('heading', { level: 1 }).boundingBox())?.x ?? 0;
    const positions = new Set([await left()]);
    for (let nth = 0; nth < 4; nth += 1) {
      await page.clock.fastForward(600_000);
      await expect.poll(left).toBeGreaterThan(0);
      positions.add(await left());
    }
    expect(positions.size).toBe(2);
    expect(Math.max(...positions) - Math.min(...positions)).toBe(2);
  });
});
