import type { Page } from '@playwright/test';
import { desktop, expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { addStaff, type Bar } from './bar.ts';
import { expect, test } from './test.ts';

const hourMs = 3_600_000;

/** Tab of the page of a unit. */
const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Unit' }).getByRole('link', { name, exact: true });

/**
 * A unit that sold in four of the last hours, of which one drink failed, whose last sale is dated two hours ahead, and of
 * which a sale was refused.
 */
async function sellSome(bar: Bar): Promise<void> {
  const rum = await bar.addIngredient({ name: 'Rum', price: 7.5, positionInUnit: ['1'] });
  const daiquiri = await bar.addDrink('Daiquiri', 9.75, [rum]);
  const sell = (ago: number, more: object = {}) =>
    bar.sellAgo(ago * hourMs, { drinks: [{ drinkId: daiquiri, ...more }] });
  for (const ago of [6, 5, 5, 3]) await sell(ago);
  await sell(2, { quantity: 2, successQuantity: 1 });
  const drinks = [{ drinkId: daiquiri }];
  await bar.sell({ date: Date.now() + 2 * hourMs, drinks });
  const dearer = { drinkId: daiquiri, price: 11.25, quantity: 2 };
  await bar.sell({ date: Date.now(), drinks: [dearer] }).catch(() => undefined);
}

test('units are listed with what is found, and each has its page', async ({
  page,
  bar,
  freshBar,
}) => {
  test.slow();
  await test.step('the units of a venue are listed with what is found of each, and lead to the page of the unit', async () => {
    const { unitNumber: other } = await bar.addUnit('ROTENDER_CLASSIC');
    await sellSome(bar);
    await page.goto('/dashboard');
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Units', exact: true })
      .click();
    const table = page.getByRole('table', { name: 'Units' });
    const rows = table.locator('tbody').getByRole('row');
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText('A sale is dated 1 hour ahead: check its clock');
    await expect(rows.first()).toContainText('Last 24 hours: 5 sales, 1 drink failed');
    await expect(rows.first().getByRole('cell').last()).toHaveText('1');
    await expect(rows.last()).toContainText('No contact yet');
    await expect(rows.last()).toContainText('Last 24 hours: no sales');
    await expectNoShift(page);
    await expectAccessible(page);

    await page.getByRole('radio', { name: 'Attention' }).check();
    await expect(rows).toHaveCount(1);
    await expect(page).toHaveURL(/show=attention/);
    await page.reload();
    await expect(rows).toHaveCount(1);
    await page.getByRole('radio', { name: 'All' }).check();
    await expect(rows).toHaveCount(2);

    await rows.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Unit ${other}`);
    await part(page, 'History').click();
    await expect(page.getByText('Nothing happened in the last 14 nights.')).toBeVisible();
    await page.getByRole('link', { name: 'All units' }).click();
    await expect(rows).toHaveCount(2);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(desktop);
  });
  await test.step('the page of a unit has what is found, its nights and its events; a refused sale is taken there', async () => {
    const bar = await freshBar();
    await sellSome(bar);
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'A sale is dated 1 hour ahead' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Unit ${bar.unitNumber}`);
    const found = page.getByRole('region', { name: 'Needs attention' });
    await expect(found).toContainText('Set the clock of the unit.');
    await part(page, 'History').click();
    await expect(part(page, 'History')).toHaveAttribute('aria-current', 'page');
    await expect(page).toHaveURL(/tab=history/);
    await expect(
      page.getByRole('region', { name: 'Last 14 nights' }).getByRole('listitem').first(),
    ).toBeVisible();
    await expect(page.getByRole('region', { name: 'Events' })).toContainText(
      'A sale was refused: This is not the price on the menu',
    );
    await expectAccessible(page);

    await part(page, 'Status').click();
    const refused = page.getByRole('region', { name: 'Refused sales' });
    await expect(refused.getByRole('button', { name: 'Dismiss' })).toBeVisible();
    await refused.getByRole('button', { name: 'Book at $22.50' }).click();
    await expect(page.getByText('The sale is in your books')).toBeVisible();
    await expect(refused).toHaveCount(0);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.setViewportSize(desktop);
  });
  await test.step('a unit that the venue does not have is not shown', async () => {
    const bar = await freshBar();
    await page.goto(`/units/${bar.unitNumber + 100_000}`);
    await expect(page.getByText(/^Unit \d+ is not one of this venue\.$/)).toBeVisible();
    await page.getByRole('link', { name: 'All units' }).last().click();
    await expect(page.getByRole('table', { name: 'Units' })).toContainText(
      `Unit ${bar.unitNumber}`,
    );
  });
  await test.step('a night that is marked as closed says so on the list of units, and is opened again there', async () => {
    const bar = await freshBar();
    const clock = { timezone: 'America/New_York', startsAt: '05:00' };
    await bar.request('PUT', `/api/venues/${bar.venueId}/clock`, clock);
    const path = `/api/venues/${bar.venueId}/health`;
    const { night } = await bar.getJson<{ night: { day: string } }>(path);
    await bar.request('PUT', `/api/venues/${bar.venueId}/nights/${night.day}`, { closed: true });
    await page.goto('/units');
    await expect(page.getByText('Tonight is marked as closed')).toBeVisible();
    await expectNoShift(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Not closed' }).click();
    await expect(page.getByText('Tonight is marked as closed')).toHaveCount(0);
    expect(await bar.getJson(path)).toMatchObject({ night: { closed: false } });
  });
});

test('a unit is paused for maintenance, and its stock moves', async ({ page, bar, freshBar }) => {
  test.slow();
  await test.step('HEALTH-10 a unit is paused for maintenance for a reason, and that is ended, by keyboard alone', async () => {
    await page.goto(`/units/${bar.unitNumber}`);
    const begin = page.getByRole('button', { name: 'Pause for maintenance' });
    await begin.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Pause for maintenance' });
    await expect(dialog.getByLabel('Time from now')).toHaveValue('30');
    await expectAccessible(page);
    await dialog.getByLabel('Reason').focus();
    await page.keyboard.press('R');
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Reason')).toHaveValue('repair');
    await dialog.getByRole('button', { name: 'Pause for maintenance' }).press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(/In maintenance until .+ · repair/).first()).toBeVisible();
    await part(page, 'History').click();
    const events = page.getByRole('region', { name: 'Events' });
    await expect(events).toContainText(/Paused for maintenance by .+ \(repair\), until/);

    await page.getByRole('button', { name: 'End maintenance' }).press('Enter');
    await expect(begin).toBeVisible();
    await expect(events).toContainText('Maintenance ended by');
    await expectNoShift(page);
  });
  await test.step('the movements of an ingredient are on the page of its unit, where rows of Your Menu lead, and then those of all', async () => {
    const bar = await freshBar();
    await bar.addIngredient({ name: 'Rum', price: 7.5, positionInUnit: ['1'] });
    await bar.addIngredient({ name: 'Gin', price: 7.5, positionInUnit: ['2'] });
    await page.goto(`/add-drink?unit=${bar.unitNumber}`);
    await page.getByRole('radio', { name: 'Rows' }).check();
    await page.getByRole('button', { name: 'More for Rum' }).click();
    await page.getByRole('menuitem', { name: 'History Rum' }).click();
    await expect(page).toHaveURL(/ingredient=.*#stock$/);
    const card = page.getByRole('region', { name: 'Stock movements' });
    const rows = card.getByRole('list', { name: 'Stock movements' }).getByRole('listitem');
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('Rum Loaded');
    // In line with the title of the card.
    const [title, time] = await Promise.all([
      card.getByRole('heading').boundingBox(),
      rows.getByRole('time').boundingBox(),
    ]);
    expect(time?.x).toBe(title?.x);
    await expect(rows).toContainText(/Position 1: 0 → [\d.,]+ oz, by /);
    await expect(page.getByRole('list', { name: 'Positions' })).toContainText('Rum100%');
    await expectAccessible(page);
    await card.getByRole('link', { name: 'Show all ingredients' }).click();
    // Both in one refill, by the same person.
    await expect(rows).toHaveCount(1);
    await rows
      .first()
      .getByText(/^Loaded, 2 positions, by /)
      .click();
    await expectAccessible(page);
    await rows.first().getByRole('link', { name: 'Gin' }).click();
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('Gin Loaded');
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(desktop);
  });
  await test.step('movements that cannot be loaded are told as lost, not as none', async () => {
    const bar = await freshBar();
    await page.route('**/movements?*', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto(`/units/${bar.unitNumber}?tab=loaded`);
    const card = page.getByRole('region', { name: 'Stock movements' });
    await expect(card).toContainText('The stock movements could not be loaded');
    await page.unroute('**/movements?*');
    await page.reload();
    await expect(card).toContainText('Nothing was loaded, refilled or removed yet.');
  });
  await test.step('what cleaning took is entered when its maintenance ends, and is in the movements of the stock', async () => {
    const bar = await freshBar();
    await bar.switchFlag('unit', 'general--inventory-management');
    await bar.addIngredient({ name: 'Rum', price: 7.5, positionInUnit: ['1'] });
    await page.goto(`/units/${bar.unitNumber}`);
    await page.getByRole('button', { name: 'Pause for maintenance' }).click();
    const maintenance = page.getByRole('dialog', { name: 'Pause for maintenance' });
    await maintenance.getByRole('button', { name: 'Pause for maintenance' }).click();
    await expect(page.getByRole('button', { name: 'Enter what cleaning took' })).toBeVisible();
    await page.getByRole('button', { name: 'End maintenance' }).click();
    const dialog = page.getByRole('dialog', { name: 'What cleaning took' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toContainText('Enter what was taken from at least one position');
    await dialog.getByRole('radio', { name: 'oz' }).check();
    await dialog.getByLabel('Position 1: Rum').fill('1.5');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    await part(page, 'Loaded').click();
    const rows = page.getByRole('list', { name: 'Stock movements' }).getByRole('listitem');
    await expect(rows.first()).toContainText('Rum Discarded');
    await expect(rows.first()).toContainText(/Position 1: (33.3 → 31.8|25 → 23.5) oz/);
  });
});

test('the page of a unit has its settings, and a role sees only its own parts', async ({
  page,
  bar,
  browser,
}) => {
  test.slow();
  const title = page.getByRole('heading', { level: 1 });
  for (const [name, tab, own] of [
    ['Loaded', 'loaded', page.getByText('Nothing is loaded in this unit.')],
    ['Setup', 'setup', page.getByLabel('Home helper text')],
    ['Card reader', 'reader', page.getByLabel('Card reader id')],
    ['Contacts', 'contacts', page.getByRole('combobox', { name: 'Contacts' })],
    ['Key', 'key', page.getByLabel('Label of a new key')],
    ['History', 'history', page.getByText('Nothing happened in the last 14 nights.')],
  ] as const) {
    await test.step(`the part ${name} has an address`, async () => {
      await page.goto(`/units/${bar.unitNumber}`);
      await expect(page.getByRole('region', { name: 'Now' })).toContainText('Never sold');
      await expect(page.getByRole('region', { name: 'Now' })).toContainText('None out or low');
      await part(page, name).click();
      await expect(page).toHaveURL(new RegExp(`tab=${tab}`));
      await expect(own.first()).toBeVisible();
      await page.reload();
      await expect(own.first()).toBeVisible();
      await expect(title).toHaveText(`Unit ${bar.unitNumber}`);
      await expectNoShift(page);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.setViewportSize(desktop);
    });
  }
  await test.step('what is changed there is changed on the page of the venue', async () => {
    await page.goto(`/units/${bar.unitNumber}?tab=setup`);
    const stored = page.waitForResponse('**/api/units/updateUnitDetails/**');
    await page.getByLabel('Name', { exact: true }).fill('Terrace');
    await page.keyboard.press('Enter');
    await stored;
    await page.goto(`/venues/${bar.venueId}`);
    await expect(page.getByRole('region', { name: /Terrace/ })).toBeVisible();
  });
  await test.step('a bartender sees no settings', async () => {
    const staff = await addStaff(bar, 'bartender');
    const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
    const theirs = await context.newPage();
    await theirs.addInitScript(
      `localStorage.setItem('token', ${JSON.stringify(staff.loginToken)})`,
    );
    await theirs.goto(`/units/${bar.unitNumber}?tab=key`);
    await expect(part(theirs, 'Status')).toHaveAttribute('aria-current', 'page');
    await expect(part(theirs, 'History')).toBeVisible();
    await expect(part(theirs, 'Key')).toHaveCount(0);
    await expect(part(theirs, 'Setup')).toHaveCount(0);
    await context.close();
  });
  await test.step('the unit is deleted from the menu of its setup, and the list of units follows', async () => {
    await page.goto(`/units/${bar.unitNumber}?tab=setup`);
    await page.getByRole('button', { name: 'More for the unit' }).click();
    await page.getByRole('menuitem', { name: 'Delete unit' }).click();
    const dialog = page.getByRole('dialog', { name: /^Delete Terrace/ });
    await dialog.getByRole('textbox').fill(String(bar.unitNumber));
    await dialog.getByRole('button', { name: 'Delete unit' }).click();
    await expect(page).toHaveURL(/\/units\?venue=/);
    await expect(page.getByRole('link', { name: /Terrace/ })).toHaveCount(0);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the strip of a unit and its findings are below its name', async ({ page, bar }) => {
    await sellSome(bar);
    await page.goto('/units');
    const row = page.getByRole('table', { name: 'Units' }).locator('tbody').getByRole('row');
    await expect(row).toContainText('A sale is dated 1 hour ahead: check its clock');
    await expect(row).toContainText('Last 24 hours: 5 sales, 1 drink failed');
    await expect(row).toContainText('1 refused');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await row.getByRole('link').click();
    await expect(page.getByRole('region', { name: 'Now' })).toContainText('Online');
    await expectNoShift(page);
    await part(page, 'History').click();
    await expect(page.getByRole('region', { name: 'Last 14 nights' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await expectNoShift(page);
  });
});

test('several units are chosen, paused for maintenance and changed together', async ({
  page,
  bar,
}) => {
  await bar.addUnit('ROTENDER_CLASSIC');
  await page.goto(`/units?venue=${bar.venueId}`);
  await page.getByRole('button', { name: 'Choose units' }).click();
  const pause = page.getByRole('button', { name: 'Pause for maintenance' });
  await expect(pause).toBeDisabled();
  await page.getByRole('checkbox', { name: 'All 2' }).check();
  await expectAccessible(page);
  await pause.click();
  const dialog = page.getByRole('dialog', { name: 'Pause for maintenance' });
  await dialog.getByRole('button', { name: 'Pause for maintenance' }).click();
  await expect(page.getByText('2 units were changed')).toBeVisible();
  await expect(page.getByText(/^In maintenance/)).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Choose', exact: false }).first().check();
  await page.getByRole('button', { name: 'Change a field' }).click();
  await page.getByRole('textbox', { name: 'New value' }).fill('Tap to order');
  await page.getByRole('button', { name: 'Change 1 unit' }).click();
  await expect(page.getByText('1 unit was changed')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
});

test('the units of all venues are one list by venue, which is searched and narrowed, and changed together', async ({
  page,
  bar,
}) => {
  await page.setViewportSize(desktop);
  const beach = await bar.request<{ id: string }>('POST', '/api/users/venues', {
    name: 'Beach Bar',
  });
  const { unitNumber: other } = await bar.addUnit('ROTENDER_CLASSIC', beach.id);
  await bar.addUnit('BEERTENDER');
  await page.goto(`/units?venue=${bar.venueId}`);
  await page.getByRole('link', { name: 'All venues' }).click();
  const own = page.getByRole('region', { name: bar.venueName });
  const ofBeach = page.getByRole('region', { name: 'Beach Bar' });
  await expect(own).toContainText('2 units');
  await expect(ofBeach).toContainText('1 unit');
  await expect(ofBeach.getByRole('table')).toContainText('No contact yet');
  await page.reload();
  await expect(ofBeach).toBeVisible();
  await expectNoShift(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(desktop);

  await page.getByLabel('Find a unit').fill(String(other));
  await expect(own).toHaveCount(0);
  await expect(ofBeach.getByRole('link', { name: `Unit ${other}` })).toBeVisible();
  await expect(page.getByLabel('Find a unit')).toBeFocused();
  await page.getByLabel('Find a unit').fill('');
  await page.getByLabel('State').selectOption('Online');
  await expect(page.getByText('No unit matches.')).toBeVisible();
  await page.getByLabel('State').selectOption('Any');

  await page.getByRole('button', { name: 'Choose units' }).click();
  await page.getByRole('checkbox', { name: 'All 3' }).check();
  await page.getByRole('button', { name: 'Pause for maintenance' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pause for maintenance' });
  await dialog.getByRole('button', { name: 'Pause for maintenance' }).click();
  await expect(page.getByText('3 units were changed')).toBeVisible();
  await expect(page.getByText(/^In maintenance until/)).toHaveCount(3);
  await page.getByRole('button', { name: 'Done' }).click();
  await ofBeach.getByRole('link', { name: `Unit ${other}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Unit ${other}`);
  await expect(page).toHaveURL(new RegExp(`/units/${other}\\?venue=${beach.id}`));
});
