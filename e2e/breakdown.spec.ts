import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { unguard } from '../lib/csv-cell.ts';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Breakdown', exact: true });
const heads = (page: Page) => card(page).getByRole('columnheader');
const rowTexts = (page: Page) => card(page).getByRole('rowheader').allTextContents();

test.describe('as the demo owner', () => {
  test.use({ account: 'owner' });

  test('a breakdown sorts by any column, keeps its order in the address, and downloads as it is shown', async ({
    page,
  }) => {
    await page.goto('/reports');
    await expect(heads(page).first()).toHaveText('Drink');
    const sales = card(page).getByRole('columnheader', { name: 'Sales' });
    await expect(sales).toHaveAttribute('aria-sort', 'descending');
    const byName = card(page).getByRole('button', { name: 'Drink' });
    await byName.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/sort=name/);
    await expect(heads(page).first()).toHaveAttribute('aria-sort', 'ascending');
    const names = (await rowTexts(page)).slice(0, -1);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })));
    await page.reload();
    await expect(heads(page).first()).toHaveAttribute('aria-sort', 'ascending');

    const downloaded = page.waitForEvent('download');
    await card(page).getByRole('button', { name: 'CSV of the breakdown' }).click();
    const text = await readFile(await (await downloaded).path(), 'utf8');
    expect(text.startsWith('\ufeff')).toBe(true);
    const rows: string[][] = parse(text, { bom: true });
    expect(rows[0]).toEqual([
      'Drink',
      'Sales',
      'Orders',
      'Poured',
      'Average price',
      'Refunds',
      'Tips',
      'Taxes',
      'Share',
    ]);
    expect(rows.at(-1)?.[0]).toBe('Total');
    expect(rows.slice(1, names.length + 1).map(([name = '']) => unguard(name))).toEqual(names);
  });

  test('every kind of breakdown has the total of the same days', async ({ page }) => {
    await page.goto('/reports');
    const total = card(page).getByRole('row', { name: /^Total/ });
    await expect(total).toContainText('$');
    const sales = (await total.getByRole('cell').first().textContent()) ?? '';
    const by = card(page).getByRole('combobox', { name: 'Break down by' });
    for (const kind of ['unit', 'hour', 'weekday', 'payment method', 'ingredient category']) {
      await by.selectOption(`By ${kind}`);
      await expect(heads(page).first()).toHaveText(new RegExp(kind, 'i'));
      await expect(total.getByRole('cell').first()).toHaveText(sales);
    }
    await by.selectOption('By person who refunded');
    await expect(heads(page).nth(1)).toHaveText('Refunds');
    await expectAccessible(page);
  });

  test('its days are a span or chosen ones, on a phone too', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/reports?by=weekday');
    await card(page).getByRole('combobox', { name: 'Days' }).selectOption('Last week');
    await expect(page).toHaveURL(/span=lastWeek/);
    await expect(card(page).getByRole('rowheader', { name: 'Sunday' })).toBeVisible();
    await card(page).getByRole('combobox', { name: 'Days' }).selectOption('Chosen days');
    await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=/);
    await card(page).getByRole('textbox', { name: 'First day' }).fill('2001-01-01');
    await card(page).getByRole('textbox', { name: 'Last day' }).fill('2001-01-02');
    await expect(card(page)).toContainText('No data available yet');
    await expectNoSidewaysScroll(page);
    // The bar at the lower edge covers what is below it.
    await page.evaluate('scrollTo(0, 0)');
    await expectAccessible(page);
  });

  test('a saved view is opened, renamed, mailed and deleted', async ({ page }, { retry }) => {
    // One of a try before may be there.
    const [name, renamed] = [`Best weekdays ${retry}`, `Weekdays ${retry}`];
    await page.goto('/reports?by=weekday&span=lastWeek&sort=-sales');
    await card(page).getByRole('button', { name: 'Save this view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toContainText('Enter a name');
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    const view = card(page).getByRole('link', { name });
    await expect(view).toHaveAttribute('aria-current', 'page');
    await page.goto('/reports');
    await view.click();
    await expect(page).toHaveURL(/by=weekday/);
    await expect(heads(page).first()).toHaveText('Weekday');
    await expect(card(page).getByRole('combobox', { name: 'Days' })).toHaveValue('lastWeek');
    await expectAccessible(page);

    const actions = card(page).getByRole('button', { name: `Actions of the view ${name}` });
    await actions.click();
    await page.getByRole('menuitem', { name: /^Rename/ }).click();
    const rename = page.getByRole('dialog', { name: 'Rename the view' });
    await rename.getByRole('textbox', { name: 'Name' }).fill(renamed);
    await rename.getByRole('button', { name: 'Rename' }).click();
    await expect(card(page).getByRole('link', { name: renamed, exact: true })).toBeVisible();

    const menu = card(page).getByRole('button', { name: `Actions of the view ${renamed}` });
    const choose = async (item: RegExp) => {
      await menu.click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await card(page).getByRole('combobox', { name: 'Break down by' }).selectOption('hour');
    await expect(heads(page).first()).toHaveText('Hour');
    await choose(/^Replace with what is shown/);
    await expect(card(page).getByRole('link', { name: renamed })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(card(page).getByRole('link', { name: renamed })).toHaveAttribute(
      'href',
      /by=weekday/,
    );

    await choose(/^Email it/);
    await expect(card(page).getByTitle(new RegExp(`with “${renamed}”`))).toBeVisible();
    await choose(/^Stop emailing it/);
    await expect(card(page).getByTitle(new RegExp(`with “${renamed}”`))).toHaveCount(0);
    await choose(/^Email it/);
    await expect(card(page).getByTitle(new RegExp(`with “${renamed}”`))).toBeVisible();
    await page.goto('/profile?tab=notifications');
    const reports = page.getByRole('region', { name: 'Email reports' });
    await expect(reports).toContainText(
      new RegExp(`Every Monday at 9:00 AM, .*, with “${renamed}”`),
    );

    await page.goto('/reports');
    await expect(card(page).getByRole('rowheader').first()).toBeVisible();
    await card(page)
      .getByRole('button', { name: `Actions of the view ${renamed}` })
      .click();
    await page.getByRole('menuitem', { name: /^Delete/ }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(card(page).getByRole('link', { name: renamed })).toHaveCount(0);
    await page.goto('/profile?tab=notifications');
    await expect(reports).not.toContainText(renamed);
  });
});
