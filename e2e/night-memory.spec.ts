import type { CDPSession, Page } from '@playwright/test';
import type { Bar } from './bar.ts';
import { expect, test } from './test.ts';

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
const together = 10;

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
  const grown = await watchNight(page, bar);
  await expect(page.getByText(`${(sales - 1).toLocaleString('en-US')} orders`)).toBeVisible();
  const shown = page.getByRole('region', { name: 'Last sales' }).getByRole('listitem');
  await expect(shown).toHaveCount(20);
  // What a drawing leaves behind, for as many drawings as a night has.
  expect(grown * together).toBeLessThan(20);
});
