import { expect, test } from 'vitest';
import {
  type BundleEntry,
  bundleLimits,
  bundleError,
  doOverlap,
  entryRefused,
  isBomb,
} from './bundle.ts';

const file = (name: string, more: Partial<BundleEntry> = {}): BundleEntry => ({
  name,
  mode: 0,
  isEncrypted: false,
  method: 8,
  packedBytes: 100,
  bytes: 300,
  ...more,
});
const page = file('index.html');
const zip = { zipBytes: 1_000_000, entryPage: 'index.html' };

test('accepts the output of common build tools', () => {
  const entries = [
    file('assets/', { mode: 0o040755, bytes: 0, packedBytes: 0, method: 0 }),
    page,
    file('assets/app.3f9c2b1a.js', { mode: 0o100644 }),
    file('Assets/other.js'),
    file('.DS_Store'),
    file('empty.txt', { bytes: 0, packedBytes: 0, method: 0 }),
  ];
  expect(bundleError(entries, zip)).toBeNull();
});

test('an empty entry with the mode of a file is a folder by its name', () => {
  const folder = (more: Partial<BundleEntry>) =>
    bundleError([page, file('assets/', { mode: 0o100644, bytes: 0, ...more })], zip);
  expect(folder({ method: 0, packedBytes: 0 })).toBeNull();
  expect(folder({ method: 8, packedBytes: 2 })).toBeNull();
  expect(folder({ bytes: 1 })).toContain('“assets/” is neither a file nor a folder');
  expect(folder({ mode: 0o010644 })).toContain('“assets/” is neither a file nor a folder');
  expect(bundleError([page, file('assets', { mode: 0o040755, bytes: 0 })], zip)).toContain(
    '“assets” is neither a file nor a folder',
  );
});

test('accepts a bundle at its limits and rejects one beyond them', () => {
  const many = (count: number) => [
    page,
    ...Array.from({ length: count - 1 }, (_, at) => file(`${at}.txt`, { packedBytes: 1 })),
  ];
  expect(bundleError(many(bundleLimits.entries), zip)).toBeNull();
  expect(bundleError(many(bundleLimits.entries + 1), zip)).toContain('more than 5,000 files');

  const large = (bytes: number) => [
    { ...page, bytes: 0 },
    file('film.mp4', { bytes, packedBytes: bytes / 4 }),
  ];
  const whole = { ...zip, zipBytes: bundleLimits.zipBytes };
  expect(bundleError(large(bundleLimits.bytes), whole)).toBeNull();
  expect(bundleError(large(bundleLimits.bytes + 1), whole)).toContain('more than 300 MB');
});

test('only large entries can be zip bombs', () => {
  expect(isBomb(1024 ** 2, 1)).toBe(false);
  expect(isBomb(2_000_000, 10_000)).toBe(false);
  expect(isBomb(2_000_001, 10_000)).toBe(true);
});

test('entries that share a byte of the zip overlap, in whatever order they are listed', () => {
  const apart = [
    { start: 200, end: 300 },
    { start: 0, end: 100 },
    { start: 100, end: 150 },
  ];
  expect(doOverlap([])).toBe(false);
  expect(doOverlap(apart)).toBe(false);
  for (const start of [0, 149, 299]) {
    expect(doOverlap([...apart, { start, end: 400 }]), `from ${start}`).toBe(true);
  }
});

test('rejects a file and a folder of the same name in any order and case', () => {
  const inFolder = file('A/b.js');
  for (const entries of [
    [page, file('a'), inFolder],
    [page, inFolder, file('a')],
  ]) {
    expect(bundleError(entries, zip)).toContain('“a” is a file and a folder at once');
  }
});

test('shows the name of an entry in readable form', () => {
  expect(entryRefused('a\u202eb\u0000.js', 'is odd')).toBe(
    'Bundle refused: “a\ufffdb\ufffd.js” is odd',
  );
  expect(entryRefused('x'.repeat(500), 'is long')).toBe(
    `Bundle refused: “${'x'.repeat(79)}…” is long`,
  );
});
