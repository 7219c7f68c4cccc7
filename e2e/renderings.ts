/** The test of the specs of renderings: it publishes, and finds what it published in the list. */
import { makeZip, type ZippedFile } from '../server/testing/files.ts';
import type { Locator } from '@playwright/test';

import { uniqueName } from './bar.ts';
import { expect, test as base } from './test.ts';

export { expect } from './test.ts';

interface Rendering {
  _id: string;
  venueName: string;
  url: string;
}

export const zipOf = (buffer: Buffer, name = 'site.zip') => ({
  name,
  mimeType: 'application/zip',
  buffer,
});

interface Renderings {
  /** Returns the name with a suffix that only this test uses. */
  readonly named: (name: string) => string;
  /** Publishes through the API, under the name with the suffix. */
  readonly publish: (name: string, ...files: ZippedFile[]) => Promise<Rendering>;
  /** Opens the screen and returns its form and the rows of this test. */
  readonly open: () => Promise<{ form: Locator; rows: Locator }>;
}

export const test = base.extend<{
  /** The renderings of this test. All tests publish to one list, so their names have a suffix. */
  renderings: Renderings;
}>({
  renderings: async ({ page, admin }, use) => {
    const suffix = uniqueName('');
    const named = (name: string) => `${name}${suffix}`;
    await use({
      named,
      publish: async (name, ...files) => {
        const response = await page.request.post('/api/renderings/create', {
          headers: { Authorization: `Bearer ${admin.apiToken}` },
          multipart: { venueName: named(name), zipFile: zipOf(makeZip(files)) },
        });
        if (!response.ok()) throw new Error(await response.text());
        const published: Rendering = await response.json();
        return published;
      },
      open: async () => {
        await page.goto('/renderingsettings');
        const form = page.getByRole('form', { name: 'Upload a venue rendering' });
        await expect(form.getByLabel('Venue name')).toBeVisible();
        await expect(page.getByRole('table', { name: 'Renderings' })).toHaveAttribute(
          'aria-busy',
          'false',
        );
        return { form, rows: page.getByRole('row').filter({ hasText: suffix.trim() }) };
      },
    });
  },
});
