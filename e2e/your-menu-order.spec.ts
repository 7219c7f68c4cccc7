import { desktop } from './checks.ts';
import { hold } from './network.ts';
import {
  button,
  card,
  dragOnto,
  focusHandle,
  isDraggable,
  matching,
  namesIn,
  recordRequests,
  panel,
  failWith,
  test,
  stock,
} from './stocked-bar.ts';
import { expect } from './test.ts';

test('the order of ingredients is changed by mouse, keyboard and buttons', async ({
  page,
  stockedBar: bar,
  freshBar,
}) => {
  test.slow();
  await test.step('dragging an ingredient with the mouse saves the order of the whole unit', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/add-drink');
    const release = await hold(page, '**/inventory');
    const requests = recordRequests(page);
    await dragOnto(page, button(page, 'Drag Gin'), card(page, 'Rum'));
    await expect(namesIn(panel(page, 'Bottles'))).toHaveText(['Rum', 'Gin', 'Rye', 'Syrup']);
    await expect(panel(page, 'Bottles').getByText('Saving…')).toBeVisible();
    release();
    await expect(panel(page, 'Bottles').getByText('Saved', { exact: true })).toBeVisible();
    const [save, ...others] = matching(requests, 'PUT', `/api/units/${bar.unitNumber}/inventory`);
    expect(others).toEqual([]);
    const { updatedInventory }: { updatedInventory: [string, object][] } = JSON.parse(
      save?.postData() ?? '{}',
    );
    const { gin, rum, rye, syrup, cola, tonic } = bar.ids;
    expect(updatedInventory.map(([id]) => id)).toEqual([rum, gin, rye, syrup, cola, tonic]);
    expect(updatedInventory[1]?.[1]).toEqual({
      ingredientId: gin,
      price: 5,
      doublePrice: 8,
      positionInUnit: ['1', '2'],
    });
    await page.reload();
    await expect(namesIn(panel(page, 'Bottles'))).toHaveText(['Rum', 'Gin', 'Rye', 'Syrup']);
    await page.setViewportSize(desktop);
  });
  await test.step('the order of ingredients can be changed by keyboard and with the buttons', async () => {
    await stock(await freshBar());
    await page.goto('/add-drink');
    const handle = button(page, 'Drag Rye');
    await focusHandle(handle);
    await page.keyboard.press('Space');
    await expect(page.getByText('Rye is lifted from place 3 of 4.')).toBeAttached();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText('Rye is over place 2 of 4.')).toBeAttached();
    await page.keyboard.press('Space');
    await expect(page.getByText('Rye is now in place 2 of 4.')).toBeAttached();
    await expect(namesIn(panel(page, 'Bottles'))).toHaveText(['Gin', 'Rye', 'Rum', 'Syrup']);
    await expect(handle).toBeFocused();

    await page.keyboard.press('Space');
    await expect(page.getByText('Rye is lifted from place 2 of 4.')).toBeAttached();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText('Rye is over place 1 of 4.')).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Rye is back in place 2 of 4.')).toBeAttached();
    await expect(namesIn(panel(page, 'Bottles'))).toHaveText(['Gin', 'Rye', 'Rum', 'Syrup']);

    await button(page, 'Move up Tonic').focus();
    await page.keyboard.press('Enter');
    await expect(namesIn(panel(page, 'Soda Gun'))).toHaveText(['Tonic', 'Cola']);
    await expect(button(page, 'Move up Tonic')).toBeFocused();
    await expect(panel(page, 'Soda Gun').getByText('Saved', { exact: true })).toBeVisible();
    await page.reload();
    await expect(namesIn(panel(page, 'Bottles'))).toHaveText(['Gin', 'Rye', 'Rum', 'Syrup']);
    await expect(namesIn(panel(page, 'Soda Gun'))).toHaveText(['Tonic', 'Cola']);
  });
  await test.step('ingredients can be dragged when reduced motion is preferred, also above the first one', async () => {
    await stock(await freshBar());
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/add-drink');
    await dragOnto(page, button(page, 'Drag Gin'), card(page, 'Rum'));
    await expect(panel(page, 'Bottles').getByText('Saved', { exact: true })).toBeVisible();
    await dragOnto(page, button(page, 'Drag Gin'), card(page, 'Rye'));
    await expect(namesIn(panel(page, 'Bottles'))).toHaveText(['Rum', 'Rye', 'Gin', 'Syrup']);

    // Above the whole list, where there is no place of it under the item.
    const handle = button(page, 'Drag Gin');
    await handle.hover();
    await isDraggable(handle);
    await page.mouse.down();
    const [from, top] = [await handle.boundingBox(), await card(page, 'Rum').boundingBox()];
    if (!from || !top) throw new Error('The drag handle or the first card is not on the page');
    await page.mouse.move(from.x + 10, from.y - 12, { steps: 4 });
    await page.mouse.move(from.x + 10, top.y - 1.5 * top.height, { steps: 24 });
    await expect(page.getByText('Gin is over place 1 of 4.')).toBeAttached();
    await page.mouse.up();
    await expect(namesIn(panel(page, 'Bottles'))).toHaveText(['Gin', 'Rum', 'Rye', 'Syrup']);
  });
});

