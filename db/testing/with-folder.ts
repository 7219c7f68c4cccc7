import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { afterAll } from 'vitest';
import { newTestFolder } from './folder.ts';

/** Makes an empty folder for the tests of a file or a block, which is removed after them. */
export function withTestFolder(): string {
  const folder = mkdtempSync(newTestFolder());
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
