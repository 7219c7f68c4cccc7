import { shiftDay } from '../rules/nights/nights.ts';
import { type ApiClient } from './api-client.ts';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

interface Night {
  day: string;
  state: string;
}

/** The last night of the demo owner's first venue with a certificate, which the job makes once the server has started. */
async function lastNight(owner: ApiClient, venueId: string): Promise<string> {
  const to = new Date().toISOString().slice(0, 10);
  const path = `/api/venues/${venueId}/certificates?from=${shiftDay(to, -7)}&to=${to}`;
  let nights: Night[] = [];
  await expect
    .poll(
      async () => {
        nights = await owner.getJson<Night[]>(path);
        return nights.length;
      },
      { timeout: 150_000 },
    )
    .toBeGreaterThan(0);
  return nights.at(-1)?.day ?? '';
}

test.describe('as the demo owner', () => {
  test.use({ account: 'owner' });

  test('the sales report of a night says that it agrees, and leads to its certificate', async ({
    page,
    demoOwner,
    demoSales: { venueId },
  }) => {
    test.setTimeout(240_000);
    const day = await lastNight(demoOwner, venueId);
    await page.goto(`/salesreports?venue=${venueId}&from=${day}&to=${day}&days=business`);
    const link = page.getByRole('link', { name: /^Agrees, \d+:\d\d [AP]M$/ });
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: /^Certificate of / })).toBeVisible();
    await expect(page.getByText('All that is stored of this night agrees')).toBeVisible();
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByText(/^The sales are as they were certified\./)).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'All certificates' }).click();
    const table = page.getByRole('table', { name: 'Certificates' });
    await expect(table.getByRole('row').nth(1)).toContainText('Agrees');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  test('PROOF-06: a certificate prints on one page with its sums and a line for signatures', async ({
    page,
    demoOwner,
    demoSales: { venueId },
  }) => {
    test.setTimeout(240_000);
    const day = await lastNight(demoOwner, venueId);
    await page.goto(`/reports/certificates?venue=${venueId}&day=${day}`);
    await expect(page.getByText('All that is stored of this night agrees')).toBeVisible();
    await expect(page.getByText('Closed by')).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    for (const label of ['Sales', 'Taxes', 'Tips', 'Refunds', 'Gross volume'])
      await expect(page.getByRole('term').filter({ hasText: label }).first()).toBeVisible();
    await expect(page.getByRole('table', { name: 'Payments by card reader' })).toBeVisible();
    await expect(page.getByText('Closed by')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
    for (const format of ['Letter', 'A4']) {
      const pdf = await page.pdf({ format });
      expect(pdf.toString('latin1').match(/\/Type\s*\/Page[^s]/g)).toHaveLength(1);
    }
  });
});
