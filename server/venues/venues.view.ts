import type { z } from 'zod';
import type { venue, venueForSuperAdmin } from '../../contract/venues.ts';
import { masked } from '../../lib/secret-mask.ts';
import type { VenueRow } from './venues.queries.ts';

export function venueView(
  row: VenueRow,
  withSecrets: boolean,
): z.output<typeof venue | typeof venueForSuperAdmin> {
  const open = { _id: row.id, id: row.id, name: row.name };
  if (!withSecrets) return open;
  return {
    ...open,
    taxPercentage: row.tax_percentage,
    drinkLimit: { quantity: row.drink_limit_quantity, minutes: row.drink_limit_minutes },
    publicKey: row.public_key,
    privateKey: masked(row.private_key_hint),
    clientGuid: row.client_guid,
    authToken: masked(row.auth_token_hint),
    webhookSecret: masked(row.webhook_secret_hint),
  };
}
