import { expect, test } from 'vitest';
import { ownPath } from './own-path.ts';

test.each([
  ['/settings', '/settings'],
  ['/owners?page=2', '/owners?page=2'],
  ['/drink-menu?page=2#d', '/drink-menu?page=2#d'],
  ['/login?next=//evil.example', '/login?next=//evil.example'],
  [undefined, null],
  ['', null],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['/settings\\..', null],
  ['/.//evil.example', null],
  ['https://evil.example', null],
  ['javascript:alert(1)', null],
  ['settings', null],
  ['/\t/evil.example', null],
])('the address %j leads to %j', (address, path) => {
  expect(ownPath(address)).toBe(path);
});
