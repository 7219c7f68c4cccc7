import { expectAccessible, expectNoShift } from './checks.ts';
import { hold, liftTimeLimits } from './network.ts';
import {
  button,
  card,
  inventoryFlag,
  matching,
  recordRequests,
  failWith,
  test,
  stock,
} from './stocked-bar.ts';
import { expect } from './test.ts';

test('ingredients are restored and deactivated', async ({ page, stockedBar: bar, freshBar }) => {
  test.slow();
  await test.step('an ingredient that is not full can be restored when inventory management is on', async () => {
    await page.goto('/add-drink');
    await expect(card(page, 'Gin')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Restore/ })).toHaveCount(0);
    await bar.switchFlag('unit', inventoryFlag);
    await page.reload();
    await expect(button(page, 'Restore Gin')).toBeVisible();
    for (const full of ['Rum', 'Cola', 'Syrup']) {
      await expect(button(page, `Restore ${full}`)).toHaveCount(0);
    }

    const requests = recordRequests(page);
    const confirmation = page.getByRole('alertdialog');
    await button(page, 'Restore Gin').click();
    await expect(confirmation).toContainText(
      'You are going to restore this ingredient to 100% capacity. Please confirm.',
    );
    await page.keyboard.press('Escape');
    await expect(confirmation).toHaveCount(0);
    expect(matching(requests, 'POST', /restore/)).toEqual([]);
    await expect(button(page, 'Restore Gin')).toBeFocused();
    await button(page, 'Restore Gin').click();
    await confirmation.getByRole('button', { name: 'Restore' }).click();
    await expect(card(page, 'Gin')).toContainText('100%');
    await expect(button(page, 'Restore Gin')).toHaveCount(0);
    const [sent, ...more] = matching(requests, 'POST', /restore/);
    expect(more).toEqual([]);
    expect(new URL(sent?.url() ?? '').pathname).toBe(
      `/api/ingredients/${bar.unitNumber}/restore/${bar.ids.gin}`,
    );
    expect(sent?.postDataJSON()).toEqual({ venueName: bar.venueName });
  });
  await test.step('restore buttons that appear after the cards cause no layout shift', async () => {
    const bar = await stock(await freshBar());
    await bar.switchFlag('unit', inventoryFlag);
    const release = await hold(page, /\/api\/flags\?kind=unit/);
    await page.goto('/add-drink');
    await expect(button(page, 'Deactivate Gin')).toBeVisible();
    await expect(button(page, 'Restore Gin')).toHaveCount(0);
    release();
    await expect(button(page, 'Restore Gin')).toBeVisible();
    await expectNoShift(page);
  });
  await test.step('a refused name shows an error on the screen, other errors show a toast', async () => {
    await stock(await freshBar());
    await page.goto('/add-drink');
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' });
    await failWith(page, '**/deactivate', 400, { errors: { name: 'This name is taken.' } });
    await button(page, 'Deactivate Gin').click();
    await confirm.click();
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('This name is taken.');
    await page.unroute('**/deactivate');
    await failWith(page, '**/deactivate', 409, { error: { message: 'It is in use.' } });
    await button(page, 'Deactivate Gin').click();
    await confirm.click();
    await expect(page.getByRole('alert').filter({ hasText: 'It is in use.' })).toBeVisible();
    await expect(page.getByText('This name is taken.')).toHaveCount(0);
    await expect(button(page, 'Deactivate Gin')).toBeEnabled();
  });
  await test.step('an ingredient is deactivated after a confirmation and is then dimmed', async () => {
    const bar = await stock(await freshBar());
    await liftTimeLimits(page);
    await bar.addDrink('Gin Cola', 8, [bar.ids.gin, bar.ids.cola]);
    await page.goto('/add-drink');
    const requests = recordRequests(page);
    const confirmation = page.getByRole('alertdialog');
    await button(page, 'Deactivate Gin').click();
    await expect(confirmation).toContainText(
      'Are you sure you want to deactivate this ingredient? It will be removed from the menu and all drinks with this ingredients.',
    );
    await expect(confirmation.getByRole('listitem')).toHaveText([
      /^Gin Cola leaves the menu(: no sales on the last four \w+days)?$/,
    ]);
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await expect(confirmation).toHaveCount(0);
    expect(matching(requests, 'PUT', /deactivate/)).toEqual([]);
    await expect(card(page, 'Gin')).toHaveCSS('opacity', '1');

    await button(page, 'Deactivate Gin').click();
    await confirmation.getByRole('button', { name: 'Deactivate' }).click();
    const note = card(page, 'Gin').getByText(
      'This ingredient is not currently stocked in the unit.',
    );
    await expect(note).toBeVisible();
    await expect(card(page, 'Gin')).not.toHaveCSS('opacity', '1');
    await expect(note).toHaveCSS('color', 'rgb(185, 28, 28)');
    expect(matching(requests, 'PUT', `/api/ingredients/${bar.ids.gin}/deactivate`)).toHaveLength(1);
    await expect(page.getByText('Dimmed ingredients are not physically available')).toBeVisible();
    await expect(button(page, 'Deactivate Gin')).toHaveCount(0);
    const places = page.getByRole('list', { name: `Places of unit ${bar.unitNumber}` });
    await expect(places.getByRole('link', { name: 'Position 1: free' })).toBeAttached();

    const drink = card(page, 'Gin Cola');
    await expect(
      drink.getByText('This drink contains ingredients with no stock in the unit.'),
    ).toBeVisible();
    await expect(drink).not.toHaveCSS('opacity', '1');
    await expectAccessible(page);

    await button(page, 'Undo').click();
    await expect(page.getByRole('alert')).toHaveText('Gin is back in its position');
    await expect(card(page, 'Gin').getByText('Positions 1, 2')).toBeVisible();
    await expect(card(page, 'Gin')).toHaveCSS('opacity', '1');
    await expect(drink).toHaveCSS('opacity', '1');
  });
});
