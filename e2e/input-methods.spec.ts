/** Text that is composed with an input method, as Japanese is: its keys do nothing else. */
import type { CDPSession, Locator, Page } from '@playwright/test';
import { accounts } from './api-client.ts';
import { openSection, openVenue, unitCard } from './screens.ts';
import { expect, test } from './test.ts';

const composed = 'ジン';

/** A key that the input method takes: the page receives it with the code 229, and nothing is typed by it. */
const pressComposing = (cdp: CDPSession, key: 'Enter' | 'Escape' | 'ArrowDown') =>
  cdp.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key,
    code: key,
    windowsVirtualKeyCode: 229,
  });

/** Composes text in the field, and presses the keys of an input method before it is confirmed. */
async function compose(page: Page, field: Locator): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await field.focus();
  await field.selectText();
  await cdp.send('Input.imeSetComposition', {
    text: composed,
    selectionStart: composed.length,
    selectionEnd: composed.length,
  });
  await expect(field).toHaveValue(composed);
  for (const key of ['ArrowDown', 'Escape', 'Enter'] as const) {
    await pressComposing(cdp, key);
    await expect(field).toHaveValue(composed);
    await expect(field).toBeFocused();
  }
  await cdp.send('Input.insertText', { text: composed });
  await cdp.detach();
}

/** Changes that the page sends. */
function changesOf(page: Page): string[] {
  const changes: string[] = [];
  page.on('request', (request) => {
    const isChange = request.method() !== 'GET' && request.url().includes('/api/');
    if (isChange) changes.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return changes;
}

test('keys of a composition save, send, discard and move nothing on the screens of an owner', async ({
  page,
  bar,
}) => {
  test.slow();
  const ids: string[] = [];
  for (let nth = 0; nth < 9; nth += 1) {
    const fields = { name: `Gin ${nth}`, price: 5, positionInUnit: [String(nth + 1)] };
    ids.push(await bar.addIngredient(fields));
  }
  await bar.addDrink('Tonic', 9, ids.slice(0, 1));
  await bar.addDrink('Fizz', 9, ids.slice(1, 2));
  const changes = changesOf(page);

  await test.step('a cell of a table', async () => {
    await page.goto('/drink-menu');
    const cell = page.getByRole('textbox', { name: 'Name of Tonic' });
    await compose(page, cell);
    expect(changes).toEqual([]);
    await cell.press('Enter');
    await expect.poll(() => changes).toHaveLength(1);
    await expect(page.getByRole('textbox', { name: `Name of ${composed}` })).toHaveValue(composed);
    changes.length = 0;
  });
  await test.step('the search in a dialog, which stays open', async () => {
    await page.goto('/drink-menu?add=drink');
    const dialog = page.getByRole('dialog');
    await compose(page, dialog.getByRole('searchbox', { name: 'Find an ingredient' }));
    await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(0);
    await expect(dialog).toBeVisible();
    expect(changes).toEqual([]);
  });
  await test.step('a field that is saved when it is left, and the tags of numbers', async () => {
    await openVenue(page, bar);
    const card = unitCard(page, bar.unitNumber);
    await openSection(card, 'Notices');
    await compose(page, card.getByRole('combobox', { name: 'Contacts' }));
    await expect(card).not.toContainText('is not a US phone number');
    await openSection(card, 'Setup');
    await compose(page, card.getByRole('textbox').first());
    expect(changes).toEqual([]);
  });
  await test.step('a filter', async () => {
    await bar.sell({ drinks: [{ ingredients: ids.slice(0, 1), quantity: 1 }] });
    await page.goto(`/salesreports?venue=${bar.venueId}`);
    await page.getByRole('button', { name: 'Lookup sales' }).click();
    await compose(page, page.getByRole('combobox', { name: 'Drink' }));
    await expect(page).not.toHaveURL(/drink=/);
  });
});

test.describe('as the super admin', () => {
  test.use({ account: 'admin' });

  test('keys of a composition act for no owner', async ({ page }) => {
    await page.goto('/owners');
    await expect(page.getByRole('status').filter({ hasText: /^\d+ owners$/ })).toBeVisible();
    const search = page.getByRole('searchbox', { name: 'Find an owner' });
    await search.fill(accounts.owner);
    await expect(page.getByRole('table', { name: 'Owners' })).toContainText(accounts.owner);
    await compose(page, search);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(/\/owners/);
  });
});
