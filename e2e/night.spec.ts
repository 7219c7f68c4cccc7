import type { Page } from '@playwright/test';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import type { Bar } from './bar.ts';
import { expect, test } from './test.ts';

const rum = { name: 'Rum', price: 7, positionInUnit: ['1'] };

async function stock(bar: Bar): Promise<(more?: object) => Promise<{ id: string }>> {
  const id = await bar.addIngredient(rum);
  return (more = {}) => bar.sell({ drinks: [{ ingredients: [id], ...more }] });
}

const salesOf = (page: Page) => page.getByRole('region', { name: 'Last sales' });
const isStream = ({ url, accept }: { url: string; accept: string | undefined }) =>
  /\/live(\?|$)/.test(url) && accept === 'text/event-stream';

test('NIGHT-01 sales appear once each, with the total of the report, also after a cut', async ({
  page,
  bar,
}) => {
  const sell = await stock(bar);
  await page.goto('/night');
  await expect(page.getByText('Live ·')).toBeVisible();
  await expect(salesOf(page)).toContainText('Nothing is sold tonight yet.');
  await expectNoShift(page);
  await sell();
  await expect(salesOf(page).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByText('$7.00', { exact: true }).first()).toBeVisible();

  await page.context().setOffline(true);
  await expect(page.getByText(/No contact since/)).toBeVisible();
  await sell({ quantity: 2, successQuantity: 1 });
  await page.context().setOffline(false);
  await expect(page.getByText('Live ·')).toBeVisible({ timeout: 20_000 });
  await expect(salesOf(page).getByRole('listitem')).toHaveCount(2);
  await expect(salesOf(page)).toContainText('1 of 2 not poured');
  await expect(page.getByText('2 orders', { exact: true })).toBeVisible();
  await expect(page.getByText('$21.00', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Failed pours' })).toContainText('1 open');
});

test('the night is accessible, fits a phone, and has its curve as a table', async ({
  page,
  bar,
}) => {
  const sell = await stock(bar);
  await sell();
  await page.goto('/night');
  await page.getByText('Show as a table').press('Enter');
  await expect(page.getByRole('columnheader', { name: 'Tonight' })).toBeVisible();
  await expect(page.getByRole('cell', { name: '$7', exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('two tabs of one browser share one stream', async ({ page, bar }) => {
  const sell = await stock(bar);
  const streams: string[] = [];
  page.context().on('request', (request) => {
    const { accept } = request.headers();
    if (isStream({ url: request.url(), accept })) streams.push(request.url());
  });
  await page.goto('/night');
  await expect(page.getByText('Live ·')).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/night');
  await expect(other.getByText('Live ·')).toBeVisible();
  await sell();
  for (const tab of [page, other]) await expect(salesOf(tab).getByRole('listitem')).toHaveCount(1);
  expect(streams).toHaveLength(1);
  // The other tab takes over.
  await page.close();
  await sell();
  await expect(salesOf(other).getByRole('listitem')).toHaveCount(2);
});

test('NIGHT-09 new sales are announced once a minute, and nothing moves', async ({ page, bar }) => {
  const sell = await stock(bar);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install();
  await page.goto('/night');
  await expect(page.getByText('Live ·')).toBeVisible();
  const announced = page.getByRole('status').filter({ hasText: 'tonight' });
  await sell();
  await sell();
  await expect(salesOf(page).getByRole('listitem')).toHaveCount(2);
  await expect(announced).toHaveCount(0);
  await page.clock.fastForward(60_000);
  await expect(announced).toHaveText(/^2 sales since \d+:\d\d [AP]M, \$14\.00 tonight$/);
  expect(await page.evaluate<number>('document.getAnimations().length')).toBe(0);
});
