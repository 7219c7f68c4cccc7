import type { Page } from '@playwright/test';
import type { ResponseOf } from '../contract/endpoint.ts';
import type { Endpoints } from '../contract/endpoints.ts';
import { formatMoney } from '../lib/money.ts';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { openFreshBar } from './fresh-bar.ts';
import { hold } from './hold.ts';
import { ask, claimsOf, expect, signedInAs, test, tokenOf } from './test.ts';

type Overview = ResponseOf<Endpoints['getVenueOverview']>;

const overviewCall = /\/api\/venues\/[^/]+\/overview\?/;

/** The owner's venues by name; the orders these tests add go to the second one. */
async function venueIds(page: Page): Promise<Record<string, string>> {
  const { sub } = claimsOf(tokenOf('owner'));
  const venues = await ask<Record<string, { name: string }>>(
    page,
    'owner',
    `/api/users/${sub}/venues`,
  );
  return Object.fromEntries(Object.entries(venues).map(([id, { name }]) => [name, id]));
}

async function overviewOf(page: Page, venue: string): Promise<Overview> {
  const { [venue]: id } = await venueIds(page);
  return ask<Overview>(page, 'owner', `/api/venues/${id}/overview?timezone=America/New_York`);
}

const today = (page: Page) => page.getByRole('region', { name: 'Today so far' });

async function openHarbour(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByLabel('Venue', { exact: true }).selectOption('Harbour Terrace');
  await expect(page.getByRole('row', { name: /BEERTENDER/ })).toHaveCount(1);
}

