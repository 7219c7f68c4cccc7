import type { Locator, Page } from '@playwright/test';
import type { Bar } from './bar.ts';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { hold } from './network.ts';
import {
  button,
  card,
  inventoryFlag,
  isDraggable,
  namesIn,
  panel,
  test as base,
  stock,
} from './stocked-bar.ts';
import { expect } from './test.ts';

const height = 844;

const test = base.extend<{
  /** 20 bottles: every position of the carousel and the soda gun is loaded. */
  fullBar: Bar;
}>({
  fullBar: async ({ bar }, use) => {
    for (let position = 1; position <= 16; position += 1) {
      await bar.addIngredient({
        name: `Bottle ${position}`,
        price: 5,
        positionInUnit: [`${position}`],
      });
    }
    for (let position = 101; position <= 104; position += 1) {
      await bar.addIngredient({
        name: `Soda ${position}`,
        price: 2,
        source: 'soda gun',
        baseOrMixer: ['mixer'],
        positionInUnit: [`${position}`],
      });
    }
    await use(bar);
  },
});

test.use({ viewport: { width: 390, height }, hasTouch: true, isMobile: true });

/** Controls of the screen that are smaller than 44 pixels, with their size. */
const smallTargets = (page: Page) =>
  page.evaluate<string[]>(`
    [...document.querySelectorAll('a, button, select, input, textarea, summary')]
      .filter((element) => element.checkVisibility())
      .map((element) => element.closest('label') ?? element)
      .map((element) => [element, element.getBoundingClientRect()])
      .filter(([, { width, height, bottom }]) => bottom > 0 && (width < 43.9 || height < 43.9))
      .map(([{ ariaLabel, textContent }, { width, height }]) =>
        (ariaLabel ?? textContent) + ' ' + Math.round(width) + 'x' + Math.round(height))
  `);

