import type { Page } from '@playwright/test';
import { sendRequest } from './api-client.ts';
import { actFor } from './bar.ts';
import { desktop, expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { discard, findOwnerRow, openVenue, switcher } from './screens.ts';
import { expect, test } from './test.ts';

const nameField = (page: Page) =>
  page.getByRole('dialog', { name: 'Add venue' }).getByLabel('Name');

test.describe('as the demo owner', () => {
  test.use({ account: 'owner' });

  test('the venues of an owner are listed, and one is added', async ({ page, demoOwner }) => {
    await test.step('the venues screen links to each venue', async () => {
      const venues = await demoOwner.getJson<Record<string, { name: string; address: string }>>(
        `/api/users/${demoOwner.userId}/venues`,
      );
      await page.goto('/venues');
      await expect(page.getByRole('heading', { name: 'Venues' })).toBeVisible();
      const main = page.getByRole('main');
      for (const [id, { name, address }] of Object.entries(venues)) {
        const row = main.getByRole('row').filter({ hasText: name });
        await expect(row.getByRole('link', { name, exact: true })).toHaveAttribute(
          'href',
          `/venues/${id}`,
        );
        await expect(row).toContainText(address);
        await expect(row.getByRole('cell').last()).toHaveText(/^\$[\d,]+\.\d\d$/);
      }
      // The header, and a row for each.
      await expect(main.getByRole('row')).toHaveCount(Object.keys(venues).length + 1);
      await expect(main.getByLabel('Find a venue')).toHaveCount(0);
      await expectNoShift(page);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await main.getByRole('link').first().click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        Object.values(venues)[0]?.name ?? '',
      );
      await page.setViewportSize(desktop);
    });
    await test.step('the Add venue dialog works by keyboard and shows errors at its field', async () => {
      await page.goto('/venues');
      const opener = page.getByRole('button', { name: 'Add venue' });
      await opener.focus();
      await page.keyboard.press('Enter');
      await expect(nameField(page)).toBeFocused();
      await expect(page).toHaveURL('/venues?add=venue');
      await page.keyboard.press('Enter');
      await expect(nameField(page)).toHaveAccessibleDescription('Enter the venue name');
      await nameField(page).fill('x'.repeat(201));
      await page.keyboard.press('Enter');
      await expect(nameField(page)).toHaveAccessibleDescription('Use at most 200 characters');
      await expect(nameField(page)).toHaveValue('x'.repeat(201));
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.keyboard.press('Escape');
      await discard(page);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page).toHaveURL('/venues');
      await expect(opener).toBeFocused();
    });
  });
});

