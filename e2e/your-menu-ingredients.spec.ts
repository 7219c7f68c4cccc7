import { expectAccessible, expectNoShift } from './checks.ts';
import { hold } from './hold.ts';
import { button, card, inventoryFlag, named, noteRequests, openBar, refuse } from './menu-bar.ts';
import { expect, test } from './test.ts';

test('an ingredient is deactivated after being asked, and dims', async ({ page }) => {
  const bar = await openBar(page);
  await bar.addDrink('Gin Cola', 8, [bar.ids.gin, bar.ids.cola]);
  await page.goto('/add-drink');
  const requests = noteRequests(page);
  const question = page.getByRole('alertdialog');
  await button(page, 'Deactivate Gin').click();
  await expect(question).toContainText(
    'Are you sure you want to deactivate this ingredient? It will be removed from the menu and all drinks with this ingredients.',
  );
  await expect(question.getByRole('listitem')).toHaveText(['Gin Cola leaves the menu']);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  expect(named(requests, 'PUT', /deactivate/)).toEqual([]);
  await expect(card(page, 'Gin')).toHaveCSS('opacity', '1');

  await button(page, 'Deactivate Gin').click();
  await question.getByRole('button', { name: 'Deactivate' }).click();
  const note = card(page, 'Gin').getByText('This ingredient is not currently stocked in the unit.');
  await expect(note).toBeVisible();
  await expect(card(page, 'Gin')).not.toHaveCSS('opacity', '1');
  await expect(note).toHaveCSS('color', 'rgb(185, 28, 28)');
  expect(named(requests, 'PUT', `/api/ingredients/${bar.ids.gin}/deactivate`)).toHaveLength(1);
  await expect(page.getByText('Dimmed ingredients are not physically available')).toBeVisible();
  await expect(button(page, 'Deactivate Gin')).toHaveCount(0);
  const places = page.getByRole('list', { name: `Places of unit ${bar.unitNumber}` });
  await expect(places.getByText('Position 1: free')).toBeAttached();

  const drink = card(page, 'Gin Cola');
  await expect(
    drink.getByText('This drink contains ingredients with no stock in the unit.'),
  ).toBeVisible();
  await expect(drink).not.toHaveCSS('opacity', '1');
  await expectAccessible(page);
});

test('an ingredient is restored where the flag of its unit is on and it is not full', async ({
  page,
}) => {
  const bar = await openBar(page);
  await page.goto('/add-drink');
  await expect(card(page, 'Gin')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Restore/ })).toHaveCount(0);
  await bar.switchFlag('unit', inventoryFlag);
  await page.reload();
  await expect(button(page, 'Restore Gin')).toBeVisible();
  for (const full of ['Rum', 'Cola', 'Syrup']) {
    await expect(button(page, `Restore ${full}`)).toHaveCount(0);
  }

  const requests = noteRequests(page);
  const question = page.getByRole('alertdialog');
  await button(page, 'Restore Gin').click();
  await expect(question).toContainText(
    'You are going to restore this ingredient to 100% capacity. Please confirm.',
  );
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  expect(named(requests, 'POST', /restore/)).toEqual([]);
  await expect(button(page, 'Restore Gin')).toBeFocused();
  await button(page, 'Restore Gin').click();
  await question.getByRole('button', { name: 'Restore' }).click();
  await expect(card(page, 'Gin')).toContainText('100%');
  await expect(button(page, 'Restore Gin')).toHaveCount(0);
  const [sent, ...more] = named(requests, 'POST', /restore/);
  expect(more).toEqual([]);
  expect(new URL(sent?.url() ?? '').pathname).toBe(
    `/api/ingredients/${bar.unitNumber}/restore/${bar.ids.gin}`,
  );
  expect(sent?.postDataJSON()).toEqual({ venueName: bar.venueName });
});

test('restoring that is allowed after the cards are there moves nothing on them', async ({
  page,
}) => {
  const bar = await openBar(page);
  await bar.switchFlag('unit', inventoryFlag);
  const answer = await hold(page, /\/api\/flags\?kind=unit/);
  await page.goto('/add-drink');
  await expect(button(page, 'Deactivate Gin')).toBeVisible();
  await expect(button(page, 'Restore Gin')).toHaveCount(0);
  answer();
  await expect(button(page, 'Restore Gin')).toBeVisible();
  await expectNoShift(page);
});

test('an ingredient whose name is refused is told of in its own place, other refusals in a notice', async ({
  page,
}) => {
  await openBar(page);
  await page.goto('/add-drink');
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' });
  await refuse(page, '**/deactivate', 400, { errors: { name: 'This name is taken.' } });
  await button(page, 'Deactivate Gin').click();
  await confirm.click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('This name is taken.');
  await page.unroute('**/deactivate');
  await refuse(page, '**/deactivate', 409, { error: { message: 'It is in use.' } });
  await button(page, 'Deactivate Gin').click();
  await confirm.click();
  await expect(page.getByRole('alert').filter({ hasText: 'It is in use.' })).toBeVisible();
  await expect(page.getByText('This name is taken.')).toHaveCount(0);
  await expect(button(page, 'Deactivate Gin')).toBeEnabled();
});
