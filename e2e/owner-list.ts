/** The owner list of a super admin, which also holds the owners that other tests register at the same time. */
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

const pageSize = 10;

/** Pages forward to the row with this name. An owner that registers meanwhile can only move it to a later page. */
export async function findOwnerRow(page: Page, name: string): Promise<Locator> {
  const row = page.getByRole('row', { name });
  const pager = page.getByRole('navigation', { name: 'table pager' });
  const next = pager.getByRole('button', { name: 'Next owners' });
  for (let first = 1; ; first += pageSize) {
    await expect(pager).toContainText(new RegExp(`^${first}-`));
    // The rows of the previous page stay until those of this page have loaded.
    await expect(page.getByRole('table', { name: 'Owners' })).toHaveAttribute('aria-busy', 'false');
    if ((await row.count()) > 0 || (await next.isDisabled())) return row;
    await next.click();
  }
}
