/** The switcher of venue and unit in the top bar. */
import type { Locator, Page } from '@playwright/test';

export const switcher = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: /^Switch from/ });

/** Opens the switcher and chooses a venue by its name, or a unit by its label. */
export async function switchTo(page: Page, name: string): Promise<void> {
  await switcher(page).click();
  await page.getByRole('dialog', { name: 'Venue and unit' }).getByRole('link', { name }).click();
}
