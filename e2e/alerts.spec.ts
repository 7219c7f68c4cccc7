import { createECDH, randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Bar } from './bar.ts';
import { desktop, expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

/** The job that looks for causes runs a few seconds after what it is queued for. */
const soon = { timeout: 25_000 };
test.setTimeout(60_000);

/** Drinks that were not poured, through positions that are blocked. */
async function failAt(bar: Bar, positions: readonly string[]): Promise<void> {
  for (const position of positions) {
    const name = `Campari ${position}`;
    const campari = await bar.addIngredient({ name, price: 7.5, positionInUnit: [position] });
    const spritz = await bar.addDrink(`Spritz ${position}`, 9.75, [campari]);
    const pours = [{ ingredientId: campari, position, ml: 9, ms: 800, outcome: 'blocked' }];
    await bar.sell({ drinks: [{ drinkId: spritz, quantity: 6, successQuantity: 0, pours }] });
  }
}

/** Ingredients that are sold until they are out, each an alert of its own. */
async function emptyAt(bar: Bar, positions: readonly string[]): Promise<void> {
  await bar.switchFlag('unit', 'general--inventory-management');
  for (const position of positions) {
    const name = `Gin ${position}`;
    const gin = await bar.addIngredient({ name, price: 7.5, positionInUnit: [position] });
    await bar.sell({ drinks: [{ ingredients: [gin], quantity: 100 }] });
  }
}

const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const rowsOf = (page: Page) =>
  page.locator('main [data-issue], main [data-alert]:not([data-issue])');

test('alerts are settled with the keyboard', async ({ page, bar, freshBar }) => {
  await test.step('alerts are walked, marked as seen, snoozed and resolved with the keyboard', async () => {
    await emptyAt(bar, ['1', '2', '3']);
    await page.goto('/alerts');
    await expect(rowsOf(page)).toHaveCount(3, soon);
    await page.keyboard.press('j');
    await expect(rowsOf(page).first().getByRole('button', { expanded: true })).toBeFocused();
    await expect(page.getByRole('list', { name: 'Log' })).toContainText('Opened');
    await expectAccessible(page);
    const ids = await rowsOf(page).evaluateAll((rows) =>
      rows.map((row) => row.getAttribute('data-alert')),
    );
    const row = (nth: number) => page.locator(`[data-alert="${ids[nth]}"]`);
    await page.keyboard.press('a');
    await expect(row(0)).toContainText('Seen by');
    await expect(row(1).getByRole('button', { expanded: true })).toBeFocused();
    await page.keyboard.press('s');
    await expect(row(1)).toContainText('Snoozed until');
    await expect(row(2).getByRole('button', { expanded: true })).toBeFocused();
    await expect(page.getByRole('list', { name: 'Seen or snoozed' })).toContainText('Seen by');
    await page.getByLabel('Note').fill('Changed the tube');
    await page.keyboard.press('Enter');
    await expect(rowsOf(page)).toHaveCount(2);
    await page.getByRole('radio', { name: 'Resolved' }).check();
    await expect(rowsOf(page)).toContainText('Changed the tube');
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(desktop);
  });
  await test.step('an alert is snoozed until a chosen time, and Enter opens where it is settled', async () => {
    const bar = await freshBar();
    await failAt(bar, ['3']);
    await page.goto('/alerts');
    await expect(rowsOf(page)).toHaveCount(1, soon);
    await page.getByRole('button', { name: 'More for: ' }).click();
    await page.getByRole('menuitem', { name: 'Snooze until…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Snooze until' });
    await expect(dialog.getByLabel('Time', { exact: true })).toHaveValue(/^\d\d:[03]0$/);
    await expectAccessible(page);
    await dialog.getByLabel('Time', { exact: true }).fill('');
    await dialog.getByRole('button', { name: 'Snooze' }).click();
    await expect(dialog.getByText('Enter a day and a time of day')).toBeVisible();
    await dialog.getByLabel('Time', { exact: true }).fill('21:30');
    await dialog.getByLabel('Day', { exact: true }).fill(inDays(9));
    await dialog.getByRole('button', { name: 'Snooze' }).click();
    await expect(dialog.getByText('Choose a time within the next seven days')).toBeVisible();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await dialog.getByLabel('Day', { exact: true }).fill(inDays(3));
    await dialog.getByRole('button', { name: 'Snooze' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(rowsOf(page)).toContainText(/Snoozed until \w{3} 9:30 PM/);
    await page.keyboard.press('j');
    await expect(rowsOf(page).getByRole('button', { expanded: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/failures\?case=[^&]+&venue=/);
  });
});

test('an alert is resolved and undone with keys, and is back with the reason when that fails', async ({
  page,
  bar,
}) => {
  await emptyAt(bar, ['1', '2']);
  await page.goto('/alerts');
  await expect(rowsOf(page)).toHaveCount(2, soon);
  const id = (await rowsOf(page).first().getAttribute('data-alert')) ?? '';
  const row = page.locator(`[data-alert="${id}"]`);
  await page.keyboard.press('ArrowDown');
  await expect(row.getByRole('button', { expanded: true })).toBeFocused();
  await page.keyboard.press('e');
  await expect(row).toHaveCount(0);
  await expect(rowsOf(page).getByRole('button', { expanded: true })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();
  await page.route(`**/api/alerts/${id}`, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.keyboard.press('ArrowUp');
  await expect(row.getByRole('button', { expanded: true })).toBeFocused();
  await page.keyboard.press('e');
  await expect(row).toContainText('Not resolved. ');
  await expectAccessible(page);
  await row.getByRole('button', { expanded: false }).first().click();
  await row.getByLabel('Note').fill('Changed the keg');
  await row.getByRole('button', { name: 'Resolve', exact: true }).click();
  await expect(row).toContainText('Not resolved. ');
  await row.getByRole('button', { expanded: false }).first().click();
  await expect(row.getByLabel('Note')).toHaveValue('Changed the keg');
  await page.unroute(`**/api/alerts/${id}`);
  await row.getByRole('button', { name: 'Mark as seen' }).click();
  await expect(row).toContainText('Seen by');
  await expect(row).not.toContainText('Not resolved.');
});

test('an alert shows on each screen and by its link', async ({ page, bar, freshBar }) => {
  await test.step('a link in a message shows its alert after it was resolved', async () => {
    await emptyAt(bar, ['3']);
    await page.goto('/alerts');
    await expect(rowsOf(page)).toHaveCount(1, soon);
    const id = (await rowsOf(page).getAttribute('data-alert')) ?? '';
    await bar.request('POST', `/api/alerts/${id}`, { action: 'resolve', note: 'Bottle changed' });
    await page.goto(`/alerts?alert=${id}`);
    await expect(page.getByText('Nothing needs you.')).toBeVisible();
    await expect(rowsOf(page)).toContainText('Bottle changed');
    await expect(page.getByRole('list', { name: 'Log' })).toContainText('Resolved by');
  });
  await test.step('ALERT-02 an alert that is seen on one screen waits on no other', async () => {
    const bar = await freshBar();
    const other = await page.context().newPage();
    await page.goto('/alerts');
    await expect(page.getByText('Nothing needs you.')).toBeVisible();
    await expectNoShift(page);
    await other.goto('/alerts');
    await failAt(bar, ['3']);
    const text = '6 failed pours: Position 3, Campari 3, blocked';
    for (const one of [page, other]) await expect(rowsOf(one)).toContainText(text, soon);
    await expect(page.getByRole('link', { name: 'Issues: 1 open, 1 urgent' })).toBeVisible(soon);
    await expectAccessible(page);
    await page.getByRole('button', { name: `More for: ${text}` }).click();
    await page.getByRole('menuitem', { name: 'Mark as seen' }).click();
    await expect(rowsOf(page)).toContainText('Seen by');
    await expect(rowsOf(other)).toContainText('Seen by', { timeout: 2000 });
    for (const one of [page, other])
      await expect(one.getByRole('link', { name: 'Issues: none open' })).toBeVisible();
  });
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('messages are chosen, and push is turned on', async ({ page, bar, freshBar }) => {
    await test.step('who is on tonight, and what is sent as a message, are chosen in words', async () => {
      await page.goto('/alerts');
      await page.getByRole('button', { name: "I'm on call" }).click();
      await expect(page.getByText('On call tonight:')).toBeVisible();
      await page.getByRole('link', { name: 'Choose what you get as messages' }).click();
      const card = page.getByRole('region', { name: 'Alerts' });
      await expect(card).toBeFocused();
      await expect(card.getByText('Last week this would have sent you no message.')).toBeVisible();
      // The restock notice is the owner's mail about it.
      await expect(card.getByLabel('Stock is low: Email')).toBeDisabled();
      await expect(card.getByText('You get the restock notice by email')).toBeVisible();
      await card.getByLabel('Stock is low: Push').check();
      await card.getByLabel('Hold messages at night').check();
      await card.getByLabel('An ingredient is out: Text message').check();
      await card.getByRole('button', { name: 'Save' }).click();
      await expect(card.getByText('Enter a mobile number for text messages')).toBeVisible();
      await card.getByLabel('Mobile number').fill('(415) 555-2695');
      await card.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Saved.')).toBeVisible();
      await expect(card.getByText('Not confirmed yet')).toBeVisible();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      const stored = await bar.getJson<object>('/api/users/me/notifications');
      expect(stored).toMatchObject({
        sms: ['out'],
        phone: '+14155552695',
        phoneState: 'waiting',
        quiet: { fromMinutes: 180, toMinutes: 660 },
      });
      await page.setViewportSize(desktop);
    });
    await test.step('push is turned on for this device, tested and removed', async () => {
      const bar = await freshBar();
      // The headless browser denies notifications, and no push service can be reached from here.
      const content = `
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
    Notification.requestPermission = () => Promise.resolve('granted');
    PushManager.prototype.subscribe = () => Promise.resolve({ toJSON: () => (${JSON.stringify(subscription)}) });
  `;
      await page.addInitScript({ content });
      await page.goto('/profile?tab=notifications#alerts');
      const card = page.getByRole('region', { name: 'Push messages' });
      await card.getByRole('button', { name: 'On this device: turn on' }).click();
      await expect(card.getByText('this device')).toBeVisible();
      await page.getByLabel('All that is urgent: Push').check();
      await page.getByRole('button', { name: 'Save' }).last().click();
      await expect(page.getByText('Saved.')).toBeVisible();
      await expectAccessible(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await expectNoSidewaysScroll(page);
      expect(await bar.getJson<object>('/api/users/me/notifications')).toMatchObject({
        push: expect.arrayContaining(['failures']),
      });

      await card.getByRole('button', { name: 'Send a test' }).click();
      await expect(page.getByText('A test message is on its way.')).toBeVisible();
      await card.getByRole('button', { name: 'Remove' }).click();
      await expect(card.getByRole('button', { name: 'On this device: turn on' })).toBeVisible();
    });
  });
});

const keys = createECDH('prime256v1');
const subscription = {
  // Nothing listens there.
  endpoint: 'http://127.0.0.1:9/push',
  keys: {
    p256dh: keys.generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  },
};
