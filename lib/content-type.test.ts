import { expect, test } from 'vitest';
import { contentTypeOf, isCompressible, isLastingName } from './content-type.ts';

test.each([
  ['index.html', 'text/html; charset=utf-8', true],
  ['a/b/APP.JS', 'text/javascript; charset=utf-8', true],
  ['logo.svg', 'image/svg+xml; charset=utf-8', true],
  ['photo.jpeg', 'image/jpeg', false],
  ['font.woff2', 'font/woff2', false],
  ['menu.pdf', 'application/pdf', false],
  ['README', 'application/octet-stream', false],
  ['x.constructor', 'application/octet-stream', false],
])('the content type of %s is %s', (path, type, compressible) => {
  expect(contentTypeOf(path)).toBe(type);
  expect(isCompressible(type)).toBe(compressible);
});

test.each([
  ['app.3f9c2b1a.js', true],
  ['static/main.0a1b2c3d4e5f.css.map', true],
  ['assets/index-B3xk9_Zq.js', true],
  ['assets/fonts/inter-D3Fq82kL.woff2', true],
  // A page has a stable name; a date or a word is not a hash.
  ['page.3f9c2b1a.html', false],
  ['menu-20240301.pdf', false],
  ['jquery-validate.js', false],
  ['assets/my-Menu2024.js', true],
  ['my-Menu2024.js', false],
  ['app.js', false],
])('%s is immutable: %s', (path, lasting) => {
  expect(isLastingName(path)).toBe(lasting);
});
