import type { Bar } from './bar.ts';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { hold } from './network.ts';
import { expect, test } from './test.ts';

/** Drinks that the bar sold in cash and that were not poured, through a position that is blocked. */
async function failSome(bar: Bar, count: number, quantity = 1): Promise<void> {
  const campari = await bar.addIngredient({ name: 'Campari', price: 7.5, positionInUnit: ['3'] });
  const spritz = await bar.addDrink('Spritz', 9.75, [campari]);
  for (let nth = 0; nth < count; nth += 1) {
    await bar.sell({
      date: Date.now() - nth * 1000,
      drinks: [
        {
          drinkId: spritz,
          quantity,
          successQuantity: quantity - 1,
          pours: [{ ingredientId: campari, position: '3', ml: 9, ms: 800, outcome: 'blocked' }],
        },
      ],
    });
  }
}

const openCases = async (bar: Bar): Promise<number> => {
  const { open } = await bar.getJson<{ open: number }>(`/api/venues/${bar.venueId}/cases/summary`);
  return open;
};

test('failed drinks are settled with the keyboard, and a choice is taken back', async ({
  page,
  bar,
  freshBar,
}) => {
  test.slow();
  await test.step('FAIL-10 twenty failed drinks are settled with the keyboard alone', async () => {
    await failSome(bar, 20);
    await page.goto('/failures');
    const rows = page.locator('[data-case]');
    await expect(rows).toHaveCount(20);
    await expect(
      page.getByRole('heading', { name: 'Position 3, Campari, blocked' }).first(),
    ).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toContainText('1 open');
    await expectNoShift(page);
    await expectAccessible(page);

    await page.keyboard.press('j');
    await page.keyboard.press('k');
    for (let nth = 0; nth < 10; nth += 1) {
      await page.keyboard.press('r');
      await page.keyboard.press('m');
    }
    // Twenty requests, the last of them after the five seconds in which it can be undone.
    await expect(page.getByText('Every drink that was paid for was poured')).toBeVisible({
      timeout: 30_000,
    });
    expect(await openCases(bar)).toBe(0);
    const { cases } = await bar.getJson<{ cases: { resolution: string }[] }>(
      `/api/venues/${bar.venueId}/cases?state=resolved`,
    );
    const count = (of: string) => cases.filter(({ resolution }) => resolution === of).length;
    expect([count('refunded'), count('remade')]).toEqual([10, 10]);
  });
  await test.step('the list keeps its place when the venue is known late', async () => {
    const bar = await freshBar();
    await failSome(bar, 2);
    const release = await hold(page, /\/api\/users\/[^/]+\/venues$/);
    await page.goto('/failures');
    await expect(page.getByRole('button', { name: 'Change automatic refunds' })).toBeDisabled();
    release();
    await expect(page.locator('[data-case]')).toHaveCount(2);
    await expect(page.getByText('Automatic refunds are off.')).toBeVisible();
    await expectNoShift(page);
  });
  await test.step('a choice is taken back before it is sent, and nothing is sent', async () => {
    const bar = await freshBar();
    await failSome(bar, 2);
    await page.goto('/failures');
    await page.evaluate("localStorage.setItem('undoSeconds', '60')");
    const detail = page.getByRole('article');
    await expect(detail).toContainText('9 of ');
    await detail.getByRole('button', { name: 'Confirm $9.75 in cash' }).click();
    await expect(page.getByText('Refunding')).toBeVisible();
    await page.getByRole('button', { name: 'Undo for Spritz' }).click();
    await expect(page.getByText('Refunding')).toHaveCount(0);
    // The keys act on the row that has the focus.
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('m');
    await page.keyboard.press('j');
    await expect(page.getByRole('button', { name: 'Undo for Spritz' })).toHaveCount(0);
    await page.keyboard.press('m');
    await page.keyboard.press('u');
    expect(await openCases(bar)).toBe(2);

    // Leaving the screen sends what waits.
    await page.keyboard.press('m');
    await page.getByRole('link', { name: 'Overview' }).click();
    await expect.poll(() => openCases(bar)).toBe(1);
    await page.goto('/failures?state=resolved');
    await expect(page.locator('[data-case]')).toContainText(['Made again']);
  });
  await test.step('a note stays where the choice is taken back', async () => {
    const bar = await freshBar();
    await failSome(bar, 1);
    await page.goto('/failures');
    await page.evaluate("localStorage.setItem('undoSeconds', '60')");
    const note = page.getByRole('article').getByRole('textbox', { name: 'Note' });
    await note.fill('Spilled');
    await page.getByRole('button', { name: 'Made again' }).click();
    await page.getByRole('button', { name: 'Undo for Spritz' }).click();
    await expect(note).toHaveValue('Spilled');
  });
  await test.step('the note of a case is kept with it', async () => {
    const bar = await freshBar();
    await failSome(bar, 1, 2);
    await page.goto('/failures');
    const detail = page.getByRole('article');
    await detail.getByRole('textbox', { name: 'Note' }).fill('Spilled');
    await detail.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Was served Spritz' }).click();
    await expect(page.getByText('Every drink that was paid for was poured')).toBeVisible();
    await page.getByRole('radio', { name: 'Resolved' }).check();
    await expect(page.getByRole('article')).toContainText('Spilled');
  });
});

