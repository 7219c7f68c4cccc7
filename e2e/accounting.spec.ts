import { readFile } from 'node:fs/promises';
import { fillMenu } from './bar.ts';
import { expectAccessible, expectNoShift, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

test('the entry of a night balances, agrees with the sales report, and is downloaded for QuickBooks', async ({
  page,
  bar,
}) => {
  await fillMenu(bar, 1);
  const [drink] = await bar.getJson<{ id: string }[]>(`/api/drinks/${bar.venueId}`);
  await bar.sell({ drinks: [{ drinkId: drink?.id, quantity: 2 }] });
  await page.goto('/reports');
  await page.getByRole('link', { name: 'Accounting' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accounting');
  await expect(page.getByText('Nothing was sold or refunded in this night')).toBeVisible();
  await expectNoShift(page);

  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'America/New_York' });
  await page.goto(`/accounting?day=${today}`);
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
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'QuickBooks' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain('JournalNo,JournalDate,AccountName,Debits,Credits,Description,Location');
  expect(text).toContain(`,Liquor sales,,20.00,`);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
