import { streaming } from './network.ts';
import { card, test, stock } from './stocked-bar.ts';
import { expect } from './test.ts';

test('a sale moves the screens that show it', async ({ page, stockedBar: bar, freshBar }) => {
  test.slow();
  await test.step('a sale moves the figures of the dashboard, without a reload and without a layout shift', async () => {
    const begins = streaming(page);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto('/dashboard');
    const today = page.getByRole('region', { name: 'Today so far' });
    await expect(today).toContainText('$15.00');
    await begins;
    const before = requests.length;
    const startedMs = performance.now();
    await bar.sell({ drinks: [{ ingredients: [bar.ids.rye], successQuantity: 0 }] });
    await expect(today).toContainText('$22.00');
    await expect(page.getByRole('link', { name: 'Issues: 1 open' })).toBeVisible();
    for (let nth = 0; nth < 12; nth += 1)
      await bar.sell({ drinks: [{ ingredients: [bar.ids.rum] }] });
    await expect(today).toContainText('$46.00');
    const loads = requests.slice(before).filter((url) => url.includes('/overview?'));
    // At once, then every four seconds, and by a poll that may come between.
    const pauses = (performance.now() - startedMs) / 4000;
    expect(loads.length).toBeLessThanOrEqual(2 + Math.ceil(pauses));
    // A number on the right grows to the left; nothing else moves.
    const shifts = await page.evaluate<string[]>('window.shifts');
    expect(shifts.filter((shift) => !/: #text [\d$.,]+$/.test(shift))).toEqual([]);
  });
  await test.step('a sale moves the level on Your Menu, and leaves the focus where it is', async () => {
    const bar = await stock(await freshBar());
    await bar.switchFlag('unit', 'general--inventory-management');
    const begins = streaming(page);
    await page.goto('/add-drink');
    const rye = card(page, 'Rye');
    await expect(rye).toContainText('100%');
    await begins;
    const focused = card(page, 'Rum').getByRole('button').first();
    await focused.focus();
    await bar.sell({ drinks: [{ ingredients: [bar.ids.rye], quantity: 6 }] });
    await expect(rye).not.toContainText('100%');
    await expect(rye).toContainText('6 servings sold');
    await expect(focused).toBeFocused();
  });
});
