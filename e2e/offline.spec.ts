import type { Page } from '@playwright/test';
import { endSession } from './api-client.ts';
import { addStaff, type Bar } from './bar.ts';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { isControlled, keptRecords, openKept, patience } from './kept.ts';
import { sellOut } from './stocked-bar.ts';
import { expect, storageOf, test } from './test.ts';

test.use({ serviceWorkers: 'allow' });

const asOf = (page: Page) => page.getByText(/^As of \d{1,2}:\d{2} [AP]M, no network$/);
const tickOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ hasText: name }).getByRole('checkbox');

const showsRefill = (page: Page, names: readonly string[]) => () =>
  expect(page.getByRole('checkbox')).toHaveCount(names.length);

const six = ['Gin', 'Rum', 'Vodka', 'Tequila', 'Whiskey', 'Campari'];

interface Movement {
  kind: string;
  at: string;
}

const refillsOf = async ({ getJson, unitNumber }: Bar): Promise<Movement[]> => {
  const { movements } = await getJson<{ movements: Movement[] }>(
    `/api/units/${unitNumber}/movements`,
  );
  return movements.filter(({ kind }) => kind === 'refilled');
};

/** Sells a Gin Fizz whose pour is blocked. */
async function sellFailedFizz(bar: Bar): Promise<void> {
  const gin = await bar.addIngredient({ name: 'Gin', price: 7, positionInUnit: ['1'] });
  const drinkId = await bar.addDrink('Gin Fizz', 9, [gin]);
  const pours = [{ ingredientId: gin, position: '1', ml: 9, ms: 800, outcome: 'blocked' }];
  await bar.sell({ drinks: [{ drinkId, quantity: 1, successQuantity: 0, pours }] });
}

test('PWA-01 the refill list is read and ticked without a network, and each tick counts once', async ({
  page,
  context,
  bar,
}) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  await sellOut(bar, six);
  await openKept(page, '/refill', showsRefill(page, six));
  expect((await keptRecords(page)).map(({ text }) => text).join()).not.toContain('Campari');

  await context.setOffline(true);
  await page.reload();
  await showsRefill(page, six)();
  await expect(asOf(page)).toBeVisible(patience);
  await expectNoSidewaysScroll(page);
  const fromMs = Date.now();
  for (const name of six) await tickOf(page, name).press('Space');
  await expect(page.getByText('6 refills wait for the network on this device')).toBeVisible(
    patience,
  );
  const untilMs = Date.now();
  await expectAccessible(page);
  expect(await refillsOf(bar)).toEqual([]);

  await context.setOffline(false);
  await expect(page.getByText(/^Refilled at .*(AM|PM)$/)).toHaveCount(6, patience);
  await expect(asOf(page)).toBeHidden(patience);
  const recorded = await refillsOf(bar);
  expect(recorded).toHaveLength(6);
  for (const { at } of recorded) {
    expect(Date.parse(at)).toBeGreaterThanOrEqual(fromMs);
    expect(Date.parse(at)).toBeLessThanOrEqual(untilMs);
  }
});

/** Kinds of storage of the browser that hold something of an account. */
const leftovers = (page: Page) =>
  page.evaluate<Leftovers>(`(async () => ({
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    stored: Object.keys(localStorage).filter((key) => !['colorScheme'].includes(key)),
    tab: Object.keys(sessionStorage).filter((key) => !/^(stored|reloadedFrom|tsr-scroll.*)$/.test(key)),
  }))()`);

interface Leftovers {
  readonly caches: readonly string[];
  readonly databases: readonly string[];
  readonly stored: readonly string[];
  readonly tab: readonly string[];
}

const nothing: Leftovers = { caches: [], databases: [], stored: [], tab: [] };

const expectErased = (page: Page) => expect.poll(() => leftovers(page), patience).toEqual(nothing);

const expectKept = async (page: Page) => {
  const { caches, databases } = await leftovers(page);
  expect([caches.length, databases.length]).toEqual([1, 1]);
};

