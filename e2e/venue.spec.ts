import type { Page } from '@playwright/test';
import { password } from './accounts.ts';
import { endSession } from './api-client.ts';
import { actFor } from './bar.ts';
import type { Bar } from './bar.ts';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { hold } from './hold.ts';
import { expect, test } from './test.ts';

interface Unit {
  unitNumber: number;
  discountRate: number;
  contacts: string[];
  homeHelperText: string;
}

interface Venue {
  name: string;
  drinkLimit: { quantity: number; minutes: number };
}

async function openVenue(page: Page, { venueId, venueName }: Bar): Promise<void> {
  await page.goto(`/venues/${venueId}`);
  await expect(page.getByRole('heading', { name: venueName, level: 1 })).toBeVisible();
}

const unitsOf = (bar: Bar) => bar.getJson<Unit[]>(`/api/venues/${bar.venueId}/units`);
const unitOf = async (bar: Bar) => (await unitsOf(bar))[0];
const unitCard = (page: Page, number: number) =>
  page.getByRole('region', { name: `Unit ${number}` });

const limitOf = async (bar: Bar, admin: Pick<Bar, 'getJson'>) =>
  (await admin.getJson<Venue>(`/api/venues/${bar.venueId}/venue`)).drinkLimit;

test.describe('as the owner of the venue', () => {
  test('the name of a venue is saved once, when typing pauses', async ({ page, bar }) => {
    await page.clock.install();
    await openVenue(page, bar);
    const saves: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') saves.push(request.postDataJSON());
    });
    const name = page.getByRole('region', { name: 'Venue' }).getByLabel('Name');
    // The clock of the page stands while the keys arrive, however long that takes.
    await page.clock.pauseAt(Date.now() + 60_000);
    await name.fill('');
    await name.pressSequentially('Harbour Deck');
    expect(saves).toEqual([]);
    await page.clock.resume();
    await expect(page.getByRole('heading', { name: 'Harbour Deck' })).toBeVisible();
    expect(saves).toEqual([{ name: 'Harbour Deck', expected: { name: bar.venueName } }]);
    await name.fill('');
    await name.blur();
    await expect(name).toHaveValue('Harbour Deck');
  });

  test('a name that is typed just before the page is left is saved', async ({ page, bar }) => {
    await openVenue(page, bar);
    await page.getByRole('region', { name: 'Venue' }).getByLabel('Name').fill('Last Minute Bar');
    await page.goto('about:blank');
    const venue = () => bar.getJson<Venue>(`/api/venues/${bar.venueId}/venue`);
    await expect.poll(venue).toMatchObject({ name: 'Last Minute Bar' });
  });

  test('an owner sees none of the settings that only a super admin changes', async ({
    page,
    bar,
  }) => {
    await openVenue(page, bar);
    await expect(unitCard(page, bar.unitNumber)).toBeVisible();
    for (const text of ['Tax percentage', 'Drink limit', 'Payment credentials', 'Feature flags']) {
      await expect(page.getByText(text)).toHaveCount(0);
    }
  });

  test('a unit that is added comes last and is deleted after a confirmation', async ({
    page,
    bar,
  }) => {
    await openVenue(page, bar);
    await page.getByRole('button', { name: 'Add unit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add unit' });
    await expect(dialog).toContainText(
      'To define the unit category. Cannot be changed after being added.',
    );
    await dialog.getByLabel('Category').selectOption('BEERTENDER');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Add unit' }).click();
    await expect(dialog.getByLabel('Category')).toHaveValue('ROTENDER_CLASSIC');
    const before = await unitsOf(bar);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('region', { name: /^Unit / })).toHaveCount(before.length + 1);
    const added = (await unitsOf(bar)).at(-1);
    const card = unitCard(page, added?.unitNumber ?? 0);
    await expect(page.getByRole('region', { name: /^Unit / }).last()).toHaveAccessibleName(
      `Unit ${added?.unitNumber}`,
    );

    await card.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(card).toBeVisible();
    await card.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete unit' }).click();
    await expect(card).toHaveCount(0);
    expect(await unitsOf(bar)).toHaveLength(before.length);
  });

  test('the fields of a unit are saved, and an optional field can be cleared', async ({
    page,
    bar,
  }) => {
    await openVenue(page, bar);
    const card = unitCard(page, bar.unitNumber);
    const helper = card.getByLabel('Home helper text');
    await helper.fill('Tap your card');
    await helper.blur();
    await card.getByLabel('Model').selectOption('MENU');
    const reader = card.getByLabel('Card reader id');
    await reader.fill('tmr_front');
    await reader.blur();
    await expect
      .poll(() => unitOf(bar))
      .toMatchObject({
        homeHelperText: 'Tap your card',
        model: 'MENU',
        stripeReaderId: 'tmr_front',
      });
    await helper.fill('');
    await helper.blur();
    await expect.poll(async () => (await unitOf(bar))?.homeHelperText).toBe('');
    await page.reload();
    await expect(card.getByLabel('Card reader id')).toHaveValue('tmr_front');
  });

  test('contacts become tags on comma, space and Enter, and must be US phone numbers', async ({
    page,
    bar,
  }) => {
    await openVenue(page, bar);
    const contacts = unitCard(page, bar.unitNumber).getByLabel('Contacts');
    await contacts.pressSequentially('(415)555-2671,');
    await expect(contacts).toHaveValue('');
    await contacts.pressSequentially('212 555 0100 ');
    await expect(contacts).toHaveValue('');
    await contacts.fill('6505550199');
    await contacts.press('Enter');
    await expect
      .poll(async () => (await unitOf(bar))?.contacts)
      .toEqual(['+14155552671', '+12125550100', '+16505550199']);
    await contacts.fill('12');
    await contacts.blur();
    await expect(page.getByText('12 is not a US phone number')).toBeVisible();
    expect((await unitOf(bar))?.contacts).toHaveLength(3);
  });

  test('a field that cannot be saved shows the error, survives a reload and is saved later', async ({
    page,
    bar,
  }) => {
    await openVenue(page, bar);
    await page.route('**/api/units/updateUnitDetails/**', (route) =>
      route.fulfill({
        status: 503,
        json: { error: { message: 'The database cannot be reached.' } },
      }),
    );
    const card = unitCard(page, bar.unitNumber);
    const helper = card.getByLabel('Home helper text');
    await helper.fill('Not lost');
    await helper.blur();
    await expect(card.getByText('Not saved. The database cannot be reached.')).toBeVisible();
    await page.unroute('**/api/units/updateUnitDetails/**');
    await page.reload();
    await expect(helper).toHaveValue('Not lost');
    await helper.focus();
    await helper.blur();
    await expect(card.getByText('Saved', { exact: true })).toBeVisible();
  });

  test('a field that was changed in another tab shows the other value and is saved only when kept', async ({
    page,
    context,
    bar,
  }) => {
    await openVenue(page, bar);
    const other = await context.newPage();
    await openVenue(other, bar);
    const otherCard = unitCard(other, bar.unitNumber);
    const theirs = otherCard.getByLabel('Home button image');
    await theirs.fill('theirs.png');
    await theirs.blur();
    await expect(otherCard.getByText('Saved', { exact: true })).toBeVisible();

    const card = unitCard(page, bar.unitNumber);
    const mine = card.getByLabel('Home button image');
    await mine.fill('mine.png');
    await mine.blur();
    await expect(card.getByText('Someone else has changed this to “theirs.png”')).toBeVisible();
    await expect(mine).toHaveValue('mine.png');
    await card.getByRole('button', { name: 'Keep mine' }).click();
    await expect(card.getByText('Saved', { exact: true })).toBeVisible();
    await other.reload();
    await expect(theirs).toHaveValue('mine.png');
  });

  test('text typed after the session ended is still in its field after signing in again', async ({
    page,
    bar,
  }) => {
    await openVenue(page, bar);
    const card = unitCard(page, bar.unitNumber);
    const helper = card.getByLabel('Home helper text');
    await expect(helper).toBeVisible();
    await endSession(bar);
    await helper.fill('Typed too late');
    await helper.blur();
    await expect(page).toHaveURL(/\/login\?next=/);
    await page.getByLabel('Email').fill(bar.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL(new RegExp(`/venues/${bar.venueId}(\\?|$)`));
    await expect(helper).toHaveValue('Typed too late');
    await expect(card.getByText('Unsaved changes')).toBeVisible();
    await helper.focus();
    await helper.blur();
    await expect(card.getByText('Saved', { exact: true })).toBeVisible();
  });

  test('the key of a unit is shown once and can be revoked', async ({ page, bar }) => {
    await openVenue(page, bar);
    const card = unitCard(page, bar.unitNumber);
    await card.getByLabel('Label of a new key').fill('Front');
    await card.getByRole('button', { name: 'Make key' }).click();
    const key = (await card.locator('code').textContent()) ?? '';
    expect(key).toMatch(/^bbu_/);
    await page.reload();
    await expect(card.getByText('Front')).toBeVisible();
    await expect(page.getByText(key)).toHaveCount(0);
    await card.getByRole('button', { name: 'Revoke Front' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(card.getByText('Front')).toHaveCount(0);
  });

  test('the venue screen of an owner is accessible and fits a phone', async ({ page, bar }) => {
    await bar.addUnit('BEERTENDER');
    await openVenue(page, bar);
    await expect(unitCard(page, bar.unitNumber)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});

test.describe('as the super admin', () => {
  test.use({ account: 'admin' });

  test.beforeEach(async ({ page, bar }) => {
    await actFor(page, bar);
    await openVenue(page, bar);
  });

  test('a super admin sets tax and drink limit, and an invalid tax shows an error', async ({
    page,
    bar,
    admin,
  }) => {
    const tax = page.getByLabel('Tax percentage');
    await tax.fill('101');
    await tax.blur();
    await expect(page.getByText('Enter a percentage from 0 to 100')).toBeVisible();
    await tax.fill('8.875');
    await tax.blur();
    await expect(page.getByText('Enter a percentage from 0 to 100')).toHaveCount(0);

    await page.getByLabel('Drinks', { exact: true }).selectOption('3');
    await page.getByLabel('In', { exact: true }).selectOption('120');
    await expect.poll(() => limitOf(bar, admin)).toEqual({ quantity: 3, minutes: 120 });
    await page.reload();
    await expect(page.getByLabel('Drinks', { exact: true })).toHaveValue('3');
    await expect(page.getByLabel('In', { exact: true })).toHaveValue('120');
    await page.getByLabel('Drinks', { exact: true }).selectOption('No limit');
    await expect(page.getByLabel('In', { exact: true })).toHaveCount(0);
  });

  test('two choices of a drink limit are saved in their order, however slow the first save is', async ({
    page,
    bar,
    admin,
  }) => {
    const saves: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') saves.push(request.postDataJSON());
    });
    const release = await hold(page, '**/api/users/venues/**');
    await page.getByLabel('Drinks', { exact: true }).selectOption('3');
    await page.getByLabel('In', { exact: true }).selectOption('120');
    await expect(page.getByLabel('In', { exact: true })).toHaveValue('120');
    expect(saves).toHaveLength(1);
    release();
    await expect.poll(() => limitOf(bar, admin)).toEqual({ quantity: 3, minutes: 120 });
    expect(saves).toHaveLength(2);
    await expect(page.getByLabel('In', { exact: true })).toHaveValue('120');
  });

  test('a drink limit that is chosen just before the page is left is saved', async ({
    page,
    bar,
    admin,
  }) => {
    await page.getByLabel('Drinks', { exact: true }).selectOption('3');
    await page.goto('about:blank');
    await expect.poll(() => limitOf(bar, admin)).toEqual({ quantity: 3, minutes: 60 });
  });

  test('a stored private key is shown by its last characters only', async ({ page }) => {
    const key = page.getByLabel('Private key');
    await key.fill('sk_test_abcdefgh9876');
    await key.blur();
    await expect(key).toHaveValue('••••9876');
    await page.reload();
    await expect(page.getByLabel('Private key')).toHaveValue('••••9876');
  });

  test('a stored private key is removed after a confirmation', async ({ page }) => {
    const key = page.getByLabel('Private key');
    await key.fill('sk_test_abcdefgh9876');
    await key.blur();
    await page.getByRole('button', { name: 'Remove Private key' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('button', { name: 'Remove Private key' })).toHaveCount(0);
    await page.reload();
    await expect(page.getByLabel('Private key')).toHaveValue('');
  });

  test('a private key that cannot be saved stays in its field and in no browser storage', async ({
    page,
  }) => {
    await page.route('**/api/users/venues/**', (route) =>
      route.fulfill({
        status: 503,
        json: { error: { message: 'The database cannot be reached.' } },
      }),
    );
    const key = page.getByLabel('Private key');
    await key.fill('sk_test_never_stored_1234');
    await key.blur();
    await expect(page.getByText('The database cannot be reached.')).toBeVisible();
    await expect(key).toHaveValue('sk_test_never_stored_1234');
    const stored = await page.evaluate<string>(
      'JSON.stringify({ ...sessionStorage, ...localStorage })',
    );
    expect(stored).not.toContain('never_stored');
  });

  test('switching a flag changes the fields that depend on it', async ({ page, bar }) => {
    const flag = page
      .getByRole('region', { name: 'Venue' })
      .getByLabel('Card readers of the second provider');
    await flag.check();
    await expect(page.getByLabel('Client GUID')).toBeVisible();
    await expect(page.getByLabel('Private key')).toHaveCount(0);
    await flag.uncheck();
    await expect(page.getByLabel('Private key')).toBeVisible();

    const card = unitCard(page, bar.unitNumber);
    // Only the flags that are read for the venue, and for the unit.
    await expect(page.getByRole('region', { name: 'Venue' }).getByRole('switch')).toHaveCount(3);
    await expect(card.getByRole('switch')).toHaveCount(4);
    await expect(card.getByLabel('Discount rate')).toBeDisabled();
    await expect(card.getByLabel('Discount rate')).toHaveValue('100');
    await card.getByLabel('Confirmation page in free flow').check();
    await card.getByLabel('Discount rate').fill('150');
    await expect(card.getByLabel('Discount rate')).toHaveValue('100');
    await card.getByLabel('Discount rate').fill('');
    await card.getByLabel('Discount rate').pressSequentially('-3');
    await card.getByLabel('Discount rate').blur();
    await expect(card.getByLabel('Discount rate')).toHaveValue('0');
    expect((await unitOf(bar))?.discountRate).toBe(0);
    await card.getByLabel('Discount rate').fill('25');
    await card.getByLabel('Discount rate').blur();
    await expect.poll(async () => (await unitOf(bar))?.discountRate).toBe(0.25);
  });

  test('flags show neither on nor off until they have loaded, and loading them causes no layout shift', async ({
    page,
    bar,
  }) => {
    await bar.switchFlag('venue', 'general--double-order');
    await bar.switchFlag('unit', 'general--inventory-management');
    const release = await hold(page, /\/api\/flags\?/);
    await page.reload();
    const doubles = page.getByRole('region', { name: 'Venue' }).getByLabel(/^Doubles/);
    const inventory = unitCard(page, bar.unitNumber).getByLabel(/^Inventory/);
    for (const flag of [doubles, inventory]) {
      await expect(flag).toBeDisabled();
      await expect(flag.locator('..').locator('.mantine-Switch-thumb')).toBeHidden();
    }
    release();
    for (const flag of [doubles, inventory]) {
      await expect(flag).toBeEnabled();
      await expect(flag).toBeChecked();
      await expect(flag.locator('..').locator('.mantine-Switch-thumb')).toBeVisible();
    }
    await expectNoShift(page);
  });

  test('the venue screen of a super admin is accessible and fits a phone', async ({ page }) => {
    await expect(page.getByText('Payment credentials')).toBeVisible();
    await expectNoShift(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});
