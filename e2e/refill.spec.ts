import type { Page } from '@playwright/test';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import type { Bar } from './bar.ts';
import { hold } from './network.ts';
import { inventoryFlag, sellOut } from './stocked-bar.ts';
import { expect, test } from './test.ts';

const levelOf = async (bar: Bar, id: string): Promise<number> =>
  (await bar.getJson<{ capacityRemaining: number }>(`/api/ingredients/${id}/${bar.unitId}`))
    .capacityRemaining;

const tickOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ hasText: name }).getByRole('checkbox');

const isRefills = (url: URL) => url.pathname.endsWith('/refills');

test('places are ticked and refilled', async ({ page, bar, freshBar }) => {
  test.slow();
  await test.step('the list keeps its place when the venue is known late', async () => {
    await sellOut(bar, ['Gin']);
    const release = await hold(page, /\/api\/users\/[^/]+\/venues$/);
    await page.goto('/refill');
    await expect(page.getByRole('radio', { name: 'Tonight' })).toBeAttached();
    release();
    await expect(tickOf(page, 'Gin')).toBeVisible();
    await expectNoShift(page);
  });
  await test.step('a row that is pressed twice is ticked once, and no other row with it', async () => {
    const bar = await freshBar();
    const [gin = '', rum = ''] = await sellOut(bar, ['Gin', 'Rum', 'Vodka']);
    await page.goto('/refill');
    await page.getByText('Gin 1,000 ml', { exact: true }).last().dblclick();
    await expect(page.getByRole('button', { name: /^Undo the refill of Gin/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Undo the refill/ })).toHaveCount(1);
    const rows = page.getByRole('region', { name: `Unit ${bar.unitNumber}` }).getByRole('listitem');
    await expect(rows).toContainText(['Gin', 'Rum', 'Vodka']);
    // It stays where it is also once it is recorded.
    await expect.poll(() => levelOf(bar, gin), { timeout: 12_000 }).toBe(1000);
    await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
    await expect(rows).toContainText(['Gin', 'Rum', 'Vodka']);
    expect(await levelOf(bar, rum)).toBe(0);
  });
  await test.step('RUN-07 without inventory management the list is there, and its ticks are disabled with the reason', async () => {
    const bar = await freshBar();
    await sellOut(bar, ['Gin']);
    await bar.switchFlag('unit', inventoryFlag, false);
    await page.goto('/refill');
    await expect(
      page.getByText(
        'Inventory management is switched off for this unit, so refills cannot be recorded.',
      ),
    ).toBeVisible();
    await expect(tickOf(page, 'Gin')).toBeDisabled();
  });
  await test.step('the planned refill is set on the list', async () => {
    const bar = await freshBar();
    await sellOut(bar, ['Gin']);
    await page.goto('/refill');
    await page.getByRole('combobox', { name: 'Planned refill' }).selectOption('16:00');
    await expect(page.getByRole('radio', { name: 'Until the planned refill' })).toBeChecked();
    const { plan } = await bar.getJson<{ plan: string }>(`/api/venues/${bar.venueId}/refill-list`);
    expect(plan).toBe('16:00');
  });
  await test.step('a place is ticked with the keyboard, taken back, ticked again and refilled', async () => {
    const bar = await freshBar();
    const [gin = '', rum = ''] = await sellOut(bar, ['Gin', 'Rum']);
    // As on a page that is served without TLS.
    await page.addInitScript('delete Crypto.prototype.randomUUID');
    await page.goto('/refill');
    const load = page.getByRole('region', { name: 'To load' });
    await expect(load.getByRole('listitem')).toHaveText(['1 × Gin 1,000 ml', '1 × Rum 1,000 ml']);
    await expectNoShift(page);
    await expectAccessible(page);

    await tickOf(page, 'Gin').press('Space');
    const undo = page.getByRole('button', { name: 'Undo the refill of Gin at position 1' });
    await expect(undo).toBeFocused();
    await undo.press('Enter');
    await expect(undo).toBeHidden();
    await expect(tickOf(page, 'Gin')).toBeFocused();
    await tickOf(page, 'Gin').press('Space');
    await page.getByRole('radio', { name: 'Thrown away' }).check({ force: true });
    const level = page.getByRole('group', { name: 'New level of Gin' });
    await expect(level.getByRole('radio', { name: 'Full' })).toBeChecked();
    await level.getByRole('radio', { name: '50%' }).check({ force: true });
    await expectAccessible(page);
    await expect(undo).toBeHidden({ timeout: 12_000 });
    await expect(load.getByRole('listitem')).toHaveText(['1 × Rum 1,000 ml']);
    await expect(page.getByText(/^Refilled to 50% at /)).toBeVisible();
    await expect.poll(() => levelOf(bar, gin)).toBe(500);
    expect(await levelOf(bar, rum)).toBe(0);
  });
});

