import type { Endpoints } from '../../contract/endpoints.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { rejectStaleUpdate } from '../shared/reject-stale-update.ts';
import { saveCardReader } from './card-readers.queries.ts';
import { getUnit, type UnitBasics, type UnitRow, updateUnitRow } from './units.queries.ts';
import { lockLiveUnit } from './unit-access.ts';
import type { ChangedBy } from '../shared/require-account.ts';
import { unitFields } from './unit-fields.ts';

type Changes = BodyOf<Endpoints['updateUnitDetails']>;
type Reader = BodyOf<Endpoints['updateUnit']>['stripeReader'];

/**
 * Updates a unit; omitted fields stay unchanged, and the category is immutable. A discount affects charges, so it is
 * audited.
 */
export function updateUnit(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  unit: UnitBasics,
  changes: Changes,
  reader: Reader,
  by: ChangedBy,
): Promise<UnitRow> {
  return db.transaction().execute(async (transaction) => {
    const before = await lockLiveUnit(transaction, unit.id);
    rejectStaleUpdate(changes.expected, unitFields(before));
    await updateUnitRow(transaction, unit.id, columnsOf(changes));
    const after = await getUnit(transaction, unit.id);
    if (reader && after.stripe_reader_id !== '') {
      await saveCardReader(transaction, unit, after.stripe_reader_id, reader);
    }
    if (before.discount_rate !== after.discount_rate) {
      await insertAudit(transaction, {
        at: now(),
        actor: by.actor,
        ownerId: unit.owner_id,
        address: by.address,
        action: 'unit.discount_updated',
        target: `unit ${unit.unit_number}`,
        oldValue: { discountRate: before.discount_rate },
        newValue: { discountRate: after.discount_rate },
      });
    }
    return after;
  });
}

function columnsOf(changes: Changes) {
  const columns = {
    model: changes.model,
    contacts: changes.contacts && [...new Set(changes.contacts)],
    discount_rate: changes.discountRate,
    id_checking_service_host_name: changes.idCheckingServiceHostName,
    home_helper_text: changes.homeHelperText,
    home_button_image: changes.homeButtonImage,
    stripe_reader_id: changes.stripeReaderId,
    pax_shift4_reader_id: changes.paxShift4ReaderId,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}