test('many venues are searched by address and put in order, which the address of the screen keeps', async ({
  page,
  bar,
}) => {
  for (const [nth, name] of ['Yard', 'Attic', 'Cellar', 'Deck', 'Loft', 'Pier', 'Garden'].entries())
    await bar.request('POST', '/api/users/venues', { name, address: `${nth} Harbor Street` });
  await page.goto('/venues');
  const main = page.getByRole('main');
  const names = main.getByRole('row').getByRole('link', { name: /^[A-Z]/ });
  await expect(names).toHaveText([
    bar.venueName,
    'Yard',
    'Attic',
    'Cellar',
    'Deck',
    'Loft',
    'Pier',
    'Garden',
  ]);
  await expect(main.getByRole('row').nth(1).getByRole('cell').last()).toHaveText('$0.00');
  await expectNoShift(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(desktop);

  await page.keyboard.press('/');
  await expect(main.getByLabel('Find a venue')).toBeFocused();
  await page.keyboard.type('harbor');
  await expect(names).toHaveCount(7);
  await main.getByLabel('Order').selectOption('Name');
  await expect(page).toHaveURL('/venues?q=harbor&sort=name');
  const byName = ['Attic', 'Cellar', 'Deck', 'Garden', 'Loft', 'Pier', 'Yard'];
  await expect(names).toHaveText(byName);
  await page.reload();
  await expect(names).toHaveText(byName);
  await expect(main.getByLabel('Find a venue')).toHaveValue('harbor');
  await expect(main.getByLabel('Order')).toHaveValue('name');

  await main.getByLabel('Find a venue').fill('6 harbor');
  await expect(names).toHaveText(['Garden']);
  await main.getByRole('row').last().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Garden');
  await page.goBack();
  await main.getByLabel('Find a venue').fill('no such street');
  await expect(main).toContainText('No venue matches.');
});

test('the venue that sold most, or that needs most attention, comes first', async ({
  page,
  bar,
}) => {
  const { id } = await bar.request<{ id: string }>('POST', '/api/users/venues', { name: 'Pier' });
  const { _id: unitId, unitNumber } = await bar.addUnit('ROTENDER_CLASSIC', id);
  const { _id: rum } = await bar.request<{ _id: string }>('POST', '/api/ingredients', {
    venueId: id,
    unitId,
    name: 'Rum',
    price: 9,
    positionInUnit: ['1'],
  });
  const { key } = await bar.request<{ key: string }>('POST', `/api/units/${unitNumber}/keys`);
  const pours = [{ ingredientId: rum, position: '1', ml: 9, ms: 800, outcome: 'blocked' }];
  await sendRequest(key, 'POST', '/api/orders', {
    drinks: [{ ingredients: [rum], quantity: 2, successQuantity: 0, pours }],
  });
  const rows = page.getByRole('main').getByRole('row');
  await page.goto('/venues');
  await expect(rows.nth(2)).toContainText('Pier');
  await expect(rows.nth(2)).toContainText('$18.00');
  for (const order of ['sales', 'attention']) {
    await page.goto(`/venues?sort=${order}`);
    await expect(rows.nth(1)).toContainText('Pier');
    await expect(rows.nth(2)).toContainText(bar.venueName);
    await expect(page.getByLabel('Order')).toHaveValue(order);
    await expectNoShift(page);
  }
  await rows
    .nth(1)
    .getByRole('link', { name: /2 failed pours/ })
    .click();
  await expect(page).toHaveURL(`/alerts?venue=${id}`);
});

test('an address is entered with a new venue, changed on its page, and shown in the list', async ({
  page,
  bar,
}) => {
  await page.goto('/venues?add=venue');
  await nameField(page).fill('Garden');
  const address = page.getByRole('dialog').getByLabel('Address');
  await address.fill('x'.repeat(301));
  await page.keyboard.press('Enter');
  await expect(address).toHaveAccessibleDescription(/Use at most 300 characters/);
  await address.fill('12 Harbor Street');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard(\?|$)/);
  await openVenue(page, bar);
  const field = page.getByRole('main').getByLabel('Address');
  await expect(field).toHaveValue('');
  await field.fill('230 Bowery');
  await field.press('Enter');
  await expect(page.getByRole('main')).toContainText('Saved');
  await page.getByRole('link', { name: 'Venues', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: bar.venueName })).toContainText(
    '230 Bowery',
  );
  await expect(page.getByRole('row').filter({ hasText: 'Garden' })).toContainText(
    '12 Harbor Street',
  );
});

test('a venue that an owner adds becomes the active venue on the dashboard', async ({
  ownerPage: page,
}) => {
  await page.goto('/venues');
  await page.getByRole('button', { name: 'Add venue' }).click();
  await nameField(page).fill('Garden Bar');
  await page.getByRole('dialog').getByRole('button', { name: 'Add venue' }).dblclick();
  await expect(page).toHaveURL(/\/dashboard(\?|$)/);
  await expect(switcher(page)).toContainText('Garden Bar');
  await page.goto('/venues');
  await expect(page.getByRole('main').getByRole('link', { name: 'Garden Bar' })).toHaveCount(1);
});

test.describe('as the super admin', () => {
  test.use({ account: 'admin' });

  test('a super admin who acts for an owner adds a venue to that owner', async ({ page, bar }) => {
    await actFor(page, bar);
    await page.goto('/');
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Venues' })
      .click();
    await page.getByRole('button', { name: 'Add venue' }).click();
    await nameField(page).fill('Zest Patio');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard(\?|$)/);
    await expect(switcher(page)).toContainText('Zest Patio');
    await expect(page.getByRole('banner')).toContainText(`${bar.ownerName} (Zest Patio)`);
    await page.goto('/owners');
    const row = await findOwnerRow(page, bar.ownerName);
    await expect(row.getByRole('link', { name: 'Zest Patio' })).toBeVisible();
  });
});

