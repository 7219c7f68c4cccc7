import type { EndpointBody } from '../../contract/endpoints.ts';
import type { UnitsTable } from '../../db/tables/units.ts';
import { readColumns, writeColumns } from '../shared/columns.ts';
import type { UnitTableRow } from './units.queries.ts';

type Changes = EndpointBody<'updateUnitDetails'>;

const columns = {
  name: 'name',
  model: 'model',
  contacts: 'contacts',
  discountRate: 'discount_rate',
  idCheckingServiceHostName: 'id_checking_service_host_name',
  homeHelperText: 'home_helper_text',
  homeButtonImage: 'home_button_image',
  stripeReaderId: 'stripe_reader_id',
  paxShift4ReaderId: 'pax_shift4_reader_id',
} as const satisfies Record<Exclude<keyof Changes, 'expected'>, keyof UnitsTable>;

/** Fields of a unit that an update may change, by their API names. */
export const unitFields = (row: UnitTableRow) => readColumns(columns, row);

export const unitColumns = (changes: Changes) =>
  writeColumns(columns, {
    ...changes,
    contacts: changes.contacts && [...new Set(changes.contacts)],
  });
