import type { Page } from '@playwright/test';
import type { Bar } from './bar.ts';
import { desktop, expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

test.setTimeout(90_000);

/** A bar that has a drink which fails at a position of its own, and one that may be refused. */
async function failing(bar: Bar) {
  const drinks = new Map<string, { campari: string; spritz: string }>();
  const at = async (position: string) => {
    const known = drinks.get(position);
    if (known) return known;
    const name = `Campari ${position}`;
    const campari = await bar.addIngredient({ name, price: 7.5, positionInUnit: [position] });
    const spritz = await bar.addDrink(`Spritz ${position}`, 7, [campari]);
    drinks.set(position, { campari, spritz });
    return { campari, spritz };
  };
  const fail = async (position: string, quantity = 1) => {
    const { campari, spritz } = await at(position);
    const pours = [{ ingredientId: campari, position, ml: 9, ms: 800, outcome: 'blocked' }];
    await bar.sell({ drinks: [{ drinkId: spritz, quantity, successQuantity: 0, pours }] });
  };
  const refuse = async (price: number) => {
    const { spritz } = await at('1');
    await bar.sell({ date: Date.now(), drinks: [{ drinkId: spritz, price }] }).catch(() => {});
  };
  return { fail, refuse };
}

const issuesOf = (page: Page) => page.locator('main [data-issue]');

/** The number stands in the sidebar, at the bell and on each screen, and is that of the list. */
async function expectEverywhere(page: Page, count: number): Promise<void> {
  const text = count === 0 ? 'none' : String(count);
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  const expectAround = async () => {
    await expect(page.getByRole('link', { name: `Issues: ${text} open` })).toBeVisible();
    if (count > 0) await expect(sidebar).toContainText(`${count} open`);
    else await expect(sidebar).not.toContainText(' open');
  };
  await page.goto('/dashboard');
  const attention = page.getByRole('region', { name: 'Needs attention' });
  if (count > 0) await expect(attention).toContainText(`${count} open`);
  else await expect(attention).not.toContainText(' open');
  await expectAround();
  await page.goto('/night');
  const live = page.getByRole('region', { name: 'Issues' });
  if (count > 0) await expect(live).toContainText(`${count} open`);
  else await expect(live).not.toContainText(' open');
  await expectAround();
  await page.goto('/alerts');
  await expect(issuesOf(page)).toHaveCount(count);
  if (count > 0)
    await expect(page.getByRole('link', { name: `All ${count} open` })).toHaveAttribute(
      'aria-current',
      'page',
    );
  await expectAround();
}

test('the same number of issues stands in the sidebar, at the bell, on the dashboard, on Live and on the page', async ({
  page,
  bar,
}) => {
  const { fail, refuse } = await failing(bar);
  for (const price of [11, 12, 13]) await refuse(price);
  await fail('2', 2);
  await fail('3');
  await expectEverywhere(page, 5);

  await test.step('one that is settled on the page leaves every number', async () => {
    await page.getByRole('button', { name: 'Book at $11.00' }).click();
    await expect(issuesOf(page)).toHaveCount(4);
    await expectEverywhere(page, 4);
  });
  await test.step('and so does one that is settled on the dashboard', async () => {
    await page.goto('/dashboard');
    const attention = page.getByRole('region', { name: 'Needs attention' });
    await attention.getByRole('button', { name: 'More for: Refused sale' }).first().click();
    await page.getByRole('menuitem', { name: /^Book at \$1[23]\.00/ }).click();
    await expect(attention).toContainText('3 open');
    await expectEverywhere(page, 3);
  });
  await test.step('on Live', async () => {
    await page.goto('/night');
    // The cards are rendered anew once the stream has begun, and a press before it is lost.
    await expect(page.getByText('Live ·')).toBeVisible();
    const live = page.getByRole('region', { name: 'Issues' });
    await live.getByRole('button', { name: 'More for: Refused sale' }).click();
    await page.getByRole('menuitem', { name: /^Dismiss/ }).click();
    await page.getByRole('alertdialog').getByText('Dismiss', { exact: true }).click();
    await expect(live).toContainText('2 open');
    await expectEverywhere(page, 2);
  });
  await test.step('and among the failed pours', async () => {
    await page.goto('/alerts');
    await page.getByRole('link', { name: /^Review: 2 failed pours/ }).click();
    await expect(page).toHaveURL(/\/failures\?case=/);
    await expect(page.getByRole('article')).toContainText('Spritz 2');
    await page.getByRole('button', { name: 'Made again' }).click();
    await page.getByRole('link', { name: 'All 2 open' }).click();
    await expect(issuesOf(page)).toHaveCount(1);
    await expectEverywhere(page, 1);
  });
});

test('a new failed pour arrives on every screen over the stream, and is said where it is not seen', async ({
  page,
  bar,
}) => {
  const { fail, refuse } = await failing(bar);
  await refuse(11);
  const other = await page.context().newPage();
  await page.goto('/alerts');
  await other.goto('/night');
  await expect(issuesOf(page)).toHaveCount(1);
  await expect(other.getByRole('region', { name: 'Issues' })).toContainText('1 open');
  await expectNoShift(page);
  const said = page.locator('header output');
  await expect(said).toHaveText('');
  await fail('3', 2);
  await expect(issuesOf(page)).toHaveCount(2, { timeout: 10_000 });
  await expect(said).toHaveText(`New issue: 2 failed pours at unit ${bar.unitNumber}, $14.00`);
  await expect(other.getByRole('region', { name: 'Issues' })).toContainText('2 open');
  await expectAccessible(page);
  await fail('3', 1);
  await expect(said).toHaveText(`Now 3 failed pours at unit ${bar.unitNumber}, $21.00`, {
    timeout: 10_000,
  });

  await test.step('what is settled in one tab leaves the other', async () => {
    await page.getByRole('button', { name: 'Book at $11.00' }).click();
    await expect(other.getByRole('region', { name: 'Issues' })).toContainText('1 open', {
      timeout: 10_000,
    });
  });
  await test.step('and is listed as resolved, whatever it was', async () => {
    const { cases } = await bar.getJson<{ cases: { id: string }[] }>(
      `/api/venues/${bar.venueId}/cases`,
    );
    await bar.request('POST', `/api/venues/${bar.venueId}/cases/resolve`, {
      ids: cases.map(({ id }) => id),
      resolution: 'remade',
    });
    await page.getByRole('radio', { name: 'Resolved' }).check();
    const resolved = page.getByRole('list', { name: 'Resolved' }).getByRole('listitem');
    await expect(resolved).toContainText([/3 failed pours.*Made again/, /Refused sale.*Booked/]);
    await expectAccessible(page);
    await resolved.getByRole('link').click();
    await expect(page).toHaveURL(/\/failures\?.*state=resolved/);
  });
});

test('the tabs of the issues have addresses of their own, and fit a phone', async ({
  page,
  bar,
}) => {
  const { fail, refuse } = await failing(bar);
  await refuse(11);
  await fail('3');
  await page.goto('/alerts');
  const tabs = page.getByRole('navigation', { name: 'Issues' });
  await expect(tabs.getByRole('link', { name: 'All 2 open' })).toBeVisible();
  await tabs.getByRole('link', { name: 'Failed pours 1 open' }).click();
  await expect(page).toHaveURL(/\/failures\?/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Issues');
  await tabs.getByRole('link', { name: 'Refused sales 1 open' }).click();
  await expect(page).toHaveURL(/\/refused-sales\?/);
  await expect(page.getByRole('article')).toHaveCount(1);
  await tabs.getByRole('link', { name: /^Stock/ }).click();
  await expect(page).toHaveURL(/\/alerts\?.*kind=stock/);
  await expect(page.getByText('Nothing needs you.')).toBeVisible();
  await page.reload();
  await expect(tabs.getByRole('link', { name: /^Stock/ })).toHaveAttribute('aria-current', 'page');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/alerts');
  await expect(issuesOf(page)).toHaveCount(2);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(desktop);
});
