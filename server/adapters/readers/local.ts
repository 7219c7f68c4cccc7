import type { Db } from '../../../db/tables/tables.ts';
import type { ReaderLookup } from './port.ts';

/** Card readers from our own database, as entered with the unit. */
export function embeddedReaders(db: Db): ReaderLookup {
  return {
    findReader: async (readerId, unitId) => {
      const row = await db
        .selectFrom('card_readers')
        .selectAll()
        .where('unit_id', '=', unitId)
        .where('reader_id', '=', readerId)
        .executeTakeFirst();
      if (!row) return null;
      return {
        serialNumber: row.serial_number,
        displayName: row.display_name,
        addressLine1: row.address_line1,
        city: row.city,
        state: row.state,
        country: row.country,
        zipCode: row.zip_code,
      };
    },
  };
}
