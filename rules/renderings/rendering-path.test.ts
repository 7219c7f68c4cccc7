import { describe, expect, test } from 'vitest';
import { isSafeEntryPage, isSafePathName, pathNameOf, renderingUrl } from './rendering-path.ts';

test.each([
  ['My Bar One', 'my_bar_one'],
  ['Blue  Moon\t Bar', 'blue_moon_bar'],
  ['  Pier 9 ', 'pier_9'],
  ['CAFÉ', 'café'],
  ['cafe\u0301', 'café'],
  ['No\u00a0Break', 'no_break'],
  ['   ', ''],
])('the path of %j is %j', (venueName, pathName) => {
  expect(pathNameOf(venueName)).toBe(pathName);
  expect(pathNameOf(pathName)).toBe(pathName);
});

describe('isSafePathName', () => {
  test.each(['my_bar', 'café', 'bar_#9', '50%_off', 'a..b', '🍸', 'x'.repeat(100)])(
    'accepts the path name %j',
    (pathName) => {
      expect(isSafePathName(pathName)).toBe(true);
    },
  );
  test.each(['', '.', '..', '.well-known', 'a/b', 'a\\b', 'a\nb', 'a b', 'api', 'x'.repeat(101)])(
    'rejects the path name %j',
    (pathName) => {
      expect(isSafePathName(pathName)).toBe(false);
    },
  );
});

test.each([
  ['index.html', true],
  ['a/b c/start.html', true],
  ['a..b.html', true],
  ['../index.html', false],
  ['a/../index.html', false],
  ['./index.html', false],
  ['/index.html', false],
  ['a//b.html', false],
  ['a/', false],
  ['a\\b.html', false],
  ['a\u0000.html', false],
  ['.env', false],
  ['', false],
])('%j can be the entry page: %s', (path, can) => {
  expect(isSafeEntryPage(path)).toBe(can);
});

test('encodes every special character in a page URL', () => {
  expect(renderingUrl('https://pages.example.com', 'café_#9', 'a b/50%?.html')).toBe(
    'https://pages.example.com/caf%C3%A9_%239/a%20b/50%25%3F.html',
  );
});
