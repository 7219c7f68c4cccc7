import { expectAccessible, expectNoShift } from './checks.ts';
import { hold, liftTimeLimits } from './network.ts';
import { expect, test } from './test.ts';
import type { Bar } from './bar.ts';
import type { Page } from '@playwright/test';

const specified =
  'Are you sure you want to deactivate this ingredient? It will be removed from the menu and all drinks with this ingredients.';
const weekMs = 7 * 24 * 3_600_000;
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'America/New_York' });

/** A drink of $10.00 that was sold eight times a week ago. */
async function sellSours(bar: Bar): Promise<void> {
  const gin = await bar.addIngredient({ name: 'Gin', price: 7, positionInUnit: ['1'] });
  const sour = await bar.addDrink('Gin Sour', 10, [gin]);
  for (let nth = 0; nth < 4; nth += 1)
    await bar.sellAgo(weekMs, { drinks: [{ drinkId: sour, quantity: 10 }] });
}

async function openDeactivation(page: Page) {
  await page.goto('/add-drink');
  await page.getByRole('button', { name: 'Deactivate Gin', exact: true }).click();
  return page.getByRole('alertdialog');
}

test('what a change costs is said before it is made', async ({ page, bar, freshBar }) => {
  test.slow();
  await test.step('BLAST-05 the prompt waits for nothing, and says so when the server does not answer', async () => {
    await sellSours(bar);
    await page.route('**/what-if', () => {
      // Never answered.
    });
    const dialog = await openDeactivation(page);
    await expect(dialog).toContainText(specified);
    await expect(dialog.getByRole('button', { name: 'Deactivate', exact: true })).toBeEnabled();
    await expect(dialog.getByText('What it costs could not be computed in time')).toBeVisible();
    await dialog.getByRole('button', { name: 'Deactivate', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  });
  await test.step('deactivating says which drinks leave the menu, and what they earn on such a night', async () => {
    const bar = await freshBar();
    await liftTimeLimits(page);
    await sellSours(bar);
    const today = weekday.format(Date.now());
    const dialog = await openDeactivation(page);
    await expect(dialog).toContainText(specified);
    await expect(dialog.getByText(`1 drink leaves the menu, $100.00 a ${today}`)).toBeVisible();
    await expect(dialog.getByRole('listitem')).toHaveText([
      `Gin Sour leaves the menu: $100.00 a ${today}`,
    ]);
    await expect(
      dialog.getByRole('button', { name: `Deactivate, losing $100.00 a ${today}` }),
    ).toBeVisible();
    await expectAccessible(page);
    await expectNoShift(page);
  });
  await test.step('the drinks that leave the menu are named before the list of drinks has arrived', async () => {
    const bar = await freshBar();
    await sellSours(bar);
    await liftTimeLimits(page);
    const release = await hold(page, /\/api\/drinks\//);
    const dialog = await openDeactivation(page);
    await expect(dialog.getByRole('listitem')).toHaveText([
      /^Gin Sour leaves the menu: \$100\.00 a /,
    ]);
    release();
  });
  await test.step('BLAST-06 deleting a unit names its drinks and keys', async () => {
    const bar = await freshBar();
    await liftTimeLimits(page);
    await sellSours(bar);
    await page.goto(`/venues/${bar.venueId}`);
    const card = page.getByRole('region', { name: `Unit ${bar.unitNumber}` });
    await card.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: `Delete unit ${bar.unitNumber}?` });
    await expect(dialog.getByRole('listitem')).toHaveText([
      /^Gin Sour leaves the menu: \$100\.00 a /,
      '1 key of a unit stops working',
    ]);
    await expectAccessible(page);
  });
});
