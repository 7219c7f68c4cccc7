import type { Page } from '@playwright/test';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import type { Bar } from './bar.ts';
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

const rowsOf = (page: Page) => page.locator('[data-alert]');

test('ALERT-02 an alert that is acknowledged on one screen waits on no other', async ({
  page,
  bar,
}) => {
  const other = await page.context().newPage();
  await page.goto('/alerts');
  await expect(page.getByText('Nothing is wrong.')).toBeVisible();
  await expectNoShift(page);
  await other.goto('/alerts');
  await failAt(bar, ['3']);
  const text = 'Position 3, Campari 3, blocked: 6 drinks in 1 min';
  for (const one of [page, other]) await expect(rowsOf(one)).toContainText(text, soon);
  await expect(
    page.getByRole('link', { name: 'Alerts: 1 to acknowledge, 1 urgent' }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Acknowledge: ${text}` }).click();
  await expect(rowsOf(page)).toContainText('Acknowledged by');
  await expect(rowsOf(other)).toContainText('Acknowledged by', { timeout: 2000 });
  await expect(page.getByRole('link', { name: 'Alerts: none to acknowledge' })).toBeVisible();
});

test('alerts are walked, acknowledged, snoozed and resolved with the keyboard', async ({
  page,
  bar,
}) => {
  await failAt(bar, ['1', '2', '3']);
  await page.goto('/alerts');
  await expect(rowsOf(page)).toHaveCount(3, soon);
  await page.keyboard.press('j');
  await expect(rowsOf(page).first().getByRole('button', { expanded: true })).toBeFocused();
  await expect(page.getByRole('list', { name: 'Log' })).toContainText('Opened');
  await expectAccessible(page);
  await page.keyboard.press('a');
  await expect(rowsOf(page).first()).toContainText('Acknowledged by');
  await page.keyboard.press('j');
  await expect(rowsOf(page).nth(1).getByRole('button', { expanded: true })).toBeFocused();
  await page.keyboard.press('s');
  await expect(rowsOf(page).nth(1)).toContainText('Snoozed until');
  await page.keyboard.press('j');
  await page.getByLabel('Note').fill('Changed the tube');
  await page.keyboard.press('Enter');
  await expect(rowsOf(page)).toHaveCount(2);
  await page.getByRole('radio', { name: 'Resolved' }).check();
  await expect(rowsOf(page)).toContainText('Changed the tube');
  await expectNoSidewaysScroll(page);
});

test('a link in a message shows its alert after it was resolved', async ({ page, bar }) => {
  await failAt(bar, ['3']);
  await page.goto('/alerts');
  await expect(rowsOf(page)).toHaveCount(1, soon);
  const id = (await rowsOf(page).getAttribute('data-alert')) ?? '';
  await bar.request('POST', `/api/alerts/${id}`, { action: 'resolve', note: 'Bottle changed' });
  await page.goto(`/alerts?alert=${id}`);
  await expect(page.getByText('Nothing is wrong.')).toBeVisible();
  await expect(rowsOf(page)).toContainText('Bottle changed');
  await expect(page.getByRole('list', { name: 'Log' })).toContainText('Resolved by');
});

test('who is on tonight, and what is sent as a message, are chosen in words', async ({
  page,
  bar,
}) => {
  await page.goto('/alerts');
  await page.getByRole('button', { name: 'I am on tonight' }).click();
  await expect(page.getByText('On tonight:')).toBeVisible();
  await page.getByRole('link', { name: 'Choose what you get as messages' }).click();
  const card = page.getByRole('region', { name: 'Alerts' });
  await expect(card).toBeFocused();
  await expect(card.getByText('You would have got no message last week.')).toBeVisible();
  await card.getByLabel('Stock is low: Mail').check();
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
});
