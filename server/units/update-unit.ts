import { isDeepStrictEqual } from 'node:util';
import type { Endpoints } from '../../contract/endpoints.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { refuseContactNumber } from '../../rules/recipients/contact-number.ts';
import { unitTarget } from './unit-target.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { insertChanges } from '../changes/changes.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError } from '../shared/errors.ts';
import { requestConfirmations } from '../recipients/request-confirmations.ts';
import { rejectStaleUpdate } from '../shared/reject-stale-update.ts';
import { insertFormerDiscount } from '../prices/former-prices.queries.ts';
import { contactRecipient } from './contact-recipient.ts';
import { saveCardReader } from './card-readers.queries.ts';
import {
  getUnit,
  type UnitBasics,
  type UnitRow,
  type UnitTableRow,
  updateUnitRow,
} from './units.queries.ts';
import { lockLiveUnit } from './unit-access.ts';
import type { ChangedBy } from '../shared/require-account.ts';
import { unitColumns, unitFields } from './unit-fields.ts';

type Changes = BodyOf<Endpoints['updateUnitDetails']>;
type Reader = BodyOf<Endpoints['updateUnit']>['stripeReader'];

/**
 * Updates a unit; omitted fields stay unchanged, and the category is immutable. A discount affects charges, and a card
 * reader where payments go, so they are audited; so are contacts, and the holders of new numbers are asked for a
 * confirmation.
 */
export function updateUnit(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  unit: UnitBasics,
  changes: Changes,
  reader: Reader,
  by: ChangedBy,
): Promise<UnitRow> {
  return db.transaction().execute(async (transaction) => {
    const before = await lockLiveUnit(transaction, unit);
    rejectStaleUpdate(changes.expected, unitFields(before));
    refuseNewContacts(changes.contacts ?? [], before.contacts);
    await updateUnitRow(transaction, unit.id, unitColumns(changes));
    await insertChanges(transaction, unit, now(), [{ kind: 'menu' }]);
    const after = await getUnit(transaction, unit);
    if (reader && after.stripe_reader_id !== '') {
      await saveCardReader(transaction, unit, after.stripe_reader_id, reader);
    }
    const isNew = (number: string): boolean => !before.contacts.includes(number);
    await requestConfirmations(
      transaction,
      after.contacts.filter(isNew).map((number) => contactRecipient(unit.owner_id, number)),
      { venueId: unit.venue_id, at: now() },
    );
    const audit = {
      at: now(),
      actor: by.actor,
      ownerId: unit.owner_id,
      address: by.address,
      target: unitTarget({ ...unit, unit_name: after.name }),
    };
    if (before.contacts.join() !== after.contacts.join()) {
      await insertAudit(transaction, {
        ...audit,
        action: 'unit.contacts_updated',
        oldValue: { contacts: before.contacts.join(', ') },
        newValue: { contacts: after.contacts.join(', ') },
      });
    }
    const [wasRead, isRead] = [readersOf(before), readersOf(after)];
    if (!isDeepStrictEqual(wasRead, isRead)) {
      await insertAudit(transaction, {
        ...audit,
        action: 'unit.readers_updated',
        oldValue: wasRead,
        newValue: isRead,
      });
    }
    if (before.discount_rate !== after.discount_rate) {
      await insertFormerDiscount(transaction, unit, before.discount_rate, audit.at);
      await insertAudit(transaction, {
        ...audit,
        action: 'unit.discount_updated',
        oldValue: { discountRate: before.discount_rate },
        newValue: { discountRate: after.discount_rate },
      });
    }
    return after;
  });
}

const readersOf = (row: UnitTableRow) => ({
  stripeReaderId: row.stripe_reader_id,
  paxShift4ReaderId: row.pax_shift4_reader_id,
});

/** Throws 400 for a number that may not be added; numbers that are stored already may stay. */
function refuseNewContacts(numbers: readonly string[], stored: readonly string[]): void {
  const errors = numbers.flatMap((number, index) => {
    const error = stored.includes(number) ? null : refuseContactNumber(number);
    return error === null ? [] : [[`contacts.${index}`, error]];
  });
  if (errors.length > 0) throw fieldError(Object.fromEntries(errors));
}