test('an order that is refused or changed at once elsewhere', async ({
  page,
  stockedBar: bar,
  context,
  freshBar,
}) => {
  await test.step('a refused order of ingredients is reverted and shows the error of the server', async () => {
    await page.goto('/add-drink');
    await failWith(page, '**/inventory', 500, { error: { message: 'The shelf is on fire.' } });
    await button(page, 'Move down Gin').click();
    const bottles = panel(page, 'Bottles');
    await expect(bottles.getByRole('alert')).toContainText('The shelf is on fire.');
    await expect(bottles.getByText('Not saved', { exact: true })).toBeVisible();
    await expect(bottles.getByText('Saving…')).toHaveCount(0);
    await expect(namesIn(bottles)).toHaveText(['Gin', 'Rum', 'Rye', 'Syrup']);
    await page.unroute('**/inventory');
    await button(page, 'Move down Gin').click();
    await expect(bottles.getByText('Saved', { exact: true })).toBeVisible();
    await expect(bottles.getByRole('alert')).toHaveCount(0);
    const stored = await bar.getJson<{ name: string }[]>(
      `/api/venues/${bar.venueId}/units/${bar.unitNumber}`,
    );
    expect(stored.map(({ name }) => name).slice(0, 2)).toEqual(['Rum', 'Gin']);
  });
  await test.step('concurrent changes to the order of ingredients end in the same order on both pages', async () => {
    const bar = await stock(await freshBar());
    const other = await context.newPage();
    await page.goto('/add-drink');
    await other.goto('/add-drink');
    await expect(namesIn(panel(other, 'Bottles'))).toHaveCount(4);
    await Promise.all([
      button(page, 'Move down Gin').click(),
      button(other, 'Move up Rye').click(),
    ]);
    for (const screen of [page, other]) {
      await expect(panel(screen, 'Bottles').getByText('Saved', { exact: true })).toBeVisible();
      await screen.reload();
    }
    const stored = await bar.getJson<{ name: string; source: string }[]>(
      `/api/venues/${bar.venueId}/units/${bar.unitNumber}`,
    );
    const bottles = stored.filter(({ source }) => source === 'carousel').map(({ name }) => name);
    await expect(namesIn(panel(page, 'Bottles'))).toHaveText(bottles);
    await expect(namesIn(panel(other, 'Bottles'))).toHaveText(bottles);
  });
});

test('the first lift is not lost while the code of drag and drop loads', async ({
  page,
  stockedBar: bar,
  freshBar,
}) => {
  const bottles = panel(page, 'Bottles');
  await test.step('by keyboard', async () => {
    await page.goto('/add-drink');
    const handle = button(page, 'Drag Rye');
    await expect(handle).toBeVisible();
    const release = await hold(page, /\/sortable-drag\b/);
    await handle.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText(/is lifted/)).toHaveCount(0);
    release();
    await expect(page.getByText('Rye is over place 2 of 4.')).toBeAttached();
    await page.keyboard.press('Space');
    await expect(namesIn(bottles)).toHaveText(['Gin', 'Rye', 'Rum', 'Syrup']);
    await expect(bottles.getByText('Saved', { exact: true })).toBeVisible();
    await expect(handle).toBeFocused();
    expect(bar.unitNumber).toBeGreaterThan(0);
  });
  await test.step('with the mouse', async () => {
    await stock(await freshBar());
    await page.goto('/add-drink');
    await page.setViewportSize({ width: 1440, height: 2000 });
    const handle = button(page, 'Drag Gin');
    const [from, to] = [await handle.boundingBox(), await card(page, 'Rum').boundingBox()];
    if (!from || !to) throw new Error('The drag handle or its target is not on the page');
    const release = await hold(page, /\/sortable-drag\b/);
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + 40, { steps: 4 });
    await expect(page.locator('[data-lifted="true"]')).toContainText('Gin');
    release();
    await expect(page.getByText(/Gin is (lifted from|over) place/)).toBeAttached();
    await page.mouse.move(x, to.y + to.height * 0.75, { steps: 12 });
    await page.getByText('Gin is over place 2 of 4.').waitFor({ state: 'attached' });
    await page.mouse.up();
    await expect(namesIn(bottles)).toHaveText(['Rum', 'Gin', 'Rye', 'Syrup']);
    await expect(bottles.getByText('Saved', { exact: true })).toBeVisible();
    await page.setViewportSize(desktop);
  });
  await test.step('Escape takes it back', async () => {
    await stock(await freshBar());
    await page.goto('/add-drink');
    const handle = button(page, 'Drag Rye');
    await expect(handle).toBeVisible();
    const release = await hold(page, /\/sortable-drag\b/);
    await handle.focus();
    await page.keyboard.press('Space');
    await expect(page.locator('[data-lifted="true"]')).toContainText('Rye');
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-lifted="true"]')).toHaveCount(0);
    release();
    await isDraggable(handle);
    await expect(page.locator('[data-lifted="true"]')).toHaveCount(0);
  });
});
