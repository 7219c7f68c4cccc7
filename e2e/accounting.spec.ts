import { readFile } from 'node:fs/promises';
import { fillMenu } from './bar.ts';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

const dayIn = (ms: number): string =>
  new Date(ms).toLocaleDateString('en-CA', { timeZone: 'America/New_York' });
const dayMs = 86_400_000;

test('the entry of a night balances, and agrees with the sales report', async ({ page, bar }) => {
  await fillMenu(bar, 1);
  const [drink] = await bar.getJson<{ id: string }[]>(`/api/drinks/${bar.venueId}`);
  await bar.sell({ drinks: [{ drinkId: drink?.id, quantity: 2 }] });
  await page.goto('/reports');
  await page.getByRole('link', { name: 'Accounting' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accounting');
  await expect(page.getByText('Nothing was sold or refunded in this night')).toBeVisible();
  await expectNoShift(page);

  await page.goto(`/accounting?day=${dayIn(Date.now())}`);
  const entry = page.getByRole('table', { name: 'Journal entry' });
  await expect(entry.getByRole('row', { name: 'Liquor sales' })).toContainText('$20.00');
  await expect(page.getByText('This night goes on')).toBeVisible();
  const total = entry.getByRole('row', { name: 'Total' });
  const [debit, credit] = await total
    .getByRole('cell')
    .allInnerTexts()
    .then((all) => all.slice(1));
  expect(debit).toBe(credit);
  await expect(page.getByText('Difference')).toBeVisible();
  const raw = page.getByRole('region', { name: 'Download raw data' });
  await raw.getByLabel('Rows', { exact: true }).selectOption('Lines of sales');
  await raw.getByLabel('To', { exact: true }).fill(dayIn(Date.now()));
  await raw.getByLabel('To', { exact: true }).blur();
  const download = async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      raw.getByRole('button', { name: 'Download' }).click(),
    ]);
    return readFile(await file.path(), 'utf8');
  };
  const [head, line] = (await download()).split('\r\n');
  expect(head).toMatch(/^sale_id,sold_at,line,/);
  expect(line).toContain(',1000,');
  await raw.getByLabel('Format', { exact: true }).selectOption('Parquet');
  expect(await download()).toMatch(/^PAR1.*PAR1$/s);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('nights are exported for QuickBooks once their accounts have names, and late sales follow', async ({
  page,
  bar,
}) => {
  await fillMenu(bar, 1);
  const [drink] = await bar.getJson<{ id: string }[]>(`/api/drinks/${bar.venueId}`);
  const at = Date.now() - 2 * dayMs;
  const night = dayIn(at);
  await bar.sellAgo(2 * dayMs, { drinks: [{ drinkId: drink?.id, quantity: 2 }] });
  await page.goto(`/accounting?day=${night}`);
  const nights = page.getByRole('table', { name: 'Nights' });
  await expect(nights.getByRole('row', { name: 'Goes on' })).toBeVisible();
  await page.getByRole('button', { name: 'Export 7 nights' }).click();

  const dialog = page.getByRole('dialog', { name: 'Accounts' });
  await expect(dialog.getByText('Name the account for liquor sales')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Use the usual names of a bar' }).click();
  await dialog.getByLabel('Liquor sales', { exact: true }).fill('Sales of the bar');
  await dialog.getByRole('button', { name: 'Save accounts' }).click();
  await expect(dialog).toBeHidden();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export 7 nights' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain('JournalNo,JournalDate,AccountName,Debits,Credits,Description,Location');
  expect(text).toContain(',Sales of the bar,,20.00,');
  await expect(nights.getByRole('row', { name: 'Exported' })).toHaveCount(7);
  await expect(page.getByRole('button', { name: 'Export 0 nights' })).toBeDisabled();
  await expect(page.getByText(/^Dated .* Exported .* by /)).toBeVisible();

  await bar.sellAgo(2 * dayMs, { drinks: [{ drinkId: drink?.id, quantity: 1 }] });
  await page.reload();
  await expect(nights.getByRole('row', { name: /late/ })).toHaveCount(1);
  const late = page.getByRole('table', { name: /^Late for / });
  await expect(late.getByRole('row', { name: 'Sales of the bar' })).toContainText('$10.00');
  await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export 1 night' }).click(),
  ]);
  await expect(nights.getByRole('row', { name: '1 late entry' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
