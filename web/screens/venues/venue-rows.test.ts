import { expect, test } from 'vitest';
import {
  foundVenues,
  ordersOf,
  type VenueOrder,
  type VenueRow,
  type VenueToday,
} from './venue-rows.ts';

const rowOf = (
  name: string,
  address: string,
  today: [gross: number, urgent: number, all: number] | null,
): VenueRow => ({
  venue: { _id: name, id: name, name, address, firstWeekday: 'monday' },
  today: today
    ? ({ figures: { gross: today[0] }, issues: { urgent: today[1], all: today[2] } } as VenueToday)
    : undefined,
});

const rows = [
  rowOf('Terrace', '89 South Street', [120, 0, 4]),
  rowOf('Bar 10', '12 Harbor Street', [90.5, 1, 1]),
  rowOf('Cellar', '', null),
  rowOf('Bar 9', '1 Collins Avenue', [120, 0, 0]),
];
const found = (text: string, order: VenueOrder) =>
  foundVenues(rows, text, order).map(({ venue }) => venue.name);

test('venues are found by words of their name and address, oldest first', () => {
  expect(found('', 'oldest')).toEqual(['Terrace', 'Bar 10', 'Cellar', 'Bar 9']);
  expect(found(' bar ', 'oldest')).toEqual(['Bar 10', 'Bar 9']);
  expect(found('STREET', 'oldest')).toEqual(['Terrace', 'Bar 10']);
  expect(found('terrace 89', 'oldest')).toEqual(['Terrace']);
  expect(found('terrace 12', 'oldest')).toEqual([]);
});

test.each([
  ['name', ['Bar 9', 'Bar 10', 'Cellar', 'Terrace']],
  ['sales', ['Terrace', 'Bar 9', 'Bar 10', 'Cellar']],
  ['attention', ['Bar 10', 'Terrace', 'Bar 9', 'Cellar']],
] as const)(
  'in the order %s, those without figures come last, and equal ones oldest first',
  (order, names) => {
    expect(found('', order)).toEqual(names);
  },
);

test('an order by figures is offered where they are shown', () => {
  expect(ordersOf(true, true)).toEqual(['oldest', 'name', 'sales', 'attention']);
  expect(ordersOf(true, false)).toEqual(['oldest', 'name', 'attention']);
  expect(ordersOf(false, true)).toEqual(['oldest', 'name']);
});
