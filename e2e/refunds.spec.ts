import type { Page } from '@playwright/test';
import { expectAccessible, expectNoShift } from './checks.ts';
import type { Bar } from './bar.ts';
import { hold } from './network.ts';
import { confirmRecipient } from './database.ts';
import { demoDaysPath } from './sales.ts';
import { expect, test as base } from './test.ts';

const refundRequest = /\/api\/orders\/[^/]+\/refund\?/;
const address = demoDaysPath();
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const refundButton = (page: Page, name: string) =>
  page.getByRole('button', { name: `Request refund of ${name}` });
/** The confirmation that the first press shows. */
const question = (page: Page) => page.getByRole('group', { name: /^Refund of / });
/** The button that starts the refund; it can be pressed once the question was shown for a moment. */
const sendButton = (page: Page) => question(page).getByRole('button', { name: /^Refund \$/ });
const undoTimeMs = 5_000;

/** Requests the refund, and lets the time pass in which it can be undone. The page has a clock of its own. */
async function refund(page: Page, name: string): Promise<void> {
  await refundButton(page, name).press('Enter');
  await expect(sendButton(page)).toBeFocused();
  await page.clock.runFor(800);
  await sendButton(page).press('Enter');
  await page.clock.runFor(undoTimeMs);
}

async function sellAll(bar: Bar): Promise<Bar> {
  const prices = { Rum: 7, Cola: 2.5, Marked: 5.13, Water: 0 };
  let position = 0;
  const drinks = [];
  for (const [name, price] of Object.entries(prices)) {
    position += 1;
    const id = await bar.addIngredient({ name, price, positionInUnit: [String(position)] });
    const failed = {
      successQuantity: 0,
      pours: [{ ingredientId: id, position: String(position), ml: 0, ms: 5000, outcome: 'empty' }],
    };
    drinks.push({ ingredients: [id], ...(name === 'Cola' && failed) });
  }
  await bar.sell({ drinks, tips: 3, paymentId: `demo_${bar.unitNumber}` });
  return bar;
}

const test = base.extend<{
  /** A bar that sold a rum, a cola that was not poured, a drink whose refund the bank declines, and a free water. */
  soldBar: Bar;
  /** The page of a test that needs the bar, but nothing about it. */
  soldPage: Page;
}>({
  soldBar: async ({ bar }, use) => use(await sellAll(bar)),
  soldPage: async ({ page, soldBar }, use) => {
    base.expect(soldBar.unitNumber).toBeGreaterThan(0);
    await use(page);
  },
});

const figure = (page: Page, name: string) =>
  page.getByRole('main').getByText(name, { exact: true }).locator('..');

test('a refund in cash, and a question that is taken back', async ({ page, bar, freshBar }) => {
  await test.step('a sale without a payment is marked as refunded, and the cash has to be given back', async () => {
    const id = await bar.addIngredient({ name: 'Rum', price: 8.13, positionInUnit: ['1'] });
    await bar.sell({ drinks: [{ ingredients: [id] }] });
    await page.clock.install();
    await page.goto(address);
    await refundButton(page, 'Rum').press('Enter');
    await expect(question(page)).toContainText('Refund $8.13?In cash');
    await page.keyboard.press('Escape');
    await refund(page, 'Rum');
    await expect(page.getByRole('alert')).toHaveText('Marked as refunded. Give $8.13 back in cash');
    await expect(row(page, 'Rum')).toContainText('Refunded in cash');
    await expect(figure(page, 'Total Refunds')).toContainText('$8.13');
    await page.reload();
    await expect(row(page, 'Rum')).toContainText('Refunded in cash');
  });
  await test.step('the question of a refund is taken back by leaving it and by Keep, which is where the first press was', async () => {
    await sellAll(await freshBar());
    await page.goto(address);
    await refundButton(page, 'Rum').click();
    await expect(question(page)).toBeVisible();
    await refundButton(page, 'Marked').click();
    await expect(question(page)).toHaveCount(1);
    await expect(question(page)).toContainText('Refund $5.13?To the card');
    const first = await refundButton(page, 'Marked').boundingBox();
    const keep = await question(page).getByRole('button', { name: 'Keep' }).boundingBox();
    if (!first || !keep) throw new Error('The buttons are not shown');
    expect(keep.x).toBeLessThanOrEqual(first.x);
    expect(keep.x + keep.width).toBeGreaterThanOrEqual(first.x + first.width - 1);
    expect(Math.abs(keep.y + keep.height - first.y - first.height)).toBeLessThanOrEqual(1);
    await page.mouse.click(first.x + first.width / 2, first.y + first.height / 2);
    await expect(question(page)).toHaveCount(0);
    await expect(refundButton(page, 'Marked')).toBeFocused();
  });
});

