import { expect, test } from 'vitest';
import { fitted, lighterSide, pngName, sizeOfDrawing } from './picked-image.tsx';

test.each([
  [
    { width: 1600, height: 900 },
    { width: 1600, height: 900 },
  ],
  [
    { width: 8064, height: 6048 },
    { width: 1600, height: 1200 },
  ],
  [
    { width: 20, height: 30_000 },
    { width: 1, height: 1600 },
  ],
])('scales %j to %j', (size, drawn) => {
  expect(fitted(size)).toEqual(drawn);
});

test('reduces a picture above the size limit', () => {
  const side = lighterSide({ width: 1600, height: 1200 }, 9_000_000);
  expect((side / 1600) ** 2 * 9_000_000).toBeLessThan(4_500_000);
});

test.each([
  ['my rum.png', 'my rum.png'],
  ['rum.v2.JPEG', 'rum.v2.png'],
  ['rum', 'rum.png'],
  ['.jpg', 'image.png'],
  ['ev\u202eil\u0000.jpg', 'evil.png'],
])('uploads %j as %j', (name, sent) => {
  expect(pngName(name)).toBe(sent);
});

test.each([
  [
    { width: 75, height: 150 },
    { width: 800, height: 1600 },
  ],
  [
    { width: 3200, height: 1600 },
    { width: 1600, height: 800 },
  ],
])('draws a drawing that says %j at %j', (stated, drawn) => {
  expect(sizeOfDrawing(stated)).toEqual(drawn);
});
