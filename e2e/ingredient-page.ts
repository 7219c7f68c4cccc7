/** Locators and steps of the ingredient form. */
import type { Locator, Page } from '@playwright/test';

/** A picture of four by three pixels. */
export const tinyPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAAEElEQVR4nGPwCdwPRww4OQA46hBR+HAY/wAAAABJRU5ErkJggg==',
  'base64',
);

export const form = (page: Page) => page.getByRole('form');
export const nameField = (page: Page) => page.getByRole('textbox', { name: 'Ingredient Name' });
export const priceField = (page: Page) => page.getByRole('textbox', { name: 'Base Price' });
export const select = (page: Page, name: string) =>
  page.getByRole('combobox', { name, exact: true });
export const positions = (page: Page) =>
  page.getByRole('group', { name: 'Position (Where is it loaded?)' });
export const position = (page: Page, number: string): Locator =>
  positions(page).getByRole('checkbox', { name: number, exact: true });
export const confirmation = (page: Page) => page.getByRole('alertdialog');

export const addButton = (page: Page) =>
  form(page).getByRole('button', { name: 'Add Ingredient', exact: true });
export const editButton = (page: Page) =>
  form(page).getByRole('button', { name: 'Edit Ingredient', exact: true });

export const pickImage = (page: Page, name = 'rum.png', buffer: Buffer = tinyPng) =>
  form(page)
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

/** Fills the fields that a new ingredient requires. */
export async function fillForm(page: Page, name: string): Promise<void> {
  await nameField(page).fill(name);
  await pickImage(page);
  await page.getByRole('img', { name: 'Preview of rum.png' }).waitFor();
}

interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown>;
}

/** Records the requests of the page that change ingredients or files. */
export function watchChanges(page: Page): SentRequest[] {
  const sent: SentRequest[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const method = request.method();
    if (method === 'GET' || !/^\/(api\/(ingredients|files)|files)\b/.test(pathname)) return;
    const body: SentRequest['body'] = pathname.startsWith('/api/')
      ? JSON.parse(request.postData() ?? '{}')
      : {};
    sent.push({ method, path: pathname, body });
  });
  return sent;
}
