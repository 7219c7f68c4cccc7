import { expect, test } from 'vitest';
import { sizeText } from '../../components/upload.tsx';
import { zipError } from './upload-form.tsx';

test.each([
  [{ name: 'site.zip', size: 1 }, null],
  [{ name: 'SITE.ZIP', size: 104_857_600 }, null],
  [{ name: 'site.zip', size: 104_857_601 }, 'Use a zip file of at most 100 MB'],
  [{ name: 'site.zip', size: 0 }, 'This file is empty'],
  [{ name: 'site.zip.exe', size: 1 }, 'Only zip files can be uploaded'],
  [{ name: 'zip', size: 1 }, 'Only zip files can be uploaded'],
])('validates the file %o', (file, problem) => {
  expect(zipError(file)).toBe(problem);
});

test.each([
  [1, '1 bytes'],
  [12_340, '12.3 kB'],
  [1_000_000, '1 MB'],
  [99_949_999, '99.9 MB'],
])('formats %d bytes as %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
