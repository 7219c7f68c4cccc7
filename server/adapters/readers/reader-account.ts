import type { Db } from '../../../db/tables/tables.ts';

/** A unit's card readers and its venue's accounts with their providers. */
export interface ReaderAccount {
  unitNumber: number;
  stripeReaderId: string;
  paxShift4ReaderId: string;
  venueId: string;
  venueName: string;
  privateKeySealed: Buffer | null;
  clientGuid: string;
  authTokenSealed: Buffer | null;
}

export async function findReaderAccount(db: Db, unitId: string): Promise<ReaderAccount | null> {
  const found = await db
    .selectFrom('units')
    .innerJoin('venues', 'venues.id', 'units.venue_id')
    .select([
      'units.unit_number as unitNumber',
      'units.stripe_reader_id as stripeReaderId',
      'units.pax_shift4_reader_id as paxShift4ReaderId',
      'venues.id as venueId',
      'venues.name as venueName',
      'venues.private_key_sealed as privateKeySealed',
      'venues.client_guid as clientGuid',
      'venues.auth_token_sealed as authTokenSealed',
    ])
    .where('units.id', '=', unitId)
    .where('units.deleted_at', 'is', null)
    .executeTakeFirst();
  return found ?? null;
}
