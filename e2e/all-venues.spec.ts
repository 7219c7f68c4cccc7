import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

test.use({ account: 'owner' });

test('all venues side by side are opened from the switcher, and each leads to its report', async ({
  page,
}) => {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^Switch from/ }).click();
  await page.getByRole('link', { name: 'All venues' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All venues');
  const rows = page.getByRole('table', { name: 'Venues' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('radio', { name: 'Yesterday' }).check();
  await expect(page).toHaveURL(/\/owner\?period=yesterday$/);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Yesterday' })).toBeChecked();
  await expect(rows).toHaveCount(3);
  await expectNoShift(page);
  const harbour = rows.filter({ hasText: 'Harbour Terrace' });
  const gross = await harbour.getByRole('cell').nth(1).textContent();
  await harbour.getByRole('link', { name: 'Harbour Terrace' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sales report');
  await expect(page.getByRole('main')).toContainText('Harbour Terrace');
  await expect(page.getByText(gross ?? '', { exact: true }).first()).toBeVisible();
});

test('two venues are laid over each other by hour, and the sales of all are one file', async ({
  page,
}) => {
  await page.goto('/owner');
  const card = page.getByRole('region', { name: 'Two venues by hour' });
  const chart = card.getByRole('slider', { name: /^Sales by hour of / });
  await expect(chart).toHaveAttribute('max', '24');
  const [first, second] = [
    card.getByRole('combobox', { name: 'First venue' }),
    card.getByRole('combobox', { name: 'Second venue' }),
  ];
  const [one, other] = [await first.inputValue(), await second.inputValue()];
  expect(one).not.toBe(other);
  await first.selectOption(other);
  await second.selectOption(one);
  await expect(page).toHaveURL(new RegExp(`one=${other}&other=${one}`));
  await page.reload();
  await expect(first).toHaveValue(other);
  await expect(chart).toBeVisible();
  await expectAccessible(page);
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV of the sales of all venues' }).click();
  const rows: string[][] = parse(await readFile(await (await downloaded).path(), 'utf8'), {
    bom: true,
  });
  expect(rows[0]?.slice(0, 2)).toEqual(['Venue', 'Id']);
  expect(rows.at(-1)?.[0]).toBe('All venues');
});
