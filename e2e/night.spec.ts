import type { CDPSession, Page } from '@playwright/test';
import type { Bar } from './bar.ts';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
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
  test.slow();
  const sell = await stock(bar);
  await page.goto('/night');
  await expect(page.getByText('Live ·')).toBeVisible();
  await expect(salesOf(page)).toContainText('Nothing sold tonight yet.');
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
  await expect(page.getByRole('region', { name: 'Issues' })).toContainText('1 open');
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

/** In the page: streams of the night are those that the test feeds. */
const feedStreams = `
  const send = window.fetch;
  window.fetch = (address, options) => {
    if (!/[/]live([?]|$)/.test(String(address))) return send(address, options);
    const body = new ReadableStream({
      start: (stream) => {
        const encoder = new TextEncoder();
        window.feed = (text) => stream.enqueue(encoder.encode(text));
      },
    });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  };
`;

interface Night {
  readonly figures: object;
  readonly runout: readonly object[];
}

const eventText = (name: string, id: string, data: object): string =>
  `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;

const sales = 4000;
/** Sales that are drawn at once here; in a night, each is drawn. */
const together = 20;

/** The night after a number of sales, as events of all that a sale changes. */
function eventsOf(first: number, night: Night, startMs: number): string {
  const texts = Array.from({ length: together }, (_, nth) => {
    const number = first + nth;
    const minute = Math.floor((number / sales) * 288) * 5;
    const sale = {
      id: `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`,
      unitNumber: 1001,
      soldAt: new Date(startMs + (number / sales) * 86_400_000).toISOString(),
      drinks: [
        {
          name: `Drink ${number}`,
          isDouble: false,
          quantity: 2,
          failedGlasses: 1,
          refundedGlasses: 0,
        },
      ],
      charged: 9,
      refunded: 0,
    };
    const figures = { ...night.figures, orders: number, servings: number, gross: 9 * number };
    const curve = [0, 5].map((more) => ({
      minute: minute + more,
      taken: 9 * number,
      drinks: number,
    }));
    return eventText('sale', `2026-11-21;1001.${number}`, {
      unitNumber: 1001,
      number,
      sale,
      figures,
      curve,
    });
  });
  const slow = { unitNumber: null, number: null, runout: night.runout };
  return texts.join('') + eventText('stock', `2026-11-21;1001.${first + together - 1}`, slow);
}

/** Megabytes that are in use after everything that can be collected is. */
async function heapOf(session: CDPSession): Promise<number> {
  // What is collected first frees what it held.
  for (let nth = 0; nth < 2; nth += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}

/** Growth in megabytes from a tenth of the night to its end. */
async function watchNight(page: Page, bar: Bar): Promise<number> {
  const night = await bar.getJson<Night>(`/api/venues/${bar.venueId}/live`);
  const startMs = Date.now();
  await page.addInitScript({ content: feedStreams });
  await page.clock.install();
  await page.goto('/night');
  const session = await page.context().newCDPSession(page);
  const feed = async (text: string): Promise<void> => {
    await page.evaluate(`window.feed(${JSON.stringify(text)})`);
    await page.clock.runFor(260);
  };
  await expect
    .poll(async () => {
      await page.clock.runFor(100);
      return page.evaluate<string>('typeof window.feed');
    })
    .toBe('function');
  await feed(eventText('snapshot', '2026-11-21;1001.0', night));
  let early = 0;
  for (let number = 0; number < sales; number += together) {
    await feed(eventsOf(number, night, startMs));
    if (number === sales / 10) early = await heapOf(session);
  }
  return (await heapOf(session)) - early;
}

test('NIGHT-06 a tab that shows a night of 4,000 sales does not grow', async ({ page, bar }) => {
  test.slow();
  const grown = await watchNight(page, bar);
  await expect(page.getByText(`${(sales - 1).toLocaleString('en-US')} orders`)).toBeVisible();
  const shown = page.getByRole('region', { name: 'Last sales' }).getByRole('listitem');
  await expect(shown).toHaveCount(20);
  // What a drawing leaves behind, for as many drawings as a night has.
  expect(grown * together).toBeLessThan(20);
});