test.describe('an owner', () => {
  test.use(signedInAs('owner'));

  test('sees today, the units and what needs attention, and nothing moves', async ({ page }) => {
    const release = await hold(page, overviewCall);
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
    release();
    const overview = await overviewOf(page, 'Rooftop Bar');
    await expect(today(page)).toContainText(formatMoney(overview.grossVolume));
    await expect(today(page)).toContainText(`Servings${overview.servings}`);
    for (const { unitNumber, grossVolume } of overview.units) {
      const row = page.getByRole('row', { name: new RegExp(`^${unitNumber} `) });
      await expect(row).toContainText(formatMoney(grossVolume));
    }
    const attention = page.getByRole('region', { name: 'Needs attention' });
    const { attention: needs } = overview;
    expect(needs.length, 'needs in the demo').toBeGreaterThan(2);
    await expect(attention.getByRole('listitem')).toHaveCount(Math.min(6, needs.length));
    await expect(attention.getByRole('link', { name: /Midori is out/ })).toHaveAttribute(
      'href',
      '/add-drink',
    );
    await expectNoShift(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  test('is led on to the report, the menu, the venue and the log', async ({ page }) => {
    const { 'Rooftop Bar': id } = await venueIds(page);
    await page.goto('/dashboard');
    const links = page.getByRole('navigation', { name: 'Quick links' });
    await expect(links.getByRole('link')).toHaveText([
      'Sales today',
      'Your menu',
      'Add a drink',
      'Venue and units',
      'Add venue',
      'Activity log',
    ]);
    await expect(links.getByRole('link', { name: 'Venue and units' })).toHaveAttribute(
      'href',
      `/venues/${id}`,
    );
    await links.getByRole('link', { name: 'Sales today' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sales report');
    await expect(page.getByLabel('Period')).toHaveValue('Today');
  });

  test('chooses the venue, and the choice stays', async ({ page }) => {
    await openHarbour(page);
    await page.reload();
    await expect(page.getByLabel('Venue', { exact: true })).toHaveValue(
      (await venueIds(page))['Harbour Terrace'] ?? '',
    );
  });

  test('has it renewed by itself, and a failure says so without moving anything', async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto('/dashboard');
    const overview = await overviewOf(page, 'Rooftop Bar');
    await expect(today(page)).toContainText(formatMoney(overview.grossVolume));
    await page.route(overviewCall, (route) =>
      route.fulfill({ json: { ...overview, grossVolume: 4321.5, orders: 99 } }),
    );
    await page.clock.runFor(31_000);
    await expect(today(page)).toContainText('$4,321.50');
    await page.route(overviewCall, (route) =>
      route.fulfill({ status: 500, json: { error: { message: 'Internal error' } } }),
    );
    await page.clock.runFor(31_000);
    await expect(page.getByRole('alert')).toContainText('Not refreshed: Internal error');
    await expect(today(page)).toContainText('$4,321.50');
    await expectNoShift(page);
  });

  test('is told when it cannot be read at all, and tries again', async ({ page }) => {
    await page.route(overviewCall, (route) =>
      route.fulfill({ status: 500, json: { error: { message: 'Internal error' } } }),
    );
    await page.goto('/dashboard');
    await expect(page.getByRole('alert')).toContainText('Internal error');
    await page.unroute(overviewCall);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(today(page)).toBeVisible();
  });

  test('adds an order by the keyboard alone, and the figures follow', async ({ page }) => {
    await openHarbour(page);
    const before = await overviewOf(page, 'Harbour Terrace');
    const opener = page.getByRole('button', { name: 'Add Order' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add Order' });
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Unit')).toBeFocused();
    await page.keyboard.press('Tab');
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
    await expect(page).toHaveURL('/dashboard');
    await expect(today(page)).toContainText(`Orders${before.orders + 1}`);
    const after = await overviewOf(page, 'Harbour Terrace');
    expect(after.grossVolume - before.grossVolume, 'dollars with tax').toBeGreaterThan(14);
    await expect(today(page)).toContainText(formatMoney(after.grossVolume));
    await expect(page.getByRole('row', { name: /just now/ })).toHaveCount(1);
  });

  test('adds it once, whatever becomes of the first answer', async ({ page }) => {
    await openHarbour(page);
    const before = await overviewOf(page, 'Harbour Terrace');
    await page.getByRole('button', { name: 'Add Order' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Order' });
    await dialog.getByRole('checkbox', { name: /Harbour Lager/ }).check();
    await expect(dialog.getByRole('status')).toHaveText('$7.00');
    // The order arrives, its answer does not.
    await page.route('**/api/orders', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await dialog.getByRole('button', { name: 'Add Order' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The server cannot be reached');
    await page.unroute('**/api/orders');
    await dialog.getByRole('button', { name: 'Add Order' }).dblclick();
    await expect(dialog).toBeHidden();
    await expect(today(page)).toContainText(`Orders${before.orders + 1}`);
    expect((await overviewOf(page, 'Harbour Terrace')).orders).toBe(before.orders + 1);
  });

  test('adds drinks of the menu by their name', async ({ page }) => {
    await openHarbour(page);
    await page.getByRole('button', { name: 'Add Order' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Order' });
    await dialog.getByLabel('Drink', { exact: true }).selectOption('+1 Pale Ale ($8.00)');
    await expect(dialog.getByRole('checkbox')).toHaveCount(0);
    await expect(dialog.getByRole('status')).toHaveText('$8.00');
    const sent = page.waitForRequest('**/api/orders');
    await dialog.getByRole('button', { name: 'Add Order' }).click();
    const { drinks } = (await sent).postDataJSON();
    expect(drinks).toEqual([{ drinkId: expect.any(String), quantity: 1 }]);
    await expect(dialog).toBeHidden();
  });

  test('reads what the server refuses where it stands, with what was chosen kept', async ({
    page,
  }) => {
    await openHarbour(page);
    await page.getByRole('button', { name: 'Add Order' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Order' });
    await dialog.getByRole('checkbox', { name: /Harbour Lager/ }).check();
    await dialog.getByLabel('Quantity').fill('');
    await dialog.getByRole('button', { name: 'Add Order' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Use at least 1');
    await expect(dialog.getByRole('checkbox', { name: /Harbour Lager/ })).toBeChecked();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});

test.describe('an owner without units', () => {
  test.use(signedInAs('hidden'));

  test('is led to the venue to add one', async ({ page }) => {
    await page.goto('/dashboard');
    await expect(page.getByText('This venue has no units yet.')).toBeVisible();
    await expect(today(page)).toContainText('Nothing sold today yet');
    await expect(page.getByRole('button', { name: 'Add Order' })).toBeDisabled();
    await expect(page.getByRole('link', { name: 'Add a unit' })).toHaveAttribute(
      'href',
      /\/venues\/.+/,
    );
    await expectNoShift(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});

test('what runs short is told to people once, and the dashboard says to whom', async ({ page }) => {
  const bar = await openFreshBar(page);
  await bar.switchFlag('unit', 'general--inventory-management');
  await bar.tell('PUT', `/api/units/updateUnitDetails/${bar.unitNumber}`, {
    contacts: ['(415) 555-2671'],
  });
  const gin = await bar.addIngredient({
    name: 'Gin',
    price: 7,
    positionInUnit: ['4'],
    threshold: 50,
  });
  const sell = () =>
    bar.tell('POST', '/api/orders', {
      unitNumber: bar.unitNumber,
      drinks: [{ ingredients: [gin], quantity: 12 }],
    });
  await sell();
  await sell();
  const notices = () =>
    bar.tell<{ messages: { state: string }[] }[]>('GET', `/api/venues/${bar.venueId}/notices`);
  await expect
    .poll(
      async () => (await notices()).flatMap(({ messages }) => messages.map(({ state }) => state)),
      {
        timeout: 25_000,
      },
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
  await bar.tell('POST', `/api/ingredients/${bar.unitNumber}/restore/${gin}`, {
    venueName: bar.venueName,
  });
  await page.reload();
  await expect(card).toContainText('Restocked');
});
