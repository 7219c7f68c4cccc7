import type { Owner } from '../../api/owners.ts';

/** Number of owners that the list has, and the step that Enter takes in the search field. */
export function outcomeOf(q: string, total: number, first: Owner | undefined): string {
  const count = total === 1 ? '1 owner' : `${total.toLocaleString('en-US')} owners`;
  if (q === '') return count;
  if (!first) return 'No match';
  const venue = first.venues.find(({ id }) => id === first.foundVenueId) ?? first.venues[0];
  const target = venue ? `${first.name} (${venue.name})` : first.name;
  return `${total === 1 ? '1 owner matches' : `${count} match`}. Enter acts for ${target}.`;
}
