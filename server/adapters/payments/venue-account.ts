import type { Db } from '../../../db/tables/tables.ts';

/** A venue's accounts with card providers. */
export interface VenueAccount {
  venueId: string;
  venueName: string;
  privateKeySealed: Buffer | null;
  clientGuid: string;
  authTokenSealed: Buffer | null;
  webhookSecretSealed: Buffer | null;
}

export async function findVenueAccount(db: Db, venueId: string): Promise<VenueAccount | null> {
  const found = await db
    .selectFrom('venues')
    .select([
      'id as venueId',
      'name as venueName',
      'private_key_sealed as privateKeySealed',
      'client_guid as clientGuid',
      'auth_token_sealed as authTokenSealed',
      'webhook_secret_sealed as webhookSecretSealed',
    ])
    .where('id', '=', venueId)
    .executeTakeFirst();
  return found ?? null;
}
