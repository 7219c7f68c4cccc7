import { MantineProvider } from '@mantine/core';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { describe, expect, test, vi } from 'vitest';
import {
  arcDashes,
  type DrawnPosition,
  drawnPositions,
  ingredientLevel,
  layoutOf,
  type Spot,
  summaryOf,
  type UnitLayout,
} from './geometry.ts';
import { UnitDrawing } from './unit-drawing.tsx';

vi.mock('../../ui/link.tsx', () => ({
  Link: ({ href, children }: { href: string; children: ReactNode }) => (
    <a href={href}>{children}</a>
  ),
}));

const place = (
  position: string,
  name: string,
  percent: number,
  state: DrawnPosition['state'] = 'good',
): DrawnPosition => ({ position, ingredientId: name.toLowerCase(), name, percent, state });

const places = [
  place('1', 'Vodka', 82),
  place('2', 'Vodka', 34),
  place('5', 'Tequila', 12, 'low'),
  place('15', 'Midori', 0, 'out'),
  place('101', 'Cola', 73),
];
const unit = { unitNumber: 1042, name: null };
const classic = { category: 'ROTENDER_CLASSIC', unit, places } as const;
const list = () => screen.getByRole('list', { name: 'Places of unit 1042' });

test('every position has a full accessible name, in numeric order', () => {
  render(<UnitDrawing {...classic} actionsOf={() => []} />);
  expect(within(list()).getAllByRole('listitem')).toHaveLength(20);
  for (const name of [
    'Position 1: Vodka, 82%',
    'Position 5: Tequila, 12%, low',
    'Position 15: Midori, out',
    'Position 101: Cola, 73%',
  ]) {
    expect(screen.getByRole('button', { name })).toBeInTheDocument();
  }
  expect(within(list()).getByText('Position 14: free')).toBeInTheDocument();
  expect(within(list()).getAllByRole('button')).toHaveLength(places.length);
});

test('the middle shows the unit, its level and shortages, and on hover the ingredient', () => {
  const { rerender } = render(<UnitDrawing {...classic} />);
  for (const text of ['Unit 1042', '32%', '1 low · 1 out · 12 free']) {
    expect(screen.getByText(text)).toBeInTheDocument();
  }
  rerender(<UnitDrawing {...classic} highlighted="vodka" />);
  for (const text of ['Vodka', '82% · 34%', 'positions 1, 2']) {
    expect(screen.getByText(text)).toBeInTheDocument();
  }
});

test('hovering a position reports its ingredient, and pressing it opens its actions', async () => {
  const pointed = vi.fn<(id: string | null) => void>();
  const restored = vi.fn<() => void>();
  render(
    <MantineProvider>
      <UnitDrawing
        {...classic}
        onHighlight={pointed}
        actionsOf={({ ingredientId }) =>
          ingredientId === 'vodka' ? [{ label: 'Restore', onSelect: restored }] : []
        }
      />
    </MantineProvider>,
  );
  const vodka = screen.getByRole('button', { name: 'Position 2: Vodka, 34%' });
  await userEvent.hover(vodka);
  expect(pointed).toHaveBeenLastCalledWith('vodka');
  await userEvent.unhover(vodka);
  expect(pointed).toHaveBeenLastCalledWith(null);
  await userEvent.click(vodka);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Restore Vodka' }));
  expect(restored).toHaveBeenCalledOnce();
  expect(vodka).toHaveFocus();
});

test('a free position leads to a new ingredient there', () => {
  render(<UnitDrawing {...classic} addAt={(position) => `/add?position=${position}`} />);
  const free = screen.getByRole('link', { name: 'Position 14: free, add an ingredient here' });
  expect(free).toHaveAttribute('href', '/add?position=14');
  expect(screen.getAllByRole('link')).toHaveLength(20 - places.length);
});

test('selection mode makes each position a checkbox and marks those of other ingredients as taken', async () => {
  const toggled = vi.fn<(position: string) => void>();
  render(
    <UnitDrawing
      {...classic}
      source="carousel"
      choose={{ selected: new Set(['1', '5']), ownId: 'vodka', onToggle: toggled }}
    />,
  );
  expect(screen.getAllByRole('checkbox')).toHaveLength(16);
  expect(screen.getByRole('checkbox', { name: 'Position 1: Vodka, 82%' })).toBeChecked();
  const taken = screen.getByRole('checkbox', { name: 'Position 5: taken by Tequila, 12%, low' });
  expect(taken).toBeChecked();
  expect(screen.getByText('taken ✓')).toBeInTheDocument();
  expect(screen.getAllByText('taken')).toHaveLength(1);
  screen.getByRole('checkbox', { name: 'Position 3: free' }).focus();
  await userEvent.keyboard(' ');
  expect(toggled).toHaveBeenCalledWith('3');
});