test('PWA-02 logout, the end of a session and withdrawn access erase caches, database and queue', async ({
  page,
  context,
  bar,
  freshBar,
}) => {
  test.slow();
  await test.step('logout, which says what is not sent', async () => {
    await sellOut(bar, ['Gin']);
    await openKept(page, '/refill', showsRefill(page, ['Gin']));
    await context.setOffline(true);
    await tickOf(page, 'Gin').press('Space');
    await expect.poll(() => storageOf(page)).toHaveProperty('refills');
    await expectKept(page);
    await page.getByRole('button', { name: 'Logout' }).click();
    const question = page.getByRole('alertdialog', { name: '1 entry is not sent yet' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(tickOf(page, 'Gin')).toBeHidden();
    await page.getByRole('button', { name: 'Logout' }).click();
    await question.getByRole('button', { name: 'Log out and delete' }).click();
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    await expectErased(page);
    await context.setOffline(false);
  });
  await test.step('a session that the server has ended', async () => {
    const ended = await freshBar();
    await openKept(page, '/dashboard', () =>
      expect(page.getByRole('region', { name: 'Needs attention' })).toBeVisible(),
    );
    await expectKept(page);
    await endSession(ended);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    await expectErased(page);
  });
  await test.step('withdrawn access', async () => {
    const owner = await freshBar();
    const kim = await addStaff(owner, 'bartender');
    await page.evaluate(`localStorage.setItem('token', ${JSON.stringify(kim.loginToken)})`);
    await openKept(page, '/refill', () =>
      expect(page.getByRole('heading', { name: 'Refill', level: 1 })).toBeVisible(),
    );
    await expectKept(page);
    const { people } = await owner.getJson<{ people: { id: string; email: string }[] }>(
      '/api/people',
    );
    const id = people.find(({ email }) => email === kim.email)?.id ?? '';
    await owner.request('DELETE', `/api/people/${id}`);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    await expectErased(page);
  });
});

test('PWA-02 a token that has expired meanwhile erases what was kept with it', async ({
  page,
  bar,
}) => {
  test.slow();
  expect(bar.unitNumber).toBeGreaterThan(0);
  await openKept(page, '/dashboard', () =>
    expect(page.getByRole('region', { name: 'Needs attention' })).toBeVisible(),
  );
  await expectKept(page);
  await page.clock.install({ time: Date.now() + 13 * 3_600_000 });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await expectErased(page);
});

test('PWA-03 another person on the same phone sees nothing of the first', async ({
  page,
  context,
  bar,
  freshBar,
}) => {
  test.slow();
  await sellOut(bar, ['Gin']);
  const showsGin = showsRefill(page, ['Gin']);
  await openKept(page, '/refill', showsGin);
  const first = await keptRecords(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await expectErased(page);

  await test.step('who signs in next', async () => {
    const other = await freshBar();
    await openKept(page, '/refill', () =>
      expect(page.getByText('Turn on stock').or(page.getByRole('main'))).toBeVisible(),
    );
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText(other.venueName).first()).toBeVisible(patience);
    await expect(page.getByText(bar.venueName)).toHaveCount(0);
    await expect(page.getByText('Gin')).toHaveCount(0);
    await context.setOffline(false);
  });
  await test.step('whose token takes the place of that of another one, without a logout', async () => {
    const mine = await keptRecords(page);
    expect(mine.filter(({ id }) => first.some((one) => one.id === id))).toEqual([]);
    const third = await freshBar();
    await context.setOffline(true);
    await page.goto('/refill');
    await expect(page.getByText('No network', { exact: true })).toBeVisible(patience);
    for (const name of [bar.venueName, 'Gin']) await expect(page.getByText(name)).toHaveCount(0);
    await expect(page.getByText(third.venueName)).toHaveCount(0);
    await context.setOffline(false);
  });
});

test('a browser whose storage is full works with the network, and says what is missing', async ({
  page,
  bar,
}) => {
  test.slow();
  const full = "throw new DOMException('full', 'QuotaExceededError');";
  await page.addInitScript({ content: `IDBObjectStore.prototype.put = () => { ${full} };` });
  await sellOut(bar, ['Gin']);
  await page.goto('/refill');
  await isControlled(page);
  await page.reload();
  await expect(page.getByText('This browser has no storage left for Barback')).toBeVisible();
  await tickOf(page, 'Gin').press('Space');
  await expect(page.getByText(/^Refilled at .*(AM|PM)$/)).toHaveCount(1, patience);
  await expect.poll(async () => (await refillsOf(bar)).length, patience).toBe(1);
});

test('where the storage is full, what is ticked without a network waits in the page, which says so, and is sent', async ({
  page,
  context,
  bar,
}) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript({
    content: `{
      const { setItem } = Storage.prototype;
      Storage.prototype.setItem = function (key, value) {
        if (key === 'refills') throw new DOMException('full', 'QuotaExceededError');
        setItem.call(this, key, value);
      };
    }`,
  });
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await sellOut(bar, ['Gin', 'Rum']);
  await openKept(page, '/refill', showsRefill(page, ['Gin', 'Rum']));
  await context.setOffline(true);
  for (const name of ['Gin', 'Rum']) await tickOf(page, name).press('Space');
  await expect(page.getByRole('alert')).toContainText(
    'kept only while this page stays open',
    patience,
  );
  await expect(page.getByText('2 refills wait for the network in this page only')).toBeVisible();
  await expect(page.getByText('No network · Storage full: keep this page open')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  expect(await storageOf(page)).not.toHaveProperty('refills');
  await test.step('logging out and leaving the page ask first', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Logout' }).click();
    const question = page.getByRole('alertdialog', { name: '2 entries are not sent yet' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => asked).toEqual(['beforeunload']);
  });

  await context.setOffline(false);
  await expect(page.getByText(/^Refilled at .*(AM|PM)$/)).toHaveCount(2, patience);
  await expect(page.getByText('keep this page open')).toBeHidden();
  expect(await refillsOf(bar)).toHaveLength(2);
});

test('PWA-04 without a network a refund is not sent, and its button says why', async ({
  page,
  context,
  bar,
}) => {
  test.slow();
  await sellFailedFizz(bar);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/refund|resolve/.test(request.url()) && request.method() === 'POST')
      sent.push(request.url());
  });
  await openKept(page, '/failures', () =>
    expect(page.getByRole('button', { name: /Gin Fizz/ }).first()).toBeVisible(),
  );
  await test.step('of a failed drink that was read before', async () => {
    await context.setOffline(true);
    await page.reload();
    await expect(asOf(page)).toBeVisible(patience);
    await expect(page.getByRole('button', { name: /^(Refund|Confirm) \$/ })).toBeDisabled();
    await expect(page.getByText('Refunds need the network.')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('button', { name: /^(Refund|Confirm) \$/ })).toBeEnabled();
  });
  await test.step('of a sale', async () => {
    await page.goto('/salesreports');
    const refund = page.getByRole('button', { name: 'Request refund of Gin Fizz' }).first();
    await expect(refund).toBeVisible();
    await context.setOffline(true);
    await refund.press('Enter');
    await expect(page.getByRole('alert')).toContainText('Refunds need the network');
    await context.setOffline(false);
  });
  expect(sent).toEqual([]);
});

