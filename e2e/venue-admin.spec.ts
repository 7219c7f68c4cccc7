/** The screen of a venue, as a super admin. */
import { actFor } from './bar.ts';
import type { Bar } from './bar.ts';
import { desktop, expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { hold } from './network.ts';
import { expect, test } from './test.ts';
import { openSection, openVenue, unitCard, unitOf } from './screens.ts';

interface Venue {
  drinkLimit: { quantity: number; minutes: number };
}

const limitOf = async (bar: Bar, admin: Pick<Bar, 'getJson'>) =>
  (await admin.getJson<Venue>(`/api/venues/${bar.venueId}/venue`)).drinkLimit;

test.describe('as the super admin', () => {
  test.use({ account: 'admin' });

  test.beforeEach(async ({ page, bar }) => {
    await actFor(page, bar);
    await openVenue(page, bar);
  });

  test('limits and keys of a venue are saved in order, and keys are kept secret', async ({
    page,
    bar,
    admin,
  }) => {
    test.slow();
    await test.step('two choices of a drink limit are saved in their order, however slow the first save is', async () => {
      const saves: unknown[] = [];
      page.on('request', (request) => {
        if (request.method() === 'PUT') saves.push(request.postDataJSON());
      });
      const release = await hold(page, '**/api/users/venues/**');
      await page.getByLabel('Drinks', { exact: true }).selectOption('3');
      await expect.poll(() => saves).toHaveLength(1);
      await page.getByLabel('In', { exact: true }).selectOption('120');
      await expect(page.getByLabel('In', { exact: true })).toHaveValue('120');
      expect(saves).toHaveLength(1);
      release();
      await expect.poll(() => limitOf(bar, admin)).toEqual({ quantity: 3, minutes: 120 });
      expect(saves).toHaveLength(2);
      await expect(page.getByLabel('In', { exact: true })).toHaveValue('120');
    });
    await test.step('a stored private key is shown by its last characters only', async () => {
      const key = page.getByLabel('Private key');
      await key.fill('sk_test_abcdefgh9876');
      await key.blur();
      await expect(key).toHaveValue('••••9876');
      await expect(page.getByText('Changed', { exact: true })).toBeVisible();
      await page.reload();
      await expect(page.getByLabel('Private key')).toHaveValue('••••9876');
    });
    await test.step('a stored private key is removed after a confirmation', async () => {
      const key = page.getByLabel('Private key');
      await key.fill('sk_test_abcdefgh9876');
      await key.blur();
      await page.getByRole('button', { name: 'Remove Private key' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      await expect(page.getByRole('button', { name: 'Remove Private key' })).toHaveCount(0);
      await page.reload();
      await expect(page.getByLabel('Private key')).toHaveValue('');
    });
    await test.step('a private key that cannot be saved stays in its field and in no browser storage', async () => {
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

  test('a super admin sets tax, limits and flags of a venue', async ({ page, bar, admin }) => {
    test.slow();
    await test.step('the venue screen of a super admin is accessible and fits a phone', async () => {
      await expect(page.getByText('Payment credentials')).toBeVisible();
      await expectNoShift(page);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.setViewportSize(desktop);
    });
    await test.step('a super admin sets tax and drink limit, and an invalid tax shows an error', async () => {
      const tax = page.getByLabel('Tax percentage');
      await tax.fill('101');
      await tax.blur();
      await expect(page.getByText('Enter a percentage from 0 to 100')).toBeVisible();
      await tax.fill('8.875');
      await tax.blur();
      await expect(page.getByText('Enter a percentage from 0 to 100')).toHaveCount(0);
      await expect(page.getByText('0% → 8.875%')).toBeVisible();

      await page.getByLabel('Drinks', { exact: true }).selectOption('3');
      await page.getByLabel('In', { exact: true }).selectOption('120');
      await expect.poll(() => limitOf(bar, admin)).toEqual({ quantity: 3, minutes: 120 });
      await page.reload();
      await expect(page.getByLabel('Drinks', { exact: true })).toHaveValue('3');
      await expect(page.getByLabel('In', { exact: true })).toHaveValue('120');
      await page.getByLabel('Drinks', { exact: true }).selectOption('No limit');
      await expect(page.getByLabel('In', { exact: true })).toHaveCount(0);
    });
    await test.step('switching a flag changes the fields that depend on it', async () => {
      const flag = page
        .getByRole('region', { name: 'Venue' })
        .getByLabel('Card readers of the second provider');
      await flag.check();
      await expect(page.getByLabel('Client GUID')).toBeVisible();
      await expect(page.getByLabel('Private key')).toHaveCount(0);
      await flag.uncheck();
      await expect(page.getByLabel('Private key')).toBeVisible();

      const card = await openSection(unitCard(page, bar.unitNumber), 'Setup');
      await openSection(card, 'Advanced');
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
      await card.getByLabel('Discount rate').fill('');
      await card.getByLabel('Discount rate').pressSequentially('12,5');
      await card.getByLabel('Discount rate').blur();
      await expect.poll(async () => (await unitOf(bar))?.discountRate).toBe(0.125);
      await card.getByLabel('Discount rate').fill('25');
      await card.getByLabel('Discount rate').blur();
      await expect.poll(async () => (await unitOf(bar))?.discountRate).toBe(0.25);
    });
    await test.step('flags show neither on nor off until they have loaded, and loading them causes no layout shift', async () => {
      await bar.switchFlag('venue', 'general--double-order');
      await bar.switchFlag('unit', 'general--inventory-management');
      const release = await hold(page, /\/api\/flags\?/);
      await page.reload();
      const doubles = page.getByRole('region', { name: 'Venue' }).getByLabel(/^Doubles/);
      const card = await openSection(unitCard(page, bar.unitNumber), 'Advanced');
      const inventory = card.getByLabel(/^Inventory/);
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
  });
});
