import { describe, expect, test } from 'vitest';
import { isSafeEntryPage, pathNameError, pathNameOf, renderingUrl } from './rendering-path.ts';

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

describe('pathNameError', () => {
  test.each([
    'my_bar',
    'café',
    'bar-9',
    'バー_東京',
    'मदिरालय',
    'बार_४',
    'i\u0307zmir',
    ..."50%_off bar_#9 🍸 1\ufe0f\u20e3 👩🏽\u200d🍳 ❤\ufe0f\u200d🔥 a..b st._james o'briens a&b".split(
      ' ',
    ),
    ...'a?b a:b a/b a\\b ½ Ⅳ ① .bar ...'.split(' '),
    'x'.repeat(100),
  ])('accepts the path name %j', (pathName) => {
    expect(pathNameError(pathName)).toBeNull();
  });
  const unsafe = ['.', '..', '../up', 'a/../b', 'a\\..', 'a\nb', '\ud800'];
  const unseen = ['a\u200bb', 'a\u3164', 'a\ufe0f', '\u200d', '\u0301', 'a\u202eb'];
  test.each([...unsafe, ...unseen])('rejects the path name %j', (pathName) => {
    expect(pathNameError(pathName)).toContain('no invisible characters');
  });
  test.each([
    ['', 'Enter the venue name'],
    ['api', 'reserved'],
    ['.well-known', 'reserved'],
    ['x'.repeat(101), 'at most 100 characters'],
  ])('rejects the path name %j with %j', (pathName, why) => {
    expect(pathNameError(pathName)).toContain(why);
  });
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
