import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Person } from '../../api/people.ts';
import { peopleColumns } from './people-screen.tsx';

const nowMs = Date.parse('2026-06-14T12:00:00Z');
const kim: Person = {
  id: 'k',
  state: 'active',
  name: 'Kim',
  email: 'kim@example.com',
  role: 'bartender',
  venueIds: null,
  isHolder: false,
  lastSeenAt: null,
  expiresAt: null,
  hasSecondFactor: false,
};

function showSeen(person: Person) {
  const columns = peopleColumns({ venues: [], nowMs, timezone: 'UTC', actionsOf: () => [] });
  render(<>{columns.find(({ id }) => id === 'seen')?.cell(person)}</>);
}

test('a person who has never signed in was never seen', () => {
  showSeen(kim);
  expect(screen.getByText('Never')).toBeVisible();
});

test('on a phone the time says what it is of', () => {
  const columns = peopleColumns({ venues: [], nowMs, timezone: 'UTC', actionsOf: () => [] });
  const folded = (person: Person) => columns.find(({ id }) => id === 'seen')?.folded?.(person);
  render(
    <ul>
      <li>{folded(kim)}</li>
      <li>{folded({ ...kim, lastSeenAt: '2026-06-14T10:00:00Z' })}</li>
    </ul>,
  );
  const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(texts).toEqual(['Never seen', 'Seen 2 h ago']);
});

test('a person who has signed in was last seen then', () => {
  showSeen({ ...kim, lastSeenAt: '2026-06-14T10:00:00Z' });
  expect(screen.getByText('2 h ago')).toBeVisible();
});
