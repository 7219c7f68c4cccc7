import type { Page } from '@playwright/test';
import { desktop, expectAccessible } from './checks.ts';
import { hold } from './network.ts';
import {
  button,
  card,
  dragOnto,
  focusHandle,
  isDraggable,
  namesIn,
  panel,
  test as base,
} from './stocked-bar.ts';
import { expect } from './test.ts';

const count = 1000;

interface Listed {
  _id: string;
  name: string;
}

const test = base.extend<{
  /** The page of a unit that has 1,000 bottles, of which the 700th is in position 3. */
  longPage: Page;
}>({
  longPage: async ({ page, stockedBar: bar }, use) => {
    await page.route(`**/api/venues/*/units/${bar.unitNumber}`, async (route) => {
      const response = await route.fetch();
      const listed: Listed[] = await response.json();
      const [rum, syrup] = ['Rum', 'Syrup'].map((name) => listed.find((one) => one.name === name));
      const json = Array.from({ length: count }, (_, index) => ({
        ...(index === 699 ? rum : { ...syrup, activeInUnit: true }),
        _id: `0189${String(index).padStart(4, '0')}-0000-7000-8000-000000000000`,
        name: `Bottle ${index + 1}`,
      }));
      await route.fulfill({ json });
    });
    await page.goto('/add-drink');
    await expect(page.locator('li[aria-setsize="1000"]').first()).toBeVisible();
    // Long lists are rows, until somebody chooses cards.
    await page.getByRole('radio', { name: 'Cards' }).check();
    await expect(button(page, 'Move down Bottle 1')).toBeVisible();
    await use(page);
  },
});

test('of 1,000 ingredients those near the window are rendered, and any is found', async ({
  longPage: page,
}) => {
  test.slow();
  await test.step('of 1,000 ingredients only those near the window are rendered', async () => {
    const nodes = () => page.evaluate<number>("document.querySelectorAll('*').length");
    expect(await nodes()).toBeLessThan(3000);
    const bottles = panel(page, 'Bottles');
    await expect(bottles.getByRole('listitem').first()).toHaveAttribute('aria-posinset', '1');
    await expectAccessible(page);

    // The page is as high as with all of them.
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeGreaterThan(200_000);
    await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
    await expect(card(page, 'Bottle 1000')).toBeInViewport();
    await expect(page.locator('li[aria-posinset="1000"]')).toContainText('Bottle 1000');
    await expect(card(page, 'Bottle 500')).toHaveCount(0);
    expect(await nodes()).toBeLessThan(3000);
  });
  await test.step('an ingredient far down a long list is found from the drawing', async () => {
    await page.reload();
    await expect(page.locator('li[aria-setsize="1000"]').first()).toBeVisible();
    await page.getByRole('button', { name: /^Position 3: Bottle 700/ }).click();
    await page.getByRole('menuitem', { name: 'Show in the list' }).click();
    await expect(card(page, 'Bottle 700')).toBeFocused();
    await expect(card(page, 'Bottle 700')).toBeInViewport();
    // The focused card stays rendered.
    await page.evaluate('window.scrollTo(0, 0)');
    await expect(card(page, 'Bottle 1')).toBeInViewport();
    await expect(card(page, 'Bottle 700')).toBeFocused();
  });
  await test.step('the focus stays on an item of a long list when the code to scroll it arrives', async () => {
    const release = await hold(page, /\/sortable-window\b/);
    await page.reload();
    const move = button(page, 'Move down Bottle 15');
    await move.focus();
    release();
    await expect(page.locator('li[aria-setsize="1000"]').first()).toBeVisible();
    await expect(move).toBeFocused();
  });
});

test('a long list is reordered', async ({ longPage: page }) => {
  await test.step('a long list is reordered by keyboard, with the buttons and with the mouse', async () => {
    await hold(page, '**/inventory');
    const first = async (...names: string[]) => {
      for (const [index, name] of names.entries()) {
        await expect(page.locator(`li[aria-posinset="${index + 1}"]`).first()).toContainText(name);
      }
    };
    const handle = button(page, 'Drag Bottle 1');
    await focusHandle(handle);
    await page.keyboard.press('Space');
    await expect(page.getByText('Bottle 1 is lifted from place 1 of 1000.')).toBeAttached();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByText('Bottle 1 is over place 2 of 1000.')).toBeAttached();
    await page.keyboard.press('Space');
    await first('Bottle 2', 'Bottle 1', 'Bottle 3');
    await expect(handle).toBeFocused();

    await button(page, 'Move down Bottle 1').click();
    await first('Bottle 2', 'Bottle 3', 'Bottle 1');
    await expect(button(page, 'Move down Bottle 1')).toBeFocused();

    await dragOnto(page, button(page, 'Drag Bottle 2'), card(page, 'Bottle 3'));
    await first('Bottle 3', 'Bottle 2', 'Bottle 1');
    await expect(panel(page, 'Bottles').getByText('Saving…')).toBeVisible();
    await expect(namesIn(panel(page, 'Bottles')).first()).toHaveText('Bottle 3');
    await page.setViewportSize(desktop);
  });
  await test.step('a drag to the edge of the window scrolls a long list and goes on', async () => {
    await page.reload();
    await expect(page.locator('li[aria-setsize="1000"]').first()).toBeVisible();
    await hold(page, '**/inventory');
    const handle = button(page, 'Drag Bottle 2');
    await handle.hover();
    await isDraggable(handle);
    await page.mouse.down();
    const box = await handle.boundingBox();
    const height = page.viewportSize()?.height;
    if (!box || !height) throw new Error('The handle is not on the page');
    await page.mouse.move(box.x, box.y + 20, { steps: 4 });
    await page.mouse.move(box.x, height - 20, { steps: 12 });
    // Items that were not rendered when the drag began.
    await expect(
      page.getByText(/Bottle 2 is over place (1[5-9]|[2-9]\d|\d{3}) of 1000/),
    ).toBeAttached();
    await expect(page.locator('[data-lifted="true"]')).toBeInViewport();
    // The page scrolls, not the list within it.
    const overflow = await page
      .locator('ul:has(> li[aria-setsize="1000"])')
      .evaluate(({ parentElement: box }) => box && box.scrollHeight - box.clientHeight);
    expect(overflow).toBe(0);
    await page.mouse.up();
    await expect(page.getByText(/Bottle 2 is now in place \d\d+ of 1000/)).toBeAttached();
  });
});
