import { expect, test } from 'vitest';
import { outcomeOf } from './owners-screen.tsx';

const venues = [
  { id: 'v-1', name: 'Rooftop Bar' },
  { id: 'v-2', name: 'Cellar' },
];
const owner = {
  id: 'o-1',
  name: 'Rooftop Hospitality',
  email: 'maya@rooftop.example',
  isInvited: false,
  venues,
  foundVenueId: null,
};

test('without a search, states the number of owners', () => {
  expect(outcomeOf('', 1, owner)).toBe('1 owner');
  expect(outcomeOf('', 10_000, owner)).toBe('10,000 owners');
});

test('with a search, states the matches and where Enter leads', () => {
  expect(outcomeOf('roof', 12, owner)).toBe(
    '12 owners match. Enter acts for Rooftop Hospitality (Rooftop Bar).',
  );
  expect(outcomeOf('cell', 1, { ...owner, foundVenueId: 'v-2' })).toBe(
    '1 owner matches. Enter acts for Rooftop Hospitality (Cellar).',
  );
  expect(outcomeOf('x', 1, { ...owner, venues: [] })).toBe(
    '1 owner matches. Enter acts for Rooftop Hospitality.',
  );
  expect(outcomeOf('x', 0, undefined)).toBe('No match');
});
