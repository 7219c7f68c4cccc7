/** The screen of a venue, with a card per unit. */
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { Bar } from './bar.ts';

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
