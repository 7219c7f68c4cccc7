import { expect, test } from 'vitest';
import {
  acceptsEncoding,
  contentTypeOf,
  endsLikePng,
  hasTooManyPixels,
  isCompressible,
  isLastingName,
  readPngSize,
  readRange,
} from './content-type.ts';

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

const header = (width: number, height: number, kind = [8, 6, 0, 0, 0]): Uint8Array => {
  const bytes = new Uint8Array(40);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  new DataView(bytes.buffer).setUint32(16, width);
  new DataView(bytes.buffer).setUint32(20, height);
  bytes.set(kind, 24);
  return bytes;
};
const changed = (at: number, byte: number): Uint8Array => {
  const bytes = header(300, 200);
  bytes[at] = byte;
  return bytes;
};

test('reads the size from the header at any byte offset of the buffer', () => {
  expect(readPngSize(header(300, 200))).toEqual({ width: 300, height: 200 });
  const shifted = new Uint8Array(60);
  shifted.set(header(1, 4_000_000_000), 7);
  expect(readPngSize(shifted.subarray(7))).toEqual({ width: 1, height: 4_000_000_000 });
  expect(readPngSize(header(2, 2, [1, 0, 0, 0, 1]))).toEqual({ width: 2, height: 2 });
});

test.each([
  ['too short', header(300, 200).subarray(0, 32)],
  ['empty', new Uint8Array()],
  ['of another format', changed(0, 0x88)],
  ['damaged by a text transfer', changed(4, 0x0a)],
  ['without a header of 13 bytes', changed(11, 14)],
  ['without a header', changed(12, 0x69)],
  ['of no width', header(0, 200)],
  ['of no height', header(300, 0)],
  ['of an unknown kind', header(300, 200, [8, 5, 0, 0, 0])],
  ['of a depth its kind does not have', header(300, 200, [4, 6, 0, 0, 0])],
  ['packed in an unknown way', header(300, 200, [8, 6, 1, 0, 0])],
  ['filtered in an unknown way', header(300, 200, [8, 6, 0, 1, 0])],
  ['interlaced in an unknown way', header(300, 200, [8, 6, 0, 0, 2])],
])('rejects a file that is %s', (_, bytes) => {
  expect(readPngSize(bytes)).toBeNull();
});

test('requires the end chunk, without trailing data', () => {
  const end = [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];
  expect(endsLikePng(Uint8Array.from(end))).toBe(true);
  expect(endsLikePng(Uint8Array.from([7, ...end]))).toBe(true);
  expect(endsLikePng(Uint8Array.from([...end, 7]))).toBe(false);
  expect(endsLikePng(Uint8Array.from(end.slice(1)))).toBe(false);
});

test('accepts up to 8,000 pixels per side and 16 megapixels in total', () => {
  expect(hasTooManyPixels({ width: 8000, height: 2000 })).toBe(false);
  expect(hasTooManyPixels({ width: 2000, height: 8000 })).toBe(false);
  expect(hasTooManyPixels({ width: 8001, height: 1 })).toBe(true);
  expect(hasTooManyPixels({ width: 1, height: 8001 })).toBe(true);
  expect(hasTooManyPixels({ width: 4000, height: 4001 })).toBe(true);
  expect(hasTooManyPixels({ width: 30_000, height: 30_000 })).toBe(true);
});

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