test.each([
  ['ROTENDER_CLASSIC', 'carousel', 16],
  ['ROTENDER_CLASSIC', 'soda gun', 4],
  ['BEERTENDER', undefined, 2],
] as const)('%s, %s has %d positions', (category, source, count) => {
  render(
    <UnitDrawing category={category} unit={unit} places={[]} {...(source ? { source } : {})} />,
  );
  expect(within(list()).getAllByRole('listitem')).toHaveLength(count);
});

test('shows only position numbers while loading', () => {
  render(<UnitDrawing {...classic} places={undefined} />);
  expect(screen.getByText('Unit 1042')).toBeInTheDocument();
  expect(screen.queryByText('free')).not.toBeInTheDocument();
});

test('the middle has the name of the unit with its number, which is never cut off', () => {
  const { rerender } = render(<UnitDrawing {...classic} unit={{ ...unit, name: 'Rooftop' }} />);
  expect(screen.getByText('Rooftop · 1042')).toBeInTheDocument();
  const name = 'The unit at the far end of the roof';
  rerender(<UnitDrawing {...classic} unit={{ ...unit, name }} />);
  expect(screen.getByText(/^The unit a.*… · 1042$/)).toBeInTheDocument();
  expect(screen.getByRole('list', { name: `Places of ${name} · 1042` })).toBeInTheDocument();
});

test('a place shows its time left instead of its level', () => {
  const timeLeft = { short: '2 h 10', long: 'likely out at 10:40 PM (10:05 PM to 11:30 PM)' };
  const timed = [{ ...place('1', 'Vodka', 12, 'low'), timeLeft }];
  const { rerender } = render(<UnitDrawing {...classic} places={timed} actionsOf={() => []} />);
  expect(screen.getByText('2 h 10')).toBeInTheDocument();
  expect(
    screen.getByRole('button', {
      name: 'Position 1: Vodka, likely out at 10:40 PM (10:05 PM to 11:30 PM)',
    }),
  ).toBeInTheDocument();
  rerender(<UnitDrawing {...classic} places={timed} highlighted="vodka" />);
  expect(screen.getAllByText('2 h 10')).toHaveLength(2);
});

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

const levelPlace = (position: string, remainingMl: number, sizeMl = 1000) => ({
  position,
  remainingMl,
  sizeMl,
});
const stocked = (_id: string, ...places: ReturnType<typeof levelPlace>[]) => ({
  _id,
  name: _id.toUpperCase(),
  threshold: 20,
  places,
});

test.each([
  [1000, 100, 'good'],
  [999.99, 99, 'good'],
  [409.99, 41, 'good'],
  [201, 20, 'good'],
  [200, 20, 'low'],
  [4, 1, 'low'],
  [0, 0, 'out'],
])('%s ml of a litre are %d percent: %s', (remainingMl, percent, state) => {
  expect(ingredientLevel(stocked('gin', levelPlace('1', remainingMl)))).toEqual({ percent, state });
});

test("an ingredient's level covers all of its positions, and is null without any", () => {
  const level = ingredientLevel(stocked('vodka', levelPlace('1', 820), levelPlace('2', 340)));
  expect(level).toEqual({ percent: 58, state: 'good' });
  expect(ingredientLevel(stocked('mix'))).toBeNull();
});

test('lists each position separately', () => {
  expect(
    drawnPositions([stocked('vodka', levelPlace('1', 820), levelPlace('2', 120)), stocked('mix')]),
  ).toEqual([
    { position: '1', ingredientId: 'vodka', name: 'VODKA', percent: 82, state: 'good' },
    { position: '2', ingredientId: 'vodka', name: 'VODKA', percent: 12, state: 'low' },
  ]);
});

test('summarises a unit over the counted positions and omits zero counts', () => {
  const places = drawnPositions([
    stocked('vodka', levelPlace('1', 820), levelPlace('2', 120)),
    stocked('gin', levelPlace('3', 0)),
    stocked('cola', levelPlace('101', 1000)),
  ]);
  expect(summaryOf(['1', '2', '3', '4'], places)).toEqual({
    percent: 31,
    text: '1 low · 1 out · 1 free',
  });
  expect(summaryOf(['1'], places)).toEqual({ percent: 82, text: 'all stocked' });
  expect(summaryOf(['7', '8'], places)).toEqual({ percent: null, text: '2 free' });
});