test('an owner sets the clock and the hours of a venue', async ({ page, bar, freshBar }) => {
  test.slow();
  await test.step('an owner sets the clock of a venue, and its report goes by business days', async () => {
    await openVenue(page, bar);
    const card = page.getByRole('region', { name: 'Clock' });
    await expect(card.getByText('Your night is cut at midnight.')).toBeVisible();
    await expect(card.getByRole('button', { name: 'Start the day at 4 AM' })).toBeVisible();
    await card.getByRole('button', { name: 'Choose another time' }).click();
    const start = card.getByRole('slider', { name: 'Start of the day' });
    await expect(
      card.getByText('Friday’s night runs from Fri 4:00 AM to Sat 4:00 AM.'),
    ).toBeVisible();
    await expectNoShift(page);
    await expectAccessible(page);
    await start.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(start).toHaveAttribute('aria-valuetext', '5:00 AM');
    await expect(
      card.getByText('Friday’s night runs from Fri 5:00 AM to Sat 5:00 AM.'),
    ).toBeVisible();
    await card.getByRole('textbox', { name: 'Time zone' }).click();
    const zone = card.getByRole('combobox', { name: 'Time zone' });
    await zone.fill('berlin');
    await page.getByRole('option', { name: /Europe\/Berlin/ }).click();
    await card.getByRole('button', { name: 'Set clock' }).click();
    await expect(card.getByText('Running')).toBeVisible();

    await card
      .getByRole('button', { name: /^Change / })
      .nth(1)
      .click();
    const night = page.getByRole('dialog');
    await expectAccessible(page);
    await night.getByLabel('Special, such as a festival').check();
    await night.getByLabel('Note').fill('Jazz festival');
    await night.getByRole('button', { name: 'Save' }).click();
    await expect(card.getByText('Special', { exact: true })).toBeVisible();
    await expect(card.getByText(/Jazz festival/)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await page.goto('/salesreports?from=2026-06-12&to=2026-06-12');
    await expect(page.getByLabel('Days')).toHaveValue('business');
    await expect(page.getByLabel('Timezone')).toHaveValue('Europe/Berlin');
    await expect(page).toHaveURL(/timezone=Europe%2FBerlin&days=business/);
    await expect(page.getByTitle(/Fri, Jun 12, 5:00 AM .* to Sat, Jun 13, 5:00 AM/)).toBeVisible();
    await page.getByLabel('Days').selectOption('Calendar days');
    await page.getByRole('button', { name: 'Lookup sales' }).click();
    await expect(page).toHaveURL(/days=calendar/);
    await expect(page.getByLabel('Days')).toHaveValue('calendar');
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(desktop);
  });
  await test.step('opening hours are a draft of the week: nothing is stored before each day is set', async () => {
    const bar = await freshBar();
    const hours = async () => {
      const found = await bar.getJson<{ hours: { weekday: number; opens: string }[] }>(
        `/api/venues/${bar.venueId}/hours`,
      );
      return found.hours;
    };
    await openVenue(page, bar);
    const card = page.getByRole('region', { name: 'Clock' });
    await expect(card).toContainText('Not set. The venue counts as open at the times');
    await card.getByRole('button', { name: 'Enter opening hours' }).click();
    const form = card.getByRole('form', { name: 'Opening hours' });
    const save = form.getByRole('button', { name: 'Save opening hours' });
    await expect(form.getByLabel('Tuesday opens at')).toHaveValue('');
    await form.getByLabel('Monday opens at').selectOption({ label: '4:00 PM' });
    await form.getByLabel('Monday closes at').selectOption({ label: '2:00 AM' });
    await expect(form.getByRole('status')).toHaveText(
      'Not set: Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday.',
    );
    await expect(save).toBeDisabled();
    expect(await hours()).toEqual([]);

    await form.getByRole('button', { name: 'Copy Monday to all days' }).click();
    await form.getByLabel('Sunday opens at').selectOption({ label: 'Closed' });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(desktop);
    await save.click();
    await expect(page.getByText('The opening hours were saved')).toBeVisible();
    await expect(card.getByText('4:00 PM to 2:00 AM')).toHaveCount(6);
    await expect(card.getByText('Closed', { exact: true })).toBeVisible();
    expect(await hours()).toEqual(
      [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, opens: '16:00', closes: '26:00' })),
    );

    await card.getByRole('button', { name: 'Change opening hours' }).click();
    await form.getByLabel('Friday closes at').selectOption({ label: '3:00 AM' });
    await form.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(card.getByText('4:00 PM to 2:00 AM')).toHaveCount(6);

    await card.getByRole('button', { name: 'Clear hours' }).click();
    await expect(card).toContainText('Not set. The venue counts as open');
    expect(await hours()).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(card.getByText('4:00 PM to 2:00 AM')).toHaveCount(6);
    expect(await hours()).toHaveLength(6);
  });
});