test('drinks of a card payment are diagnosed and refunded', async ({ page, soldBar }) => {
  test.slow();
  await test.step('a free drink cannot be refunded', async () => {
    await page.goto(address);
    await expect(row(page, 'Water')).toContainText('comp');
    await expect(refundButton(page, 'Water')).toBeDisabled();
    await expect(refundButton(page, 'Water')).toHaveAttribute('title', 'Nothing to refund');
  });
  await test.step('the diagnosis of a failed pour is requested by its button', async () => {
    await page.goto(address);
    await expect(refundButton(page, 'Rum')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Diagnose/ })).toHaveCount(2);
    const requested = page.waitForRequest(/\/api\/diagnosis\/pouringFailure\//);
    await page.getByRole('button', { name: 'Diagnose Cola' }).click();
    await requested;
    const dialog = page.getByRole('dialog', { name: 'Diagnosis of Cola' });
    await expect(dialog.getByRole('list').getByRole('listitem').first()).toContainText(
      'Position 2 (Cola) was empty',
    );
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Diagnose Cola' })).toBeFocused();

    await page.route(/\/api\/diagnosis\/complimentary\//, (route) => route.fulfill({ json: [] }));
    await page.getByRole('button', { name: 'Diagnose Water' }).click();
    await expect(page.getByRole('dialog')).toContainText('No reasons');
    await page.keyboard.press('Escape');
    await page.route(/\/api\/diagnosis\/pouringFailure\//, (route) => route.abort());
    await page.reload();
    await page.getByRole('button', { name: 'Diagnose Cola' }).click();
    await expect(page.getByRole('dialog')).toContainText('Error in getPouringFailureReason');
    await page.unrouteAll();
  });
  await test.step('a refund asks what goes back, is sent once, and updates the status, the totals and a toast', async () => {
    await page.goto(address);
    await expect(refundButton(page, 'Rum')).toBeEnabled();
    await expectNoShift(page);
    await expectAccessible(page);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (refundRequest.test(request.url())) sent.push(new URL(request.url()).search);
    });
    await page.clock.install();
    await page.reload();
    await refundButton(page, 'Rum').dblclick();
    await expect(question(page)).toContainText('Refund $7.00?To the card');
    await expect(sendButton(page)).toBeEnabled();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(question(page)).toHaveCount(0);
    await expect(refundButton(page, 'Rum')).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(sendButton(page)).toBeFocused();
    await page.clock.runFor(800);
    await page.keyboard.press('Enter');
    await expect(row(page, 'Rum')).toContainText('Refunding $7.00');
    await page.getByRole('button', { name: 'Undo refund of Rum' }).press('Enter');
    await page.clock.runFor(undoTimeMs);
    await expect(refundButton(page, 'Rum')).toBeFocused();
    expect(sent).toEqual([]);

    const release = await hold(page, refundRequest);
    await refund(page, 'Rum');
    const sending = row(page, 'Rum').getByRole('button', { name: 'Refunding $7.00' });
    await expect(sending).toHaveAttribute('data-loading', 'true');
    await sending.press('Enter');
    release();
    await expect(page.getByRole('alert')).toHaveText(
      'Transaction refunded. Rum: $7.00 to the card',
    );
    await expect(row(page, 'Rum')).toContainText('Refunded');
    await expect(refundButton(page, 'Rum')).toHaveCount(0);
    await expect(row(page, 'Rum')).toBeFocused();
    await expect(figure(page, 'Total Refunds')).toContainText('$7.00');
    expect(sent).toEqual(['?drinkIndexes=0']);
  });
  await test.step('a refund that the bank declines leaves the drink paid and shows the reason', async () => {
    await page.goto(address);
    await refund(page, 'Marked');
    await expect(page.getByRole('alert').filter({ hasText: 'request failed' })).toHaveText(
      /Transaction refund request failed/,
    );
    await expect(row(page, 'Marked')).toContainText('declined the refund');
    await expect(row(page, 'Marked')).toContainText('paid');
    await expect(refundButton(page, 'Marked')).toBeEnabled();
    await page.reload();
    await expect(row(page, 'Marked')).toContainText('The last attempt failed');
  });
  await test.step('the report is mailed to the email address of the account', async () => {
    await confirmRecipient(soldBar.email);
    await page.goto(address);
    await page.getByRole('button', { name: 'Email this report' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      `The report is on its way to ${soldBar.email}`,
    );
  });
});
