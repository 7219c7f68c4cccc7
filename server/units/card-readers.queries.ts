import type { Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';

/** Fields of a card reader; omitted ones stay unchanged. */
export interface CardReaderFields {
  serialNumber?: string | undefined;
  displayName?: string | undefined;
  addressLine1?: string | undefined;
  city?: string | undefined;
  state?: string | undefined;
  country?: string | undefined;
  zipCode?: string | undefined;
}

export async function saveCardReader(
  db: Tx,
  unit: UnitRef,
  readerId: string,
  fields: CardReaderFields,
): Promise<void> {
  const given = {
    serial_number: fields.serialNumber,
    display_name: fields.displayName,
    address_line1: fields.addressLine1,
    city: fields.city,
    state: fields.state,
    country: fields.country,
    zip_code: fields.zipCode,
  };
  const columns = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  );
  const key = { venue_id: unit.venue_id, unit_id: unit.id, reader_id: readerId };
  await db
    .insertInto('card_readers')
    .values({ ...key, ...columns })
    .onConflict((conflict) =>
      conflict
        .columns(['venue_id', 'unit_id', 'reader_id'])
        .doUpdateSet({ reader_id: readerId, ...columns }),
    )
    .execute();
}
