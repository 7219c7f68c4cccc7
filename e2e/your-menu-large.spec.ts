/** Your Menu of a unit with 200 drinks and long names. */
import type { Page } from '@playwright/test';
import type { Bar } from './bar.ts';
import { desktop, expectAccessible, expectNoShift } from './checks.ts';
import {
  button,
  card,
  dragOnto,
  focusHandle,
  namesIn,
  panel,
  test as base,
} from './stocked-bar.ts';
import { expect } from './test.ts';

const loaded = 15;
const notLoaded = 15;
const drinks = 200;
const shownAtFirst = 10;
const mostScreens = 3;
const phone = { width: 390, height: 844 };

const batch = (nth: number) => `Distillers Reserve Extra Anejo Tequila Batch No. ${nth}`;

const special = (nth: number) => `Midsummer Night Special of the House Number ${nth}`;

const test = base.extend<{ largeBar: Bar }>({
  largeBar: [
    async ({ bar }, use) => {
      const ids: string[] = [];
      for (let nth = 1; nth <= loaded; nth += 1) {
        const placed = { name: batch(nth), price: 5, positionInUnit: [`${nth}`] };
        ids.push(await bar.addIngredient(placed));
      }
      for (let nth = 1; nth <= notLoaded; nth += 1) {
        await bar.addIngredient({ name: `Spare ${nth} of the Distillers Reserve`, price: 5 });
      }
      const sets = ids.flatMap((one, at) =>
        ids
          .slice(at + 1)
          .flatMap((other, between) => [
            [one, other],
            ...ids.slice(at + between + 2).map((third) => [one, other, third]),
          ]),
      );
      const add = (set: string[], nth: number) => bar.addDrink(special(nth + 1), 9, set);
      // In their order, as far as they are shown at first.
      for (const [nth, set] of sets.slice(0, shownAtFirst).entries()) await add(set, nth);
      for (let from = shownAtFirst; from < drinks; from += 10) {
        await Promise.all(sets.slice(from, from + 10).map((set, nth) => add(set, from + nth)));
      }
      await use(bar);
    },
    { timeout: 120_000 },
  ],
});

const screensHigh = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollHeight / innerHeight');

async function firstDrinks(bar: Bar): Promise<string[]> {
  const path = `/api/drinks/${bar.venueId}?unitId=${bar.unitId}`;
  const stored = await bar.getJson<{ name: string }[]>(path);
  return stored.slice(0, 4).map(({ name }) => name);
}

const find = (page: Page) => page.getByRole('searchbox', { name: 'Find in this unit' });

test('a unit with 200 drinks fits on three screens, and everything in it is found', async ({
  page,
  largeBar: bar,
}) => {
  test.slow();
  const bottles = panel(page, 'Bottles');
  const drinkList = panel(page, 'Drinks');
  await test.step('the page is at most three screens high on a desktop and on a phone', async () => {
    for (const size of [phone, desktop]) {
      await page.setViewportSize(size);
      await page.goto('/add-drink');
      await expect(card(page, batch(loaded))).toBeAttached();
      await expect(page.getByText(`Drinks200`)).toBeAttached();
      expect(await screensHigh(page)).toBeLessThanOrEqual(mostScreens);
      await expectNoShift(page);
      if (size !== phone) continue;
      await expectAccessible(page);
      await page.getByRole('button', { name: /^Drinks/ }).click();
      await expect(button(page, 'Show all 200')).toBeVisible();
      await expect(bottles).toHaveCount(0);
      expect(await screensHigh(page)).toBeLessThanOrEqual(mostScreens);
      await page.getByRole('button', { name: /^Position 3:/ }).click();
      await page.getByRole('menuitem', { name: 'Show in the list' }).click();
      await expect(card(page, batch(3))).toBeFocused();
    }
    await expectAccessible(page);
  });
  await test.step('loaded ingredients come first, the others are folded below', async () => {
    await expect(namesIn(bottles)).toHaveCount(loaded);
    await expect(namesIn(bottles).first()).toHaveText(batch(1));
    await bottles.getByText(`Not loaded (${notLoaded})`).click();
    await expect(namesIn(bottles)).toHaveCount(loaded + notLoaded);
    await expect(card(page, 'Spare 1 of the Distillers Reserve')).toBeVisible();
    await bottles.getByText(`Not loaded (${notLoaded})`).click();
    await expect(namesIn(bottles)).toHaveCount(loaded);
  });
  await test.step('the end of a long name is on the screen', async () => {
    const name = card(page, batch(15)).getByRole('heading');
    const cut = await name.evaluate(
      ({ scrollHeight, clientHeight }) => scrollHeight - clientHeight,
    );
    expect(cut).toBeLessThanOrEqual(0);
    await expect(name).toHaveAttribute('title', batch(15));
  });
  await test.step('the drawing stays on the screen while the lists scroll', async () => {
    await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
    await expect(page.getByRole('button', { name: /^Position 1:/ })).toBeInViewport();
  });
  await test.step('a search finds ingredients, loaded or not, and drinks', async () => {
    await page.keyboard.press('/');
    await expect(find(page)).toBeFocused();
    await page.keyboard.type('batch no. 12');
    await expect(namesIn(bottles)).toHaveText([batch(12)]);
    await expect(drinkList.getByText(batch(12)).first()).toBeVisible();
    await find(page).fill('SPARE 7');
    await expect(namesIn(bottles)).toHaveText(['Spare 7 of the Distillers Reserve']);
    await find(page).fill('number 199');
    await expect(namesIn(drinkList)).toHaveText([
      'Midsummer Night Special of the House Number 199',
    ]);
    await find(page).fill('absinthe');
    await expect(page.getByText('Nothing in this unit matches “absinthe”.')).toBeVisible();
    // What is shown from the drawing is in the lists again.
    await page.getByRole('button', { name: /^Position 3:/ }).click();
    await page.getByRole('menuitem', { name: 'Show in the list' }).click();
    await expect(card(page, batch(3))).toBeFocused();
    await expect(find(page)).toHaveValue('');
  });
  await test.step('drinks are ranked by keyboard and by mouse, and all of them can be shown', async () => {
    await focusHandle(button(page, `Drag ${special(2)}`));
    await page.keyboard.press('Space');
    await expect(page.getByText(`${special(2)} is lifted from place 2 of 10.`)).toBeAttached();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText(`${special(2)} is over place 1 of 10.`)).toBeAttached();
    await page.keyboard.press('Space');
    await expect(drinkList.getByText('Saved', { exact: true })).toBeVisible();
    await dragOnto(page, button(page, `Drag ${special(1)}`), card(page, special(3)));
    await expect.poll(() => firstDrinks(bar)).toEqual([2, 3, 1, 4].map(special));
    await page.setViewportSize(desktop);
    await button(page, 'Show all 200').click();
    await expect(page.locator('li[aria-setsize="200"]').first()).toBeAttached();
    await expect(button(page, 'Show the first 10')).toBeAttached();
  });
});
