/** The question before typed text is discarded. */
import type { Locator, Page } from '@playwright/test';

export const question = (page: Page): Locator => page.getByRole('alertdialog');

export const keep = (page: Page): Promise<void> =>
  question(page).getByRole('button', { name: 'Keep editing' }).click();

export const discard = (page: Page): Promise<void> =>
  question(page).getByRole('button', { name: 'Discard' }).click();