test('a full unit fits the screen of a phone', async ({ page, fullBar }) => {
  test.slow();
  await test.step('a unit with 20 bottles is at most three screens of a phone high, in rows of 64 pixels', async () => {
    await page.goto('/add-drink');
    await expect(namesIn(panel(page, 'Bottles'))).toHaveCount(16);
    await expect(namesIn(panel(page, 'Soda Gun'))).toHaveCount(4);
    await expect(panel(page, 'Drinks')).toContainText('This unit has no drinks yet.');
    expect(fullBar.unitNumber).toBeGreaterThan(0);
    const total = await page.evaluate<number>('document.documentElement.scrollHeight');
    expect(total, 'pixels').toBeLessThanOrEqual(3 * height);
    for (const name of ['Bottle 1', 'Bottle 16', 'Soda 104']) {
      await expect.poll(() => card(page, name).boundingBox()).toMatchObject({ height: 64 });
      await expect
        .poll(() => card(page, name).getByRole('img').boundingBox())
        .toMatchObject({ width: 40 });
    }
    await expectNoShift(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
  await test.step('sticky buttons scroll to the sections', async () => {
    await fullBar.addDrink('Long one', 9, [
      await fullBar.addIngredient({ name: 'Lime', price: 1 }),
    ]);
    await page.goto('/add-drink');
    const sections = page.getByRole('navigation', { name: 'Sections' });
    await expect(sections.getByRole('button')).toHaveText(['Bottles17', 'Soda Gun4', 'Drinks1']);
    await sections.getByRole('button', { name: 'Drinks' }).click();
    await expect(panel(page, 'Drinks')).toBeInViewport();
    await expect(panel(page, 'Drinks')).toBeFocused();
    await expect(sections).toBeInViewport();
    await sections.getByRole('button', { name: 'Bottles' }).click();
    await expect(card(page, 'Bottle 1')).toBeInViewport();
    await expect(sections.getByRole('button', { name: 'Bottles' })).toHaveAttribute(
      'aria-current',
      'true',
    );
  });
  await test.step('everything that is pressed is at least 44 pixels wide and high on a touch screen', async () => {
    await fullBar.switchFlag('unit', inventoryFlag);
    await fullBar.switchFlag('unit', 'general--multiple-bottles');
    await page.goto('/add-drink');
    await expect(button(page, 'Drag Bottle 16')).toBeVisible();
    await expect(
      page.getByRole('checkbox', { name: 'Choose Bottle 1', exact: true }),
    ).toBeVisible();
    expect(await smallTargets(page)).toEqual([]);
    await page.getByRole('radio', { name: 'Cards' }).check();
    await expect(card(page, 'Bottle 1')).toHaveCSS('height', '190px');
    expect(await smallTargets(page)).toEqual([]);
    await button(page, 'More for Bottle 1').click();
    await expect(page.getByRole('menuitem', { name: 'Deactivate Bottle 1' })).toBeVisible();
    expect(await smallTargets(page)).toEqual([]);
  });
});

test('rows of a phone open, move and are remembered', async ({
  page,
  stockedBar: bar,
  freshBar,
}) => {
  test.slow();
  await test.step('a row has one action, and a menu with the facts and the other actions', async () => {
    await bar.switchFlag('unit', inventoryFlag);
    await page.goto('/add-drink');
    const rum = card(page, 'Rum');
    await expect(rum.getByRole('link')).toHaveText(['Edit Rum']);
    await expect(button(page, 'Restore Gin')).toBeVisible();
    await expect(card(page, 'Gin').getByRole('link')).toHaveCount(0);

    const opener = button(page, 'More for Gin');
    await opener.click();
    const menu = page.getByRole('menu', { name: 'More for Gin' });
    await expect(menu).toHaveAccessibleDescription('Positions 1, 2 · 3 servings sold');
    await expect(menu.getByRole('menuitem', { name: 'Edit Gin' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(menu.getByRole('menuitem', { name: 'Deactivate Gin' })).toBeFocused();
    await page.keyboard.press('End');
    await expect(menu.getByRole('menuitem').last()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(menu.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('d');
    await expect(menu.getByRole('menuitem', { name: 'Deactivate Gin' })).toBeFocused();
    await page.keyboard.press('Home');
    await expect(menu.getByRole('menuitem').first()).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(opener).toBeFocused();

    await opener.click();
    await menu.getByRole('menuitem', { name: 'Move down Gin' }).click();
    await expect(namesIn(panel(page, 'Bottles'))).toHaveText(['Rum', 'Gin', 'Rye', 'Syrup']);
    await expect(opener).toBeFocused();
    await expect(panel(page, 'Bottles').getByText('Saved', { exact: true })).toBeVisible();

    await opener.click();
    await menu.getByRole('menuitem', { name: 'Deactivate Gin' }).click();
    const confirmation = page.getByRole('alertdialog');
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await expect(opener).toBeFocused();
    await opener.click();
    await menu.getByRole('menuitem', { name: 'Deactivate Gin' }).click();
    await confirmation.getByRole('button', { name: 'Deactivate' }).click();
    await expect(card(page, 'Gin')).toContainText('not currently stocked');
    await expect(page.locator('body')).not.toBeFocused();
  });
  await test.step('the emptiest ingredients are first on request, in an order that cannot be changed', async () => {
    const bar = await stock(await freshBar());
    await bar.switchFlag('unit', inventoryFlag);
    await bar.sell({
      id: `rye-${bar.unitId}`,
      unitNumber: bar.unitNumber,
      date: Date.now(),
      drinks: [{ ingredients: [bar.ids.rye], quantity: 12 }],
    });
    await page.goto('/add-drink');
    const bottles = panel(page, 'Bottles');
    await expect(namesIn(bottles)).toHaveText(['Gin', 'Rum', 'Rye', 'Syrup']);
    await page.getByRole('radio', { name: 'Emptiest first' }).check();
    await expect(namesIn(bottles)).toHaveText(['Rye', 'Gin', 'Rum', 'Syrup']);
    await expect(page.getByRole('button', { name: 'Drag Gin' })).toHaveCount(0);
    await button(page, 'More for Gin').click();
    await expect(page.getByRole('menuitem', { name: 'Deactivate Gin' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Move down Gin' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: 'Menu order' }).check();
    await expect(namesIn(bottles)).toHaveText(['Gin', 'Rum', 'Rye', 'Syrup']);
    await expect(button(page, 'Drag Gin')).toBeVisible();
  });
  await test.step('a long press anywhere on a row lifts it, a touch that moves at once scrolls', async () => {
    await stock(await freshBar());
    await page.goto('/add-drink');
    const bottles = panel(page, 'Bottles');
    // Drag and drop is loaded at the first touch.
    await bottles.getByRole('heading', { level: 2 }).tap();
    await isDraggable(button(page, 'Drag Gin'));

    const press = await touch(page, card(page, 'Gin').getByRole('img'));
    await expect(page.getByText('Gin is lifted from place 1 of 4.')).toBeAttached();
    await press.moveOnto(card(page, 'Rye'));
    await expect(page.getByText(/Gin is over place [23] of 4/)).toBeAttached();
    await press.release();
    await expect(namesIn(bottles).first()).toHaveText('Rum');
    await expect(bottles.getByText('Saved', { exact: true })).toBeVisible();
    await page.reload();
    await expect(namesIn(bottles).first()).toHaveText('Rum');

    await bottles.getByRole('heading', { level: 2 }).tap();
    await isDraggable(button(page, 'Drag Gin'));
    const names = await namesIn(bottles).allTextContents();
    const before = await page.evaluate<number>('scrollY');
    const swipe = await touch(page, card(page, 'Syrup').getByRole('img'));
    await swipe.moveOnto(card(page, 'Rum'));
    await expect.poll(() => page.evaluate<number>('scrollY')).not.toBe(before);
    await swipe.release();
    await expect(page.getByText(/is lifted/)).toHaveCount(0);
    await expect(namesIn(bottles)).toHaveText(names);
  });
  await test.step('what a finger holds by its handle is lifted when drag and drop has loaded', async () => {
    await stock(await freshBar());
    await page.goto('/add-drink');
    const bottles = panel(page, 'Bottles');
    await expect(button(page, 'Drag Gin')).toBeVisible();
    const release = await hold(page, /\/sortable-drag\b/);
    await button(page, 'Drag Gin').scrollIntoViewIfNeeded();
    const press = await touch(page, button(page, 'Drag Gin'));
    await expect(page.locator('[data-lifted="true"]')).toContainText('Gin');
    release();
    await expect(page.getByText('Gin is lifted from place 1 of 4.')).toBeAttached();
    await press.moveOnto(card(page, 'Rye'));
    await expect(page.getByText(/Gin is over place [23] of 4/)).toBeAttached();
    await press.release();
    await expect(namesIn(bottles).first()).toHaveText('Rum');
    await expect(bottles.getByText('Saved', { exact: true })).toBeVisible();
  });
  await test.step('cards and rows are remembered over a reload', async () => {
    await stock(await freshBar());
    await page.goto('/add-drink');
    await expect(card(page, 'Gin')).toHaveCSS('height', '64px');
    await page.getByRole('radio', { name: 'Cards' }).check();
    await expect(card(page, 'Gin')).toContainText('3 servings sold');
    await page.reload();
    await expect(card(page, 'Gin')).toHaveCSS('height', '190px');
    await page.setViewportSize({ width: 320, height });
    const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(beyond).toBe(0);
  });
});

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not on the page');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Touches the middle of an element with one finger, and moves that. */
async function touch(page: Page, start: Locator) {
  const session = await page.context().newCDPSession(page);
  const send = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    touchPoints: { x: number; y: number }[],
  ) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
  let at = await middleOf(start);
  await send('touchStart', [at]);
  return {
    moveOnto: async (target: Locator) => {
      const to = await middleOf(target);
      for (const part of [0.25, 0.5, 0.75, 1]) {
        await send('touchMove', [{ x: to.x, y: at.y + (to.y - at.y) * part }]);
      }
      at = to;
    },
    release: () => send('touchEnd', []),
  };
}
