import { expect, test } from 'vitest';
import { readPage } from './list-page.ts';

test.each([
  [undefined, 1],
  ['3', 3],
  ['0', 1],
  ['-2', 1],
  ['1.5', 1],
  ['x', 1],
])('page %s is page %i', (text, page) => expect(readPage(text)).toBe(page));
