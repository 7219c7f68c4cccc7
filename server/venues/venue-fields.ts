import { masked } from '../../lib/secret-mask.ts';
import type { VenueRow } from './venues.queries.ts';

/** Fields of a venue by their API names, except the drink limit; secrets are masked. */
export const venueFields = (row: VenueRow) => ({
  name: row.name,
  taxPercentage: row.tax_percentage,
  publicKey: row.public_key,
  privateKey: masked(row.private_key_hint),
  clientGuid: row.client_guid,
  authToken: masked(row.auth_token_hint),
  webhookSecret: masked(row.webhook_secret_hint),
});
