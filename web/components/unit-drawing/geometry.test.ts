import { describe, expect, test } from 'vitest';
import { arcDashes, layoutOf } from './geometry.ts';
import type { Spot, UnitLayout } from './geometry.ts';

const spot = ({ spots }: UnitLayout, position: string): Spot => {
  const found = spots.find((one) => one.position === position);
  if (!found) throw new Error(`There is no place ${position}`);
  return found;
};
const distance = (a: Spot, b: Spot) => Math.hypot(a.x - b.x, a.y - b.y);

const layouts: [string, UnitLayout][] = [
  ['a classic unit', layoutOf('ROTENDER_CLASSIC')],
  ['its carousel', layoutOf('ROTENDER_CLASSIC', 'carousel')],
  ['its soda gun', layoutOf('ROTENDER_CLASSIC', 'soda gun')],
  ['a beer unit', layoutOf('BEERTENDER')],
];

test.each(layouts)(
  '%s is drawn inside its frame without overlapping positions',
  (_name, layout) => {
    for (const one of layout.spots) {
      expect(one.x - one.radius).toBeGreaterThan(0);
      expect(one.y - one.radius).toBeGreaterThan(0);
      expect(one.x + one.radius).toBeLessThan(layout.width);
      expect(one.y + one.radius).toBeLessThan(layout.height);
      for (const other of layout.spots) {
        if (other === one) continue;
        expect(distance(one, other)).toBeGreaterThan(one.radius + other.radius);
      }
    }
  },
);

describe('classic unit layout', () => {
  const layout = layoutOf('ROTENDER_CLASSIC');

  test('a classic unit has sixteen positions on a ring, clockwise from the top', () => {
    const ring = layout.spots.slice(0, 16);
    expect(ring.map(({ position }) => position)).toEqual(
      Array.from({ length: 16 }, (_, index) => String(index + 1)),
    );
    const center = layout.center ?? { x: 0, y: 0 };
    for (const { x, y } of ring) {
      expect(Math.round(Math.hypot(x - center.x, y - center.y))).toBe(240);
    }
    expect(spot(layout, '1')).toMatchObject({ x: center.x, y: center.y - 240 });
    expect(spot(layout, '5')).toMatchObject({ x: center.x + 240, y: center.y });
    expect(spot(layout, '9')).toMatchObject({ x: center.x, y: center.y + 240 });
    expect(spot(layout, '13')).toMatchObject({ x: center.x - 240, y: center.y });
  });

  test('a classic unit has the four soda gun lines in a row below, from the left', () => {
    const gun = ['101', '102', '103', '104'].map((position) => spot(layout, position));
    expect(new Set(gun.map(({ y }) => y)).size).toBe(1);
    expect(gun.map(({ x }) => x)).toEqual(gun.map(({ x }) => x).sort((a, b) => a - b));
    expect(gun[0]?.y).toBeGreaterThan(spot(layout, '9').y);
  });
});

test('a beer unit has two taps side by side', () => {
  const layout = layoutOf('BEERTENDER');
  expect(layout.spots.map(({ position }) => position)).toEqual(['1', '2']);
  expect(spot(layout, '1').y).toBe(spot(layout, '2').y);
  expect(spot(layout, '1').x).toBeLessThan(spot(layout, '2').x);
});

test.each([
  [100, 0, '0.0 628.3'],
  [100, 25, '157.1 628.3'],
  [100, 100, '628.3 628.3'],
  [100, 140, '628.3 628.3'],
  [100, -1, '0.0 628.3'],
])('a circle of radius %d at %d percent is drawn as %s', (radius, percent, dashes) => {
  expect(arcDashes(radius, percent)).toBe(dashes);
});
