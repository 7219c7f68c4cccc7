import { expect, test } from 'vitest';
import { containerFor, servingSizes, sizesToEdit, withSize } from './serving-sizes.ts';

const labels = (sizes: readonly { label: string }[]) => sizes.map(({ label }) => label);
const ml = (sizes: readonly { ml: number }[]) => sizes.map((size) => size.ml);

test('the classic unit pours 15 to 270 ml in steps of 15, labelled in ounces', () => {
  const sizes = servingSizes('ROTENDER_CLASSIC');
  expect(sizes).toHaveLength(18);
  expect(sizes[0]).toEqual({ ml: 15, label: '0.5 oz' });
  expect(sizes[2]).toEqual({ ml: 45, label: '1.5 oz' });
  expect(sizes[17]).toEqual({ ml: 270, label: '9 oz' });
});

test('any other unit pours 12, 16 or 24 oz', () => {
  expect(servingSizes('BEERTENDER')).toEqual([
    { ml: 360, label: '12 oz' },
    { ml: 480, label: '16 oz' },
    { ml: 720, label: '24 oz' },
  ]);
});

test('bottles are 750 or 1000 ml, with 1000 as default', () => {
  const { label, sizes, defaultMl } = containerFor('ROTENDER_CLASSIC', 'carousel');
  expect([label, defaultMl]).toEqual(['Bottle Size', 1000]);
  expect(labels(sizes)).toEqual(['750 ml', '1000 ml']);
});

test('bags are 2 to 5 US gallons in half steps, to 0.01 ml', () => {
  const { label, sizes, defaultMl } = containerFor('ROTENDER_CLASSIC', 'soda gun');
  expect(label).toBe('Bag Size');
  expect(labels(sizes)).toEqual(
    ['2', '2.5', '3', '3.5', '4', '4.5', '5'].map((n) => `${n} gallons`),
  );
  expect(ml(sizes)).toEqual([
    7570.82, 9463.53, 11_356.23, 13_248.94, 15_141.64, 17_034.35, 18_927.05,
  ]);
  expect(ml(sizes)).toContain(defaultMl);
});

test('keg labels include litres', () => {
  const { label, sizes, defaultMl } = containerFor('BEERTENDER', 'carousel');
  expect([label, defaultMl]).toEqual(['Keg Size', 50_000]);
  expect(sizes).toEqual([
    { ml: 50_000, label: '1 barrel (50 L)' },
    { ml: 58_670, label: '1/2 barrel (58.67 L)' },
    { ml: 29_340, label: '1/4 barrel (29.34 L)' },
    { ml: 19_550, label: '1/6 barrel (19.55 L)' },
  ]);
});

test('an existing ingredient may have an imperial bag', () => {
  const sizes = sizesToEdit(containerFor('ROTENDER_CLASSIC', 'soda gun'));
  expect(sizes).toHaveLength(9);
  expect(labels(sizes)).toContain('11365 ml');
  expect(labels(sizes)).toContain('22730 ml');
  expect(sizesToEdit(containerFor('ROTENDER_CLASSIC', 'carousel'))).toHaveLength(2);
});

test('a size without a name is listed in ml', () => {
  const { sizes } = containerFor('ROTENDER_CLASSIC', 'carousel');
  expect(withSize(sizes, 700)[0]).toEqual({ ml: 700, label: '700 ml' });
  expect(withSize(sizes, 750)).toBe(sizes);
});
