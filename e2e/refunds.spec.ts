import type { Page } from '@playwright/test';
import { expectAccessible, expectNoShift } from './checks.ts';
import { openFreshBar } from './fresh-bar.ts';
import type { FreshBar } from './fresh-bar.ts';
import { hold } from './hold.ts';
import { days } from './sales.ts';
import { expect, test } from './test.ts';

const refundCall = /\/api\/orders\/[^/]+\/refund\?/;
const address = `/salesreports?from=${days.from}&to=${days.to}&timezone=EST`;
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const refundButton = (page: Page, name: string) =>
  page.getByRole('button', { name: `Request refund of ${name}` });

/** A bar that sold a rum, a cola that was never poured, a marked drink that no bank gives back, and a free water. */
async function openBar(page: Page): Promise<FreshBar> {
  const bar = await openFreshBar(page);
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
  const { key } = await bar.tell<{ key: string }>('POST', `/api/units/${bar.unitNumber}/keys`);
  const sold = await page.request.post('/api/orders', {
    headers: { Authorization: `Bearer ${key}` },
    data: { drinks, tips: 3 },
  });
  expect(sold.status()).toBe(201);
  return bar;
}

const figure = (page: Page, name: string) =>
  page.getByRole('main').getByText(name, { exact: true }).locator('..');

test('a drink is refunded by one click: the status, the totals and the notice follow', async ({
  page,
}) => {
  await openBar(page);
  await page.goto(address);
  await expect(refundButton(page, 'Rum')).toBeEnabled();
  await expectNoShift(page);
  await expectAccessible(page);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (refundCall.test(request.url())) calls.push(new URL(request.url()).search);
  });
  const release = await hold(page, refundCall);
  await refundButton(page, 'Rum').dblclick();
  await expect(refundButton(page, 'Rum')).toHaveAttribute('data-loading', 'true');
  release();
  await expect(page.getByRole('alert')).toHaveText(/Transaction refunded/);
  await expect(row(page, 'Rum')).toContainText('Refunded');
  await expect(refundButton(page, 'Rum')).toHaveCount(0);
  await expect(figure(page, 'Total Refunds')).toContainText('$7.00');
  expect(calls).toEqual(['?drinkIndexes=0']);
});

test('what the bank declines stays paid and says why', async ({ page }) => {
  await openBar(page);
  await page.goto(address);
  await refundButton(page, 'Marked').click();
  await expect(page.getByRole('alert').filter({ hasText: 'request failed' })).toHaveText(
    /Transaction refund request failed/,
  );
  await expect(row(page, 'Marked')).toContainText('declined the refund');
  await expect(row(page, 'Marked')).toContainText('paid');
  await expect(refundButton(page, 'Marked')).toBeEnabled();
  await page.reload();
  await expect(row(page, 'Marked')).toContainText('The last try did not go through');
});

test('a free drink has nothing to refund, and says so', async ({ page }) => {
  await openBar(page);
  await page.goto(address);
  await expect(row(page, 'Water')).toContainText('comp');
  await expect(refundButton(page, 'Water')).toBeDisabled();
  await expect(refundButton(page, 'Water')).toHaveAttribute('title', 'Nothing to refund');
});

test('a failed pour is diagnosed on asking', async ({ page }) => {
  await openBar(page);
  await page.goto(address);
  await expect(refundButton(page, 'Rum')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Diagnose/ })).toHaveCount(2);
  const asked = page.waitForRequest(/\/api\/diagnosis\/pouringFailure\//);
  await page.getByRole('button', { name: 'Diagnose Cola' }).click();
  await asked;
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
});

test('the report is mailed to the address the user signs in with', async ({ page }) => {
  await openBar(page);
  await page.goto(address);
  await page.getByRole('button', { name: 'E-mail this report' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    /The report is on its way to zest\S+@example.com/,
  );
});
