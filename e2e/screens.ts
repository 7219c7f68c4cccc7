/** The switcher of venue and unit in the top bar. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Bar } from './bar.ts';

export const switcher = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: /^Switch from/ });

/** Opens the switcher and chooses a venue by its name, or a unit by its label. */
export async function switchTo(page: Page, name: string): Promise<void> {
  await switcher(page).click();
  await page.getByRole('dialog', { name: 'Venue and unit' }).getByRole('link', { name }).click();
}

/** The question before typed text is discarded. */

export const question = (page: Page): Locator => page.getByRole('alertdialog');

export const keep = (page: Page): Promise<void> =>
  question(page).getByRole('button', { name: 'Keep editing' }).click();

export const discard = (page: Page): Promise<void> =>
  question(page).getByRole('button', { name: 'Discard' }).click();

/** The owner list of a super admin, which also holds the owners that other tests register at the same time. */

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

/** The screen of a venue, with a card per unit. */

export interface StoredUnit {
  unitNumber: number;
  discountRate: number;
  contacts: string[];
  homeHelperText: string;
}

export async function openVenue(page: Page, { venueId, venueName }: Bar): Promise<void> {
  await page.goto(`/venues/${venueId}`);
  await expect(page.getByRole('heading', { name: venueName, level: 1 })).toBeVisible();
}

export const unitsOf = (bar: Bar) => bar.getJson<StoredUnit[]>(`/api/venues/${bar.venueId}/units`);
export const unitOf = async (bar: Bar) => (await unitsOf(bar))[0];

export const unitCard = (page: Page, number: number): Locator =>
  page.getByRole('region', { name: `Unit ${number}` });

/** Opens a section of the card; returns the card. */
export async function openSection(
  card: Locator,
  title: 'Set-up' | 'Card reader' | 'Notices' | 'Connection' | 'Access' | 'Advanced',
): Promise<Locator> {
  await card.locator('summary').filter({ hasText: title }).click();
  return card;
}
