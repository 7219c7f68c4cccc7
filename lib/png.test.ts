import { expect, test } from 'vitest';
import { endsLikePng, hasTooManyPixels, readPngSize } from './png.ts';

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
