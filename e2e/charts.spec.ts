import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { hold } from './network.ts';
import { reportRequest } from './sales.ts';
import { expect, test } from './test.ts';

const byDay = (page: Page) => page.getByRole('slider', { name: 'Gross volume, 7 days' });
const heatMap = (page: Page) => page.getByRole('slider', { name: /of an average hour/ });
const seriesRequest = /\/api\/reports\/series\?/;

/** Width of a PNG, brightness of its first pixel, and the number of its colours. */
const pixelsOf = (page: Page, base64: string) =>
  page.evaluate<{ width: number; corner: number; colours: number }>(`(async () => {
    const bytes = Uint8Array.from(atob('${base64}'), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const colours = new Set();
    for (let at = 0; at < data.length; at += 4) colours.add(data.slice(at, at + 3).join());
    return { width: bitmap.width, corner: data[0], colours: colours.size };
  })()`);

test.describe('as the demo owner', () => {
  test.use({ account: 'owner' });

  test('CHART-06 arrow keys walk the points of a chart and read them out, and Enter opens one', async ({
    page,
  }) => {
    await page.goto('/reports');
    const chart = byDay(page);
    await expect(chart).toHaveValue('7');
    await expectNoShift(page);
    await chart.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(chart).toHaveValue('6');
    const text = await chart.getAttribute('aria-valuetext');
    expect(text).toMatch(/^\w{3}, \w{3} \d+: Last 7 days \$[\d,.]+, A week before \$[\d,.]+/);
    const title = text?.split(':')[0] ?? '';
    await expect(page.getByRole('link', { name: `Sales report of ${title}` })).toBeVisible();
    await page.keyboard.press('Home');
    await expect(chart).toHaveValue('1');
    await page.keyboard.press('ArrowLeft');
    await expect(chart).toHaveValue('1');
    await page.keyboard.press('End');
    await expect(chart).toHaveValue('7');

    const map = heatMap(page);
    await map.focus();
    await expect(map).toHaveAttribute('aria-valuetext', /^Sunday, .*average of \d+ hours/);
    await page.keyboard.press('ArrowUp');
    await expect(map).toHaveAttribute('aria-valuetext', /^Saturday, /);
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('link', { name: 'Sales of these hours' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('button', { name: 'List the nights' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(map).toBeFocused();

    await chart.focus();
    await page.keyboard.press('ArrowLeft');
    const report = page.waitForRequest(reportRequest);
    await page.keyboard.press('Enter');
    const query = new URL((await report).url()).searchParams;
    expect(Number(query.get('endDate')) - Number(query.get('startDate'))).toBeLessThan(90_000_001);
  });

  test('every chart has its table and its file, and follows the period and the figure of the address', async ({
    page,
  }) => {
    test.slow();
    await page.goto('/reports');
    await expect(byDay(page)).toBeVisible();
    await page.getByText('Show as a table').first().click();
    const table = page.getByRole('table', { name: 'Gross volume, 7 days' });
    await expect(table.getByRole('row')).toHaveCount(8);
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV of Gross volume, 7 days' }).click();
    const text = await readFile(await (await downloaded).path(), 'utf8');
    expect(text.startsWith('\ufeff')).toBe(true);
    const rows: string[][] = parse(text, { bom: true });
    expect(rows[0]).toEqual(['From', 'To', 'Last 7 days', 'A week before']);
    expect(rows).toHaveLength(8);
    await expectAccessible(page);

    await page.getByRole('radio', { name: '12 months' }).check();
    await expect(page).toHaveURL(/period=year/);
    await page.getByRole('combobox', { name: 'Figure' }).selectOption('Orders');
    await expect(page).toHaveURL(/measure=orders/);
    const orders = page.getByRole('slider', { name: 'Orders, 12 months' });
    await expect(orders).toHaveAttribute('max', '12');
    await expect(page.getByRole('region', { name: 'Orders by month' })).toBeVisible();
    await page.reload();
    await expect(orders).toBeVisible();
    await expectNoShift(page);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  test('the hours below the heat map do not touch on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/reports');
    const card = page.getByRole('region', { name: 'An average hour by weekday' });
    const ticks = card.locator('[data-tick]');
    await expect(ticks).toHaveCount(6);
    const boxes = await Promise.all((await ticks.all()).map((tick) => tick.boundingBox()));
    for (const [nth, box] of boxes.slice(1).entries()) {
      const before = boxes[nth];
      expect(box?.x).toBeGreaterThan((before?.x ?? 0) + (before?.width ?? 0) + 3);
    }
    await expectNoSidewaysScroll(page);
  });

  for (const scheme of ['light', 'dark'] as const)
    test(`a chart is downloaded as a picture in the ${scheme} colours`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto('/reports');
      await expect(byDay(page)).toBeVisible();
      for (const name of ['Gross volume, 7 days', 'Gross volume of an average hour by weekday']) {
        const downloaded = page.waitForEvent('download');
        await page.getByRole('button', { name: `PNG of ${name}` }).click();
        const file = await downloaded;
        expect(file.suggestedFilename()).toMatch(/\.png$/);
        const picture = await pixelsOf(page, await readFile(await file.path(), 'base64'));
        expect(picture.width).toBeGreaterThan(1000);
        // The background of the card, on which something is drawn.
        expect(picture.corner > 128).toBe(scheme === 'light');
        expect(picture.colours).toBeGreaterThan(10);
      }
    });

  test('charts that are loading, lost or of nothing are told apart', async ({ page }) => {
    const release = await hold(page, seriesRequest);
    await page.goto('/reports');
    await expect(page.getByRole('region', { name: 'Gross volume by day' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Gross volume by day' })).not.toContainText('$');
    release();
    await expect(byDay(page)).toBeVisible();
    await page.route(seriesRequest, (route) => route.fulfill({ status: 503, json: {} }));
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('The charts could not be loaded.');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(byDay(page)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});
