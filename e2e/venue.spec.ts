import type { Page } from '@playwright/test';
import { accounts, password } from './accounts.ts';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { ask, expect, signedInAs, test } from './test.ts';

interface Unit {
  _id: string;
  unitNumber: number;
  discountRate: number;
  contacts: string[];
  homeHelperText: string;
  stripeReaderId: string;
}

async function openVenue(page: Page, name: string): Promise<string> {
  await page.goto('/venues');
  await page.getByRole('main').getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

const unitsOf = (page: Page, venueId: string) =>
  ask<Unit[]>(page, 'owner', `/api/venues/${venueId}/units`);
const unitCard = (page: Page, number: number | string) =>
  page.getByRole('region', { name: `Unit ${number}` });

test.describe('an owner', () => {
  test.use(signedInAs('owner'));

  test('renames their venue by typing, with one save when the typing pauses', async ({ page }) => {
    await openVenue(page, 'Harbour Terrace');
    const saves: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') saves.push(request.postDataJSON());
    });
    const name = page.getByRole('region', { name: 'Venue' }).getByLabel('Name');
    await name.fill('');
    await name.pressSequentially('Harbour Deck', { delay: 20 });
    await expect(page.getByRole('heading', { name: 'Harbour Deck' })).toBeVisible();
    expect(saves).toEqual([{ name: 'Harbour Deck', expected: { name: 'Harbour Terrace' } }]);
    await name.fill('');
    await name.blur();
    await expect(name).toHaveValue('Harbour Deck');
    await name.fill('Harbour Terrace');
    await name.blur();
    await expect(page.getByRole('heading', { name: 'Harbour Terrace' })).toBeVisible();
  });

  test('sees nothing that is for super admins', async ({ page }) => {
    await openVenue(page, 'Rooftop Bar');
    await expect(unitCard(page, 1001)).toBeVisible();
    for (const text of ['Tax percentage', 'Drink limit', 'Payment credentials', 'Feature flags']) {
      await expect(page.getByText(text)).toHaveCount(0);
    }
  });

  test('adds a unit, which comes last, and deletes it after being asked', async ({ page }) => {
    const venueId = await openVenue(page, 'Harbour Terrace');
    await page.getByRole('button', { name: 'Add unit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add unit' });
    await expect(dialog).toContainText(
      'To define the unit category. Cannot be changed after being added.',
    );
    await dialog.getByLabel('Category').selectOption('BEERTENDER');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Add unit' }).click();
    await expect(dialog.getByLabel('Category')).toHaveValue('ROTENDER_CLASSIC');
    const before = await unitsOf(page, venueId);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('region', { name: /^Unit / })).toHaveCount(before.length + 1);
    const added = (await unitsOf(page, venueId)).at(-1);
    const card = unitCard(page, added?.unitNumber ?? 0);
    await expect(page.getByRole('region', { name: /^Unit / }).last()).toHaveAccessibleName(
      `Unit ${added?.unitNumber} (ROTENDER_CLASSIC)`,
    );

    await card.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(card).toBeVisible();
    await card.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete unit' }).click();
    await expect(card).toHaveCount(0);
    expect(await unitsOf(page, venueId)).toHaveLength(before.length);
  });

  test('edits a unit, and what may be cleared is cleared', async ({ page }) => {
    const venueId = await openVenue(page, 'Rooftop Bar');
    const card = unitCard(page, 1001);
    const helper = card.getByLabel('Home helper text');
    await helper.fill('Tap your card');
    await helper.blur();
    await card.getByLabel('Model').selectOption('MENU');
    const reader = card.getByLabel('Card reader id');
    await reader.fill('tmr_front');
    await reader.blur();
    await expect
      .poll(async () => (await unitsOf(page, venueId))[0])
      .toMatchObject({
        homeHelperText: 'Tap your card',
        model: 'MENU',
        stripeReaderId: 'tmr_front',
      });
    await helper.fill('');
    await helper.blur();
    await expect.poll(async () => (await unitsOf(page, venueId))[0]?.homeHelperText).toBe('');
    await page.reload();
    await expect(unitCard(page, 1001).getByLabel('Card reader id')).toHaveValue('tmr_front');
  });

  test('enters contacts as tags, closed by comma, space and Enter', async ({ page }) => {
    const venueId = await openVenue(page, 'Rooftop Bar');
    const contacts = unitCard(page, 1001).getByLabel('Contacts');
    await contacts.pressSequentially('(415)555-2671,');
    await expect(contacts).toHaveValue('');
    await contacts.pressSequentially('212 555 0100 ');
    await expect(contacts).toHaveValue('');
    await contacts.fill('6505550199');
    await contacts.press('Enter');
    await expect
      .poll(async () => (await unitsOf(page, venueId))[0]?.contacts)
      .toEqual(['+14155552671', '+12125550100', '+16505550199']);
    await contacts.fill('12');
    await contacts.blur();
    await expect(page.getByText('12 is not a US phone number')).toBeVisible();
    expect((await unitsOf(page, venueId))[0]?.contacts).toHaveLength(3);
  });

  test('keeps what was typed when a save fails, says so, and saves it later', async ({ page }) => {
    await openVenue(page, 'Rooftop Bar');
    await page.route('**/api/units/updateUnitDetails/**', (route) =>
      route.fulfill({
        status: 503,
        json: { error: { message: 'The database cannot be reached.' } },
      }),
    );
    const helper = unitCard(page, 1001).getByLabel('Home helper text');
    await helper.fill('Not lost');
    await helper.blur();
    await expect(
      unitCard(page, 1001).getByText('Not saved. The database cannot be reached.'),
    ).toBeVisible();
    await page.unroute('**/api/units/updateUnitDetails/**');
    await page.reload();
    await expect(helper).toHaveValue('Not lost');
    await helper.focus();
    await helper.blur();
    await expect(unitCard(page, 1001).getByText('Saved', { exact: true })).toBeVisible();
  });

  test('is told when somebody else changed the same field, and decides', async ({
    page,
    context,
  }) => {
    await openVenue(page, 'Rooftop Bar');
    const other = await context.newPage();
    await openVenue(other, 'Rooftop Bar');
    const theirs = unitCard(other, 1001).getByLabel('Home button image');
    await theirs.fill('theirs.png');
    await theirs.blur();
    await expect(unitCard(other, 1001).getByText('Saved', { exact: true })).toBeVisible();

    const mine = unitCard(page, 1001).getByLabel('Home button image');
    await mine.fill('mine.png');
    await mine.blur();
    await expect(
      unitCard(page, 1001).getByText('Somebody else has changed this to “theirs.png”'),
    ).toBeVisible();
    await expect(mine).toHaveValue('mine.png');
    await mine.focus();
    await mine.blur();
    await expect(unitCard(page, 1001).getByText('Saved', { exact: true })).toBeVisible();
    await other.reload();
    await expect(theirs).toHaveValue('mine.png');
  });

  test('finds what was typed when the session ended, after signing in again', async ({ page }) => {
    await openVenue(page, 'Rooftop Bar');
    await page.route('**/api/units/updateUnitDetails/**', (route) =>
      route.fulfill({ status: 401, json: { error: { message: 'Please log in' } } }),
    );
    const helper = unitCard(page, 1002).getByLabel('Home helper text');
    await helper.fill('Typed too late');
    await helper.blur();
    await expect(page).toHaveURL('/login');
    await page.unroute('**/api/units/updateUnitDetails/**');
    await page.getByLabel('Email').fill(accounts.owner);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL('/add-drink');
    await openVenue(page, 'Rooftop Bar');
    await expect(helper).toHaveValue('Typed too late');
    await expect(unitCard(page, 1002).getByText('Unsaved changes')).toBeVisible();
    await helper.focus();
    await helper.blur();
    await expect(unitCard(page, 1002).getByText('Saved', { exact: true })).toBeVisible();
  });

  test('makes a key that is shown once, and revokes it', async ({ page }) => {
    await openVenue(page, 'Rooftop Bar');
    const card = unitCard(page, 1002);
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

  test('finds a screen that fits and that anyone can use', async ({ page }) => {
    await openVenue(page, 'Rooftop Bar');
    await expect(unitCard(page, 1001)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});

test.describe('a super admin', () => {
  test.use(signedInAs('admin'));

  test.beforeEach(async ({ page }) => {
    await page.goto('/owners?page=2');
    await page.getByRole('link', { name: 'Rooftop Bar' }).click();
    await expect(page).toHaveURL('/');
    await openVenue(page, 'Rooftop Bar');
  });

  test('sets tax and drink limit, and sees in red what was refused', async ({ page }) => {
    const tax = page.getByLabel('Tax percentage');
    await tax.fill('101');
    await tax.blur();
    await expect(page.getByText('Enter a percentage from 0 to 100')).toBeVisible();
    await tax.fill('8.875');
    await tax.blur();
    await expect(page.getByText('Enter a percentage from 0 to 100')).toHaveCount(0);

    await page.getByLabel('Drinks', { exact: true }).selectOption('3');
    await page.getByLabel('In', { exact: true }).selectOption('120');
    await page.reload();
    await expect(page.getByLabel('Drinks', { exact: true })).toHaveValue('3');
    await expect(page.getByLabel('In', { exact: true })).toHaveValue('120');
    await page.getByLabel('Drinks', { exact: true }).selectOption('No limit');
    await expect(page.getByLabel('In', { exact: true })).toHaveCount(0);
  });

  test('writes a private key and only ever sees its end', async ({ page }) => {
    const key = page.getByLabel('Private key');
    await key.fill('sk_test_abcdefgh9876');
    await key.blur();
    await expect(key).toHaveValue('••••9876');
    await page.reload();
    await expect(page.getByLabel('Private key')).toHaveValue('••••9876');
  });

  test('a private key that could not be saved is kept nowhere but in its field', async ({
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

  test('switches a flag, and the fields follow', async ({ page }) => {
    const flag = page
      .getByRole('region', { name: 'Venue' })
      .getByLabel('Card readers of the second provider');
    await flag.check();
    await expect(page.getByLabel('Client GUID')).toBeVisible();
    await expect(page.getByLabel('Private key')).toHaveCount(0);
    await flag.uncheck();
    await expect(page.getByLabel('Private key')).toBeVisible();

    const card = unitCard(page, 1001);
    await expect(card.getByLabel('Discount rate')).toBeDisabled();
    await expect(card.getByLabel('Discount rate')).toHaveValue('100');
    await card.getByLabel('Confirmation page in free flow').check();
    await card.getByLabel('Discount rate').fill('150');
    await expect(card.getByLabel('Discount rate')).toHaveValue('100');
    await card.getByLabel('Discount rate').fill('25');
    await card.getByLabel('Discount rate').blur();
    const venueId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await expect.poll(async () => (await unitsOf(page, venueId))[0]?.discountRate).toBe(0.25);
    await card.getByLabel('Confirmation page in free flow').uncheck();
  });

  test('finds a screen that fits and that anyone can use', async ({ page }) => {
    await expect(page.getByText('Payment credentials')).toBeVisible();
    await expectNoShift(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});