test('ticks wait for a lost network, and fit a phone', async ({ page, bar, freshBar }) => {
  test.slow();
  await test.step('RUN-06 ticks wait for a lost network, over a reload, and arrive once', async () => {
    const ids = await sellOut(bar, ['Gin', 'Rum', 'Vodka']);
    await page.route(isRefills, (route) => route.abort('internetdisconnected'));
    await page.goto('/refill');
    for (const name of ['Gin', 'Rum', 'Vodka']) await tickOf(page, name).press('Space');
    await expect(page.getByText('3 refills wait for the network on this device')).toBeVisible({
      timeout: 12_000,
    });
    for (const id of ids) expect(await levelOf(bar, id)).toBe(0);
    await page.reload();
    await expect(page.getByText(/^Refilled at .*not sent yet$/)).toHaveCount(3, {
      timeout: 12_000,
    });

    const sent: unknown[] = [];
    await page.unroute(isRefills);
    page.on('request', (request) => {
      if (isRefills(new URL(request.url()))) sent.push(request.postDataJSON());
    });
    await page.evaluate("dispatchEvent(new Event('online'))");
    await expect(page.getByText(/^Refilled at .*(AM|PM)$/)).toHaveCount(3);
    expect(sent).toHaveLength(1);
    for (const id of ids) expect(await levelOf(bar, id)).toBe(1000);
  });
  await test.step('RUN-06 a tick that waits is sent from whatever screen opens next', async () => {
    const bar = await freshBar();
    const [gin = ''] = await sellOut(bar, ['Gin']);
    await page.route(isRefills, (route) => route.abort('internetdisconnected'));
    await page.goto('/refill');
    await tickOf(page, 'Gin').press('Space');
    await expect(page.getByRole('button', { name: /^Undo the refill/ })).toBeVisible();
    await page.unroute(isRefills);
    await page.goto('/audit');
    await expect.poll(() => levelOf(bar, gin), { timeout: 12_000 }).toBe(1000);
  });
  await test.step('on a phone the list has no sideways scroll, and whole rows are ticks', async () => {
    const bar = await freshBar();
    await page.setViewportSize({ width: 390, height: 844 });
    await sellOut(bar, ['Gin']);
    await page.goto('/refill');
    await page.getByText('Out', { exact: true }).click();
    await expect(page.getByRole('button', { name: /^Undo the refill of Gin/ })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});

/** Number of pages of a PDF. */
const pagesOf = (pdf: Buffer): number =>
  pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

test.describe('RUN-09 the list of 12 units', () => {
  test.setTimeout(120_000);

  test('prints on one page of A4 and of Letter, black on white', async ({ page, bar, admin }) => {
    const { venueId } = bar;
    const units = [{ _id: bar.unitId, unitNumber: bar.unitNumber }];
    while (units.length < 12) units.push(await bar.addUnit('ROTENDER_CLASSIC'));
    for (const { _id: unitId, unitNumber } of units) {
      const flag = { kind: 'unit', key: String(unitNumber), flag: inventoryFlag, enabled: true };
      await admin.request('PUT', '/api/flags', flag);
      for (const position of ['1', '2', '3', '4']) {
        const name = `Bottle ${unitNumber}-${position}`;
        const body = { venueId, unitId, name, price: 7, positionInUnit: [position] };
        const { _id } = await bar.request<{ _id: string }>('POST', '/api/ingredients', body);
        const pours = [{ ingredientId: _id, position, ml: 1000, ms: 9000, outcome: 'poured' }];
        const drinks = [{ ingredients: [_id], pours }];
        await bar.request('POST', '/api/orders', { unitNumber, drinks });
      }
    }
    await page.goto('/refill');
    await expect(page.getByRole('checkbox')).toHaveCount(48);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const margin = { top: '10mm', right: '10mm', bottom: '10mm', left: '10mm' };
    for (const format of ['A4', 'Letter'])
      expect(pagesOf(await page.pdf({ format, margin }))).toBe(1);
    const inks = await page.evaluate<string[]>(`[...document.querySelectorAll('main *')]
      .filter((element) => element.checkVisibility() && element.childNodes[0]?.nodeType === 3)
      .map((element) => getComputedStyle(element).color)`);
    expect(new Set(inks)).toEqual(new Set(['rgb(0, 0, 0)']));
    const sizes = await page.evaluate<number[]>(`[...document.querySelectorAll('main li *')]
      .filter((element) => element.checkVisibility() && element.childNodes[0]?.nodeType === 3)
      .map((element) => Number.parseFloat(getComputedStyle(element).fontSize))`);
    // 8 points.
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(10);
  });
});
