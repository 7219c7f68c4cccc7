import { expect, test } from 'vitest';
import { acceptsEncoding, readRange } from './byte-range.ts';

test.each([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=50-1000', { start: 50, end: 99 }],
  ['bytes=99-99', { start: 99, end: 99 }],
  ['bytes=100-', 'beyond'],
  ['bytes=-0', 'beyond'],
  ['bytes=9-3', null],
  ['bytes=-', null],
  ['bytes=0-1,5-6', null],
  ['lines=0-1', null],
])('parses the range %s of 100 bytes', (header, range) => {
  expect(readRange(header, 100)).toEqual(range);
});

test('no range of an empty file is satisfiable', () => {
  expect(readRange('bytes=0-', 0)).toBe('beyond');
  expect(readRange('bytes=-5', 0)).toBe('beyond');
});

test.each([
  ['gzip, deflate, br', 'br', true],
  ['GZIP;q=0.5', 'gzip', true],
  ['br;q=0, gzip', 'br', false],
  ['br; q=0.000', 'br', false],
  ['*', 'br', true],
  ['gzip;q=0, *', 'gzip', false],
  ['*;q=0', 'gzip', false],
  ['identity', 'gzip', false],
  ['', 'gzip', false],
])('Accept-Encoding %j allows %s: %s', (header, encoding, allows) => {
  expect(acceptsEncoding(header, encoding)).toBe(allows);
});