test('single keys can be turned off, and the time to undo is chosen', async ({ page, bar }) => {
  await failSome(bar, 2);
  await page.goto('/failures');
  const row = page.locator('[data-case]').first();
  const undo = page.getByRole('button', { name: 'Undo for Spritz' });
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await test.step('? lists the keys, and turns single ones off', async () => {
    await row.focus();
    await page.keyboard.press('?');
    await keys.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck();
    await keys.getByRole('button', { name: 'Close' }).first().click();
    await row.focus();
    await page.keyboard.press('r');
    await page.keyboard.press('?');
    await expect(keys).toHaveCount(0);
    await expect(undo).toHaveCount(0);
    expect(await openCases(bar)).toBe(2);
  });
  await test.step('they stay off after a reload, until they are turned on', async () => {
    await page.reload();
    await row.focus();
    await page.keyboard.press('?');
    await expect(keys).toHaveCount(0);
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await keys.getByRole('switch', { name: 'Single-key shortcuts' }).check();
    await keys.getByRole('button', { name: 'Close' }).first().click();
  });
  await test.step('a choice is sent after the time that was chosen', async () => {
    await page.getByRole('button', { name: /^Account/ }).click();
    await page
      .getByRole('group', { name: 'Time to undo refunds and settled failed pours' })
      .getByRole('radio', { name: '20 s' })
      .check();
    await page.keyboard.press('Escape');
    await page.clock.install();
    // From here on, time passes only where the test lets it.
    await page.clock.pauseAt(Date.now() + 60_000);
    await row.focus();
    await page.keyboard.press('m');
    await expect(undo).toBeVisible();
    await page.clock.runFor(19_000);
    await expect(undo).toBeVisible();
    expect(await openCases(bar)).toBe(2);
    await page.clock.runFor(2_000);
    await expect.poll(() => openCases(bar)).toBe(1);
  });
});

