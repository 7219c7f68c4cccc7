import type { Page } from '@playwright/test';
import type { EndpointResponse } from '../contract/endpoints.ts';
import type { ApiClient } from './api-client.ts';
import type { Bar } from './bar.ts';
import { desktop, expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { confirmRecipient } from './database.ts';
import { hold } from './network.ts';
import { switcher, switchTo } from './screens.ts';
import { expect, test as base } from './test.ts';
import { formatMoney } from '../lib/money.ts';

type Overview = EndpointResponse<'getVenueOverview'>;
type IssuePage = EndpointResponse<'listIssues'>;

const overviewRequest = /\/api\/venues\/[^/]+\/overview\?/;

interface BeerBar extends Bar {
  readonly lager: string;
}

const test = base.extend<{
  /** A bar whose unit pours two beers, with sales tax. */
  beerBar: BeerBar;
}>({
  beerBar: async ({ bar, admin }, use) => {
    await admin.request('PUT', `/api/users/venues/${bar.venueId}`, { taxPercentage: 8.875 });
    const lager = await bar.addIngredient({
      name: 'Harbour Lager',
      price: 7,
      positionInUnit: ['1'],
    });
    const ale = await bar.addIngredient({ name: '+1 Pale Ale', price: 8, positionInUnit: ['2'] });
    await bar.addDrink('Harbour Lager', 7, [lager]);
    await bar.addDrink('+1 Pale Ale', 8, [ale]);
    await use({ ...bar, lager });
  },
});

const overviewOf = (client: ApiClient, venueId: string) =>
  client.getJson<Overview>(`/api/venues/${venueId}/overview?timezone=America/New_York`);

const today = (page: Page) => page.getByRole('region', { name: 'Today so far' });

async function openAddOrder(page: Page) {
  await page.goto('/dashboard');
  await expect(page.getByRole('row', { name: /Beer unit/ })).toHaveCount(1);
  await page.getByRole('button', { name: 'Add order' }).click();
  return page.getByRole('dialog', { name: 'Add order' });
}

test.describe('as the demo owner', () => {
  test.use({ account: 'owner' });

  test('the dashboard shows the venue that is chosen, links to its screens, and says when it cannot be loaded', async ({
    page,
    demoOwner,
    demoSales,
  }) => {
    test.slow();
    await test.step('the dashboard shows sales of today, units and needs without a layout shift', async () => {
      const release = await hold(page, overviewRequest);
      await page.goto('/dashboard');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
      await expect(page.getByRole('button', { name: 'Sales today' })).toBeDisabled();
      release();
      const overview = await overviewOf(demoOwner, demoSales.venueId);
      await expect(today(page)).toContainText(formatMoney(overview.grossVolume));
      await expect(today(page)).toContainText(`Servings${overview.servings}`);
      for (const { unitNumber, grossVolume } of overview.units) {
        const row = page.getByRole('row', { name: new RegExp(`^Unit ${unitNumber} `) });
        await expect(row).toContainText(formatMoney(grossVolume));
      }
      const attention = page.getByRole('region', { name: 'Needs attention' });
      const { issues, counts } = await demoOwner.getJson<IssuePage>(
        `/api/venues/${demoSales.venueId}/issues`,
      );
      expect(counts.all, 'issues in the demo').toBeGreaterThan(2);
      await expect(attention).toContainText(`${counts.all} open`);
      for (const { text, link } of issues.slice(0, 6)) {
        const row = attention.getByRole('link', { name: text }).first();
        const href = (await row.getAttribute('href')) ?? '';
        expect(href, text).toContain(`venue=${demoSales.venueId}`);
        expect(href.startsWith(link), `${text}: ${href}`).toBe(true);
      }
      await expectNoShift(page);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.setViewportSize(desktop);
    });
    await test.step('the dashboard links to the sales of today', async () => {
      await page.goto('/dashboard');
      await page.getByRole('link', { name: 'Sales today' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sales report');
      await expect(page.getByLabel('Period')).toHaveValue('Today');
    });
    await test.step('the venue chosen on the dashboard survives a reload', async () => {
      await page.goto('/dashboard');
      await switchTo(page, 'Harbour Terrace');
      await expect(page.getByRole('row', { name: /Beer unit/ })).toHaveCount(1);
      await page.reload();
      await expect(switcher(page)).toContainText('Harbour Terrace');
      await expect(page.getByRole('row', { name: /Beer unit/ })).toHaveCount(1);
    });
    await test.step('a dashboard that cannot be loaded shows the error and can be requested again', async () => {
      await page.route(overviewRequest, (route) =>
        route.fulfill({ status: 500, json: { error: { message: 'Internal error' } } }),
      );
      await page.goto('/dashboard');
      await expect(page.getByRole('alert')).toContainText('The overview could not be loaded.');
      await expect(page.getByText('Internal error')).toHaveCount(0);
      await page.unroute(overviewRequest);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(today(page)).toBeVisible();
    });
  });
});

test.describe('with a unit that pours beer', () => {
  test.use({ unitCategory: 'BEERTENDER' });

  test('the dashboard refreshes itself, and a failed refresh shows an error without a layout shift', async ({
    page,
    beerBar,
  }) => {
    // Both volumes have the same number of digits, so a right-aligned amount keeps its position too.
    const sell = (quantity: number) =>
      beerBar.sell({ drinks: [{ ingredients: [beerBar.lager], quantity }] });
    const shownVolume = async () => {
      const { grossVolume } = await overviewOf(beerBar, beerBar.venueId);
      await expect(today(page)).toContainText(formatMoney(grossVolume));
      return grossVolume;
    };
    await sell(2);
    await page.clock.install();
    await page.goto('/dashboard');
    const before = await shownVolume();
    await sell(1);
    await page.clock.runFor(31_000);
    const after = await shownVolume();
    expect(after).toBeGreaterThan(before);
    await page.route(overviewRequest, (route) =>
      route.fulfill({ status: 500, json: { error: { message: 'Internal error' } } }),
    );
    await page.clock.runFor(31_000);
    await expect(page.getByRole('alert')).toContainText('Not refreshed: Internal error');
    await expect(today(page)).toContainText(formatMoney(after));
    await expectNoShift(page);
  });

  test('an order is added once, by keyboard or from the menu, or refused', async ({
    page,
    beerBar,
  }) => {
    test.slow();
    await test.step('an order added by keyboard updates the figures of today', async () => {
      await page.goto('/dashboard');
      await expect(page.getByRole('row', { name: /Beer unit/ })).toHaveCount(1);
      const before = await overviewOf(beerBar, beerBar.venueId);
      const opener = page.getByRole('button', { name: 'Add order' });
      await opener.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Add order' });
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();

      await page.keyboard.press('Enter');
      await expect(dialog.getByLabel('Drink', { exact: true })).toBeFocused();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      await expect(dialog.getByRole('checkbox').first()).toBeChecked();
      await dialog.getByLabel('Quantity').focus();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type('2');
      await expect(dialog.getByRole('status')).toHaveText('$14.00');
      await page.keyboard.press('Enter');
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('alert')).toContainText(/Order added on unit \d+: \$\d+\.\d\d/);
      await expect(page).toHaveURL(/\/dashboard(\?|$)/);
      await expect(today(page)).toContainText(`Orders${before.orders + 1}`);
      const after = await overviewOf(beerBar, beerBar.venueId);
      expect(after.grossVolume - before.grossVolume, 'dollars with tax').toBeGreaterThan(14);
      await expect(today(page)).toContainText(formatMoney(after.grossVolume));
      await expect(page.getByRole('row', { name: /just now/ })).toHaveCount(1);
    });
    await test.step('an order sent again after its response was lost is added once', async () => {
      const before = await overviewOf(beerBar, beerBar.venueId);
      const dialog = await openAddOrder(page);
      await dialog.getByRole('checkbox', { name: /Harbour Lager/ }).check();
      await expect(dialog.getByRole('status')).toHaveText('$7.00');
      // The server receives the order, but its response is lost.
      await page.route('**/api/orders', async (route) => {
        await route.fetch();
        await route.abort();
      });
      await dialog.getByRole('button', { name: 'Add order' }).click();
      await expect(dialog.getByRole('alert')).toContainText('The server cannot be reached');
      await page.unroute('**/api/orders');
      await dialog.getByRole('button', { name: 'Add order' }).dblclick();
      await expect(dialog).toBeHidden();
      await expect(today(page)).toContainText(`Orders${before.orders + 1}`);
      expect((await overviewOf(beerBar, beerBar.venueId)).orders).toBe(before.orders + 1);
    });
    await test.step('an order of a drink on the menu is sent with the id of the drink', async () => {
      const dialog = await openAddOrder(page);
      await dialog.getByLabel('Drink', { exact: true }).selectOption('+1 Pale Ale ($8.00)');
      await expect(dialog.getByRole('checkbox')).toHaveCount(0);
      await expect(dialog.getByRole('status')).toHaveText('$8.00');
      const sent = page.waitForRequest('**/api/orders');
      await dialog.getByRole('button', { name: 'Add order' }).click();
      const { drinks, unitNumber } = (await sent).postDataJSON();
      expect(drinks).toEqual([{ drinkId: expect.any(String), quantity: 1 }]);
      expect(unitNumber).toBe(beerBar.unitNumber);
      await expect(dialog).toBeHidden();
    });
    await test.step('an order that is refused shows the error in the dialog, which stays filled in', async () => {
      const dialog = await openAddOrder(page);
      await expect(dialog.getByLabel('Unit')).toContainText(String(beerBar.unitNumber));
      await dialog.getByRole('checkbox', { name: /Harbour Lager/ }).check();
      await dialog.getByLabel('Quantity').fill('');
      await dialog.getByRole('button', { name: 'Add order' }).click();
      await expect(dialog.getByRole('alert')).toHaveText('Use at least 1');
      await expect(dialog.getByRole('checkbox', { name: /Harbour Lager/ })).toBeChecked();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    });
  });
});

test('a low ingredient is reported to the contacts once, and the dashboard lists the notice', async ({
  page,
  bar,
}) => {
  // Waits for the worker, which looks for jobs every five seconds, twice.
  test.setTimeout(60_000);
  await bar.switchFlag('unit', 'general--inventory-management');
  await bar.request('PUT', `/api/units/updateUnitDetails/${bar.unitNumber}`, {
    contacts: ['(415) 555-2671'],
  });
  await Promise.all([bar.email, '+14155552671'].map(confirmRecipient));
  const gin = await bar.addIngredient({
    name: 'Gin',
    price: 7,
    positionInUnit: ['4'],
    threshold: 50,
  });
  const sell = () =>
    bar.request('POST', '/api/orders', {
      unitNumber: bar.unitNumber,
      drinks: [{ ingredients: [gin], quantity: 12 }],
    });
  await sell();
  await sell();
  const notices = () =>
    bar.getJson<{ messages: { state: string }[] }[]>(`/api/venues/${bar.venueId}/notices`);
  await expect
    .poll(
      async () => (await notices()).flatMap(({ messages }) => messages.map(({ state }) => state)),
      { timeout: 25_000 },
    )
    .toEqual(['sent', 'sent']);
  await page.goto('/dashboard');
  const card = page.getByRole('region', { name: 'Restock notices' });
  await expect(card.getByRole('listitem')).toHaveCount(1);
  await expect(card).toContainText(`Gin was at 46% in unit ${bar.unitNumber}`);
  await expect(card).toContainText('+14155552671');
  await expect(card).toContainText('Not restocked yet');
  await expectNoShift(page);
  await expectAccessible(page);
  await bar.request('POST', `/api/ingredients/${bar.unitNumber}/restore/${gin}`, {
    venueName: bar.venueName,
  });
  await page.reload();
  await expect(card).toContainText('Restocked');
});

/** The dashboard of a venue that has not sold yet. */

test('a venue that has not sold yet has first steps', async ({ page, bar, freshBar }) => {
  test.slow();
  await test.step('first steps are ticked off as they are done, and are gone after the first sale', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const release = await hold(page, '**/first-steps-card*.js');
    const isRead = page.waitForResponse(overviewRequest);
    await page.goto('/dashboard');
    await isRead;
    const today = page.getByRole('region', { name: 'Today so far' });
    await expect(page.getByRole('main')).toContainText('as of');
    // Figures that the steps would move down do not come before them.
    await expect(today).not.toContainText('Nothing sold today yet');
    release();
    const steps = page.getByRole('region', { name: 'First steps' });
    await expect(steps).toContainText('1 of 7 done');
    await expect(today).toContainText('Nothing sold today yet');
    await expect(steps.getByRole('link', { name: 'Add unit (done)' })).toBeVisible();
    await expectNoShift(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const gin = await bar.addIngredient({ name: 'Gin', price: 7, positionInUnit: ['4'] });
    await bar.addDrink('Gin', 9, [gin]);
    await page.reload();
    await expect(steps).toContainText('3 of 7 done');
    await bar.sell({ drinks: [{ ingredients: [gin] }] });
    await page.reload();
    await expect(today).toContainText('Orders1');
    await expect(steps).toHaveCount(0);
    await page.setViewportSize(desktop);
  });
  await test.step('without the code of the first steps the dashboard has the rest', async () => {
    await freshBar();
    await page.route('**/first-steps-card*.js', (route) => route.abort());
    await page.goto('/dashboard');
    await expect(page.getByRole('region', { name: 'Today so far' })).toContainText(
      'Nothing sold today yet',
    );
    await page.unroute('**/first-steps-card*.js');
  });
  await test.step('a step that is done has the focus after its dialog is closed', async () => {
    await page.reload();
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByRole('button', { name: 'Create its key' }).click();
    await expect(page.getByRole('dialog')).toContainText('bbu_');
    await expect(steps.getByText('(done)')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(steps.getByRole('listitem').filter({ hasText: 'Create its key' })).toBeFocused();
  });
  await test.step('the dashboard of a venue without units begins with the first steps, and the unit is the first', async () => {
    const bar = await freshBar();
    await bar.request('DELETE', `/api/units/${bar.unitNumber}`);
    await page.goto('/dashboard');
    await expect(page.getByText('This venue has no units yet.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Today so far' })).toContainText(
      'Nothing sold today yet',
    );
    await expect(page.getByRole('button', { name: 'Add order' })).toBeDisabled();
    const steps = page.getByRole('region', { name: 'First steps' });
    await expect(steps).toContainText('0 of 7 done');
    await expect(steps.getByRole('listitem')).toHaveCount(7);
    await expectNoShift(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    // What needs a unit waits for it.
    await expect(steps.getByRole('link')).toHaveCount(0);
    await expect(steps.getByRole('button')).toHaveText([/^Add unit/]);
    await steps.getByRole('button', { name: 'Add unit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add unit' });
    await dialog.getByLabel('Start with').selectOption('Empty');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(steps.getByRole('link', { name: 'Add unit (done)' })).toBeVisible();
    await expect(steps).toContainText('1 of 7 done');
    // The unit is empty, and can still be filled.
    await steps.getByRole('button', { name: 'Load the bottles' }).click();
    const fill = page.getByRole('dialog', { name: 'Load the bottles' });
    await fill.getByRole('textbox', { name: 'Prices' }).fill('50');
    await expect(fill.getByText('20 drinks, $5.50 to $8.00')).toBeVisible();
    await expectAccessible(page);
    await fill.getByRole('button', { name: 'Fill the unit' }).click();
    await expect(fill).toHaveCount(0);
    await expect(steps.getByRole('link', { name: 'Load the bottles (done)' })).toBeVisible();
    await expect(steps.getByRole('link', { name: 'Add drinks (done)' })).toBeVisible();
    await page.setViewportSize(desktop);
  });
  await test.step('a new owner lands on the first steps, and each leads to what it is about and back', async () => {
    const bar = await freshBar();
    await page.goto('/');
    await expect(page).toHaveURL(/\/add-drink/);
    const steps = page.getByRole('region', { name: 'First steps' });
    await expect(steps).toContainText('1 of 7 done');
    await expectNoShift(page);
    await expectAccessible(page);
    await expect(steps.getByText('Load the bottles first')).toBeVisible();
    await steps.getByRole('button', { name: 'Create its key' }).click();
    const connect = page.getByRole('dialog', { name: `Connect unit ${bar.unitNumber}` });
    await expect(connect).toContainText(/Key\s*bbu_/);
    await expect(connect.getByRole('button', { name: 'Add the first sale' })).toHaveCount(0);
    await expectAccessible(page);
    await connect.getByRole('button', { name: 'Done' }).click();
    await expect(steps.getByRole('link', { name: 'Create its key (done)' })).toBeVisible();
    await steps.getByRole('link', { name: 'Connect a card reader' }).click();
    await expect(page.getByLabel('Card reader id')).toBeVisible();
    await page.goBack();
    await steps.getByRole('link', { name: 'Add phone numbers' }).click();
    await expect(page.getByRole('region', { name: 'Contacts' })).toBeVisible();
    expect(page.url()).toContain(`/units/${bar.unitNumber}`);
  });
});
