/** Drag and drop in a unit with 200 ingredients: frame times while dragging, and the request sent on drop. */
import type { Page } from '@playwright/test';
import { withBrowser } from './browser.ts';
import { median, report } from './outcome.ts';

const cards = 200;
const frameMs = 1000 / 60;

/** Source text, because it runs in the page. */
const noteFrames = `
  window.frames_ = [];
  (function next(before) {
    requestAnimationFrame((now) => { window.frames_.push(now - before); next(now); });
  })(performance.now());
`;

/** @returns the address of Your Menu of that unit */
async function fillUnit(page: Page, url: string): Promise<string> {
  const token = await page.evaluate<string>(`localStorage.getItem('token')`);
  const send = async <Answer>(method: string, path: string, data?: object): Promise<Answer> => {
    const response = await page.request.fetch(url + path, {
      method,
      headers: { authorization: token },
      ...(data ? { data } : {}),
    });
    if (!response.ok()) throw new Error(await response.text());
    const parsed: Answer = await response.json();
    return parsed;
  };
  const { id: venueId } = await send<{ id: string }>('POST', '/api/users/venues', {
    name: 'Two hundred bottles',
  });
  const { _id: unitId, unitNumber } = await send<{ _id: string; unitNumber: number }>(
    'POST',
    `/api/units/${venueId}`,
    {},
  );
  for (let number = 1; number <= cards; number += 1) {
    const positionInUnit = number <= 16 ? [String(number)] : [];
    const body = { name: `Bottle ${number}`, price: 5, venueId, unitId, positionInUnit };
    await send('POST', '/api/ingredients', body);
  }
  return `${url}/add-drink?venue=${venueId}&unit=${unitNumber}`;
}

/** Frame times while a card is dragged back and forth over others for several seconds. */
async function dragAbout(page: Page): Promise<number[]> {
  const grip = page.getByRole('button', { name: 'Drag Bottle 3', exact: true });
  await grip.hover();
  // Drag and drop is loaded at the first use of the page.
  await grip.and(page.locator('[aria-describedby]')).waitFor();
  const box = await grip.boundingBox();
  if (!box) throw new Error('There is no card to drag');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 12);
  await page.evaluate(noteFrames);
  for (let step = 0; step < 240; step += 1) {
    await page.mouse.move(x, y + 200 * Math.sin(step / 20));
  }
  const frames = await page.evaluate<number[]>('window.frames_.slice()');
  await page.mouse.move(x, y + 250, { steps: 12 });
  // A drop before the next frame would be at the old position.
  await page.getByText(/ is over place [^3]\d* of \d+/).waitFor({ state: 'attached' });
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.mouse.up();
  await saved;
  return frames;
}

export const benchDrag = (): Promise<void> =>
  withBrowser(async ({ url, browser, login }) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 1200 } });
    await login(page);
    const menu = await fillUnit(page, url);
    const saves: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') saves.push(request.url());
    });
    await page.goto(menu);
    const frames = await dragAbout(page);
    await page.waitForLoadState('networkidle');
    const middle = median(frames);
    const late = frames.filter((ms) => ms > 2 * frameMs).length;
    report(
      `a drag among ${cards} ingredients, milliseconds a frame / 60 a second`,
      middle / frameMs,
      { most: 1.1 },
      `${(1000 / middle).toFixed(0)} frames a second; ${late} of ${frames.length} came late`,
    );
    report('its drop, calls that save', saves.length, { most: 1 }, 'one statement on the server');
  });