test('the list of failures follows others, and says what could not be loaded', async ({
  page,
  bar,
  freshBar,
}) => {
  test.slow();
  await test.step('the drink that is shown stays when others fail and when it is settled elsewhere', async () => {
    await failSome(bar, 2);
    await page.goto('/failures');
    const rows = page.locator('[data-case]');
    const detail = page.getByRole('article');
    await expect(detail).toHaveAttribute('aria-label', 'Failed drink: Spritz');
    const shown = await rows.first().getAttribute('data-case');
    const gin = await bar.addIngredient({ name: 'Gin', price: 7, positionInUnit: ['5'] });
    const pours = [{ ingredientId: gin, position: '5', ml: 9, ms: 800, outcome: 'blocked' }];
    await bar.sell({ drinks: [{ ingredients: [gin], quantity: 1, successQuantity: 0, pours }] });
    await expect(rows).toHaveCount(3, { timeout: 15_000 });
    await expect(detail).toHaveAttribute('aria-label', 'Failed drink: Spritz');
    await expect(page.locator(`[data-case="${shown}"]`)).toHaveAttribute('aria-current', 'true');

    await bar.request('POST', `/api/cases/${shown}/resolve`, { resolution: 'remade' });
    await expect(rows).toHaveCount(2, { timeout: 15_000 });
    await expect(page.getByText('It may have been settled meanwhile')).toBeVisible();
    await expect(detail).toHaveCount(0);
    await page.keyboard.press('r');
    await page.keyboard.press('j');
    await expect(detail).toBeVisible();
    expect(await openCases(bar)).toBe(2);
  });
  await test.step('a list that could not be refreshed says so', async () => {
    const bar = await freshBar();
    await failSome(bar, 1);
    await page.goto('/failures');
    await expect(page.getByRole('article')).toBeVisible();
    await page.route(/\/cases\?/, (route) => route.fulfill({ status: 503, json: {} }));
    await expect(page.getByText(/Not refreshed: /)).toBeVisible({ timeout: 15_000 });
    await page.unroute(/\/cases\?/);
    await expect(page.getByText(/Not refreshed: /)).toHaveCount(0, { timeout: 15_000 });
  });
  await test.step('figures and rules that could not be loaded offer to try again', async () => {
    const bar = await freshBar();
    await failSome(bar, 1);
    const paths = [/\/clock(\?|$)/, /\/refund-policy$/];
    for (const path of paths) await page.route(path, (route) => route.abort());
    await page.goto('/failures');
    const retry = page.getByRole('main').getByRole('button', { name: 'Try again' });
    await expect(retry).toHaveCount(1, { timeout: 15_000 });
    for (const path of paths) await page.unroute(path);
    await retry.click();
    await expect(page.getByText('Automatic refunds are off.')).toBeVisible();
    await expect(page.getByText('Not refunded this month')).toBeVisible();
  });
});

