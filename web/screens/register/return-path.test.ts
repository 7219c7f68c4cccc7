import { expect, test } from 'vitest';
import { returnPath } from './return-path.ts';

test.each([
  ['/settings', '/settings'],
  ['/owners?page=2', '/owners?page=2'],
  [undefined, '/owners'],
  ['', '/owners'],
  ['//evil.example', '/owners'],
  ['/\\evil.example', '/owners'],
  ['https://evil.example', '/owners'],
  ['javascript:alert(1)', '/owners'],
  ['settings', '/owners'],
  ['/\t/evil.example', '/owners'],
])('the redirect %s leads to %s', (redirect, path) => {
  expect(returnPath(redirect)).toBe(path);
});