test('PWA-01 a drink that was made again without a network waits with its note, and is settled once', async ({
  page,
  context,
  bar,
}) => {
  test.slow();
  await sellFailedFizz(bar);
  const row = page.getByRole('button', { name: /Gin Fizz/ }).first();
  await openKept(page, '/failures', () => expect(row).toBeVisible());
  await context.setOffline(true);
  await page.reload();
  await expect(asOf(page)).toBeVisible(patience);
  const detail = page.getByRole('article', { name: 'Failed drink: Gin Fizz' });
  await detail.getByLabel('Note').fill('At the other unit');
  await detail.getByRole('button', { name: 'Made again' }).click();
  await expect(row).toContainText('Made again, waits for the network', patience);
  await expectAccessible(page);
  await page.reload();
  await expect(row).toContainText('Made again, waits for the network', patience);

  await context.setOffline(false);
  await expect(row).toBeHidden(patience);
  expect(await storageOf(page)).not.toHaveProperty('settlements');
  const { cases } = await bar.getJson<{ cases: object[] }>(
    `/api/venues/${bar.venueId}/cases?state=resolved`,
  );
  expect(cases).toMatchObject([{ resolution: 'remade', note: 'At the other unit' }]);
});

test('PWA-07 the dashboard can be installed, and is accessible on its own', async ({
  page,
  context,
  bar,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await sellOut(bar, ['Gin']);
  await page.goto('/refill');
  await showsRefill(page, ['Gin'])();
  const chromium = await context.newCDPSession(page);
  const { errors, data } = await chromium.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await chromium.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);
  const manifest: {
    shortcuts: { url: string }[];
    icons: { src: string; purpose?: string; sizes: string }[];
  } = JSON.parse(data ?? '');
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose ?? 'any'}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  for (const { src } of manifest.icons) {
    const icon = await page.request.get(src);
    expect(icon.headers()['content-type']).toBe('image/png');
  }
  const worker = await page.request.get('/sw.js');
  expect(worker.headers()).toMatchObject({ 'cache-control': 'no-cache' });
  for (const { url } of manifest.shortcuts) {
    await page.goto(url);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
});