test('failed drinks are refunded by their parts, automatically, and when the page is left', async ({
  page,
  bar,
  admin,
  freshBar,
}) => {
  test.slow();
  await test.step('FAIL-06 of a line of which some was poured, what is owed is refunded, and the rest where it is asked for', async () => {
    await failSome(bar, 2, 2);
    await page.goto('/failures');
    const detail = page.getByRole('article');
    await expect(detail).toContainText('1 of 2 not poured');
    await expect(detail).toContainText('$9.75owed of $19.50 paid');
    await detail.getByRole('button', { name: 'Confirm $9.75 in cash' }).click();
    await expect(page.locator('[data-case]')).toHaveCount(1);
    await detail.getByRole('button', { name: 'More' }).click();
    const whole = 'Refund the whole line, $9.75 more than owed';
    await page.getByRole('menuitem', { name: `${whole} Spritz` }).click();
    await expect(page.getByText('Every drink that was paid for was poured')).toBeVisible();
    await page.getByRole('radio', { name: 'Resolved' }).check();
    await expect(page.locator('[data-case]')).toHaveCount(2);
    await page.locator('[data-case]').first().click();
    await expect(detail).toContainText('Refunded, $9.75');
    await page.locator('[data-case]').last().click();
    await expect(detail).toContainText('Refunded, $19.50');

    await page.goto('/salesreports');
    const rows = page.getByRole('row');
    const row = rows.filter({ hasText: '1 refunded' });
    await row.getByRole('button', { name: 'Request refund of Spritz' }).press('Enter');
    const question = row.getByRole('group', { name: 'Refund of Spritz' });
    await expect(question).toContainText('Refund $9.75?In cash · 1 of 2 glasses refunded');
    await expectNoShift(page);
    await question.getByRole('button', { name: 'Refund $9.75' }).click();
    await expect(rows.filter({ hasText: 'Refunded in cash' })).toHaveCount(2);
  });
  await test.step('an owner has drinks refunded automatically', async () => {
    const bar = await freshBar();
    await page.goto('/failures');
    await expect(page.getByText('Automatic refunds are off.')).toBeVisible();
    await page.getByRole('button', { name: 'Change automatic refunds' }).click();
    const dialog = page.getByRole('dialog', { name: 'Automatic refunds' });
    await dialog.getByLabel('Refund automatically').selectOption('nothing_poured');
    await dialog.getByLabel('Minutes after the sale').fill('90');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Use at most 60 minutes')).toBeVisible();
    await dialog.getByLabel('Minutes after the sale').fill('5');
    await dialog.getByLabel('Most in a night').fill('50');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(
      page.getByText('Automatic refunds after 5 min, up to $50.00 a night.'),
    ).toBeVisible();
    expect(await bar.getJson(`/api/venues/${bar.venueId}/refund-policy`)).toMatchObject({
      policy: 'nothing_poured',
      cap: 50,
    });
  });
  await test.step('closing the page and signing out send what waits', async () => {
    const bar = await freshBar();
    await failSome(bar, 2);
    await page.goto('/failures');
    await expect(page.getByRole('article')).toContainText('9 of ');
    await page.keyboard.press('j');
    await page.keyboard.press('m');
    await expect(page.getByRole('button', { name: 'Undo for Spritz' })).toBeVisible();
    await page.goto('about:blank');
    await expect.poll(() => openCases(bar)).toBe(1);

    await page.goto('/failures');
    await expect(page.getByRole('article')).toContainText('9 of ');
    await page.keyboard.press('j');
    await page.keyboard.press('m');
    await expect(page.getByRole('button', { name: 'Undo for Spritz' })).toBeVisible();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/login/);
    const { userId } = bar;
    const { cases } = await admin.getJson<{ cases: unknown[] }>(
      `/api/venues/${bar.venueId}/cases?state=resolved&ownerId=${userId}`,
    );
    expect(cases).toHaveLength(2);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a drink slides in from the list, and going back returns to it', async ({ page, bar }) => {
    await failSome(bar, 2);
    await page.goto('/failures');
    await expect(page.locator('[data-case]')).toHaveCount(2);
    await expect(page.getByRole('article')).toHaveCount(0);
    await expectNoSidewaysScroll(page);
    await page.locator('[data-case]').first().click();
    await expect(page.getByRole('dialog').getByRole('article')).toBeVisible();
    await expectAccessible(page);
    await page.goBack();
    await expect(page.getByRole('article')).toHaveCount(0);
    await page.locator('[data-case]').first().click();
    await page.getByRole('button', { name: 'Made again' }).click();
    await expect(page.getByRole('article')).toHaveCount(0);
    await expect(page.locator('[data-case]')).toHaveCount(1);
  });
});

test('a sale that was refused is booked from the dashboard, another is dismissed', async ({
  page,
  bar,
}) => {
  const rum = await bar.addIngredient({ name: 'Rum', price: 7.5, positionInUnit: ['1'] });
  const daiquiri = await bar.addDrink('Daiquiri', 9.75, [rum]);
  const refuse = (drink: object) =>
    bar.sell({ date: Date.now(), drinks: [{ drinkId: daiquiri, ...drink }] }).catch(() => {});
  await refuse({ price: 11.25, quantity: 2 });
  await refuse({ price: 11.25, quantity: -1 });

  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^Refused sale: This is not the price/ }).click();
  await expect(page.getByRole('heading', { name: 'Issues' })).toBeVisible();
  const sales = page.getByRole('article');
  await expect(sales).toHaveCount(2);
  await expectNoShift(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const priced = sales.filter({ hasText: 'This is not the price on the menu' });
  await expect(priced).toContainText('2 × Daiquiri');
  await expect(priced).toContainText('charged $11.25, $9.75 on the menu');
  await priced.getByRole('button', { name: 'Book at $22.50' }).click();
  await expect(page.getByText('The sale is in your books')).toBeVisible();
  await expect(sales).toHaveCount(1);

  await sales.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('alertdialog').getByText('Dismiss', { exact: true }).click();
  await expect(page.getByText('Every sale of the units is in your books.')).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByText('$22.50').first()).toBeVisible();
  await expect(page.getByText('Refused sale: ')).toHaveCount(0);
});
