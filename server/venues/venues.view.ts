import type { z } from 'zod';
import type { venue, venueForSuperAdmin } from '../../contract/venues.ts';
import { ownFields, venueFields } from './venue-fields.ts';
import type { VenueRow } from './venues.queries.ts';

export function venueView(
  row: VenueRow,
  withSecrets: boolean,
): z.output<typeof venue | typeof venueForSuperAdmin> {
  const ids = { _id: row.id, id: row.id };
  if (!withSecrets) return { ...ids, ...ownFields(row) };
  const drinkLimit = { quantity: row.drink_limit_quantity, minutes: row.drink_limit_minutes };
  return { ...ids, ...venueFields(row), drinkLimit };
}
