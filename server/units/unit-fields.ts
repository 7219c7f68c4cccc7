import type { Selectable } from 'kysely';
import type { UnitsTable } from '../../db/tables/units.ts';

/** Fields of a unit that an update may change, by their API names. */
export const unitFields = (row: Selectable<UnitsTable>) => ({
  model: row.model,
  contacts: row.contacts,
  discountRate: row.discount_rate,
  idCheckingServiceHostName: row.id_checking_service_host_name,
  homeHelperText: row.home_helper_text,
  homeButtonImage: row.home_button_image,
  stripeReaderId: row.stripe_reader_id,
  paxShift4ReaderId: row.pax_shift4_reader_id,
});
