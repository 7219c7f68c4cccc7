import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

/** Sales of one night, whose date can be read both ways. */
const csv = `Date,Time,Drink,Amount,Qty,Status
3/4/2024,22:15,Cuba Libre,18.00,2,paid
3/4/2024,22:20,Old Fashioned,14.50,1,paid
3/4/2024,22:25,Old Fashioned,14.50,1,declined
3/4/2024,22:30,Old Fashioned,,1,paid
`;

const file = { name: 'spring.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };

const rowOf = (page: Page) =>
  page.getByRole('table', { name: 'Imports' }).getByRole('row').filter({ hasText: 'spring.csv' });

async function expectTotal(page: Page, venueId: string, total: string): Promise<void> {
  await page.goto(
    `/salesreports?venue=${venueId}&from=2024-04-01&to=2024-04-30&timezone=EST&days=calendar`,
  );
  await expect(page.getByRole('button', { name: /^Total Sales/ })).toContainText(total);
}

test('past sales are previewed, a question is decided, they are imported, and taken back', async ({
  page,
  bar,
}) => {
  test.slow();
  await page.goto('/reports');
  await page.getByRole('link', { name: 'Import past sales' }).click();
  await expect(page.getByRole('heading', { name: 'Import past sales' })).toBeVisible();
  await expect(page.getByText('Nothing has been imported into this venue yet.')).toBeVisible();
  await expect(page.getByLabel('Unit that made these sales')).toHaveValue(bar.unitId);

  await page.locator('input[type=file]').setInputFiles(file);
  const how = page.getByRole('region', { name: 'How the file is read' });
  await expect(how).toContainText('UTF-8, commas between columns, named on line 1');
  await expect(how).toContainText('Name of the drinkDrink, by its name');
  await expect(page.getByRole('region', { name: 'Preview' })).toHaveCount(0);
  const show = page.getByRole('button', { name: 'Show preview' });
  await show.click();
  await expect(page.getByText('Choose one of these')).toBeVisible();
  const question = page.getByRole('group', { name: /Is the day or the month first/ });
  await expect(question).toContainText('Line 2: 3/4/2024');
  await question.getByRole('radio', { name: 'Day first' }).check();
  await show.click();

  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('Sales to import2');
  await expect(preview).toContainText('$32.50');
  await expect(preview).toContainText('Left out: failed');
  await expect(preview).toContainText('Rejected: amount is missing');
  await expect(preview).toContainText('Old Fashioned');
  await preview.getByText('One day: Apr 3, 2024').click();
  await expect(preview.getByRole('table', { name: 'Sales by day' })).toContainText('Apr 3, 2024');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole('button', { name: 'Confirm import' }).click();
  await expect(rowOf(page)).toContainText('Imported, 1 left out, 1 rejected');
  await expect(rowOf(page)).toContainText('$32.50');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download rejected lines of spring.csv' }).click();
  const rejected = await saved;
  expect(rejected.suggestedFilename()).toBe('spring.rejected.csv');
  expect(await readFile(await rejected.path(), 'utf8')).toContain('amount is missing');
  await expectTotal(page, bar.venueId, '$32.50');

  await page.goto('/reports/imports');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(how).toContainText('Your choices for an earlier file with these columns are used.');
  await expect(preview).toContainText('Already there2');
  await expect(page.getByRole('button', { name: 'Confirm import' })).toBeDisabled();

  await page.getByRole('button', { name: 'Take back spring.csv' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('2 sales and $32.50 before tax and tips leave all reports.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await expect(rowOf(page)).toContainText('Taken back: 2 sales');
  await expectTotal(page, bar.venueId, '$0.00');
});

test('a file that is no CSV file is refused in words, and the next one is read', async ({
  page,
  bar,
}) => {
  await page.goto(`/reports/imports?venue=${bar.venueId}`);
  const input = page.locator('input[type=file]');
  await input.setInputFiles({
    name: 'photo.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0]),
  });
  await expect(page.getByRole('alert')).toContainText('photo.csv is not a CSV file');
  await input.setInputFiles({
    ...file,
    buffer: Buffer.from('When,What,Paid\n2024-04-03,Rum,9.00\n'),
  });
  await expect(page.getByRole('alert')).toHaveCount(0);
  const decide = page.getByRole('region', { name: 'To decide' });
  for (const [name, column] of [
    [/date and time/, 'When'],
    [/name of the drink/, 'What'],
    [/amount of the line/, 'Paid'],
  ] as const)
    await decide.getByRole('group', { name }).getByRole('radio', { name: column }).check();
  await page.getByRole('button', { name: 'Show preview' }).click();
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('$9.00');
});
