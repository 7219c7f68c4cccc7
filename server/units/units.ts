/** Units: creation, changes, deletion, the order of the inventory, and the contact. */
import { isDeepStrictEqual } from 'node:util';
import type { EndpointBody } from '../../contract/endpoints.ts';
import { toCents } from '../../lib/money.ts';
import { parseUsPhone } from '../../lib/phone.ts';
import { findMisnamed, isOrder, reordered } from '../../lib/lists.ts';
import { menuMessages } from '../../rules/drinks/menu-messages.ts';
import { ingredientMessages } from '../../rules/messages.ts';
import { refuseContactNumber } from '../../rules/recipients/contact-number.ts';
import { recipientMessages } from '../../rules/recipients/recipient-messages.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { insertChanges } from '../changes/changes.queries.ts';
import { requireQuota } from '../owners/owners.ts';
import { insertFormerDiscount } from '../prices/former-prices.queries.ts';
import type { RecipientKey } from '../recipients/recipients.queries.ts';
import { requestAgain, requestConfirmations } from '../recipients/confirmations.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, notFound } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import { type AuditContext, rejectStaleUpdate } from '../shared/require.ts';
import { changeStock } from '../stock/change-stock.ts';
import {
  deleteUnitRow,
  getUnit,
  insertUnit,
  type InventoryEntry,
  saveCardReader,
  type UnitBasics,
  type UnitRow,
  type UnitTableRow,
  updateInventoryOrder,
  updateUnitRow,
} from './units.queries.ts';
import { lockLiveUnit, unitTarget } from './unit-access.ts';
import { unitColumns, unitFields } from './unit-fields.ts';
import type { VenueRow } from '../venues/venues.queries.ts';

/** Adds a unit to a venue; the database assigns the next number, which was never used before. */
export function createUnit(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  venue: VenueRow,
  { category, name, in_service_since }: Pick<UnitRow, 'category' | 'name' | 'in_service_since'>,
  by: AuditContext,
): Promise<UnitRow> {
  return db.transaction().execute(async (transaction) => {
    await requireQuota(transaction, by.actor, venue.owner_id, 'units');
    const at = now();
    const id = newId(at);
    const made = { id, venue_id: venue.id, category, name, in_service_since, created_at: at };
    await insertUnit(transaction, made);
    const unit = await getUnit(transaction, { venue_id: venue.id, id });
    await insertAudit(transaction, by, at, {
      ownerId: venue.owner_id,
      action: 'unit.created',
      target: unitTarget({ ...unit, unit_name: unit.name }),
      newValue: { category },
    });
    return unit;
  });
}

type Changes = EndpointBody<'updateUnitDetails'>;
type Reader = EndpointBody<'updateUnit'>['stripeReader'];

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
  by: AuditContext,
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
    const at = now();
    const audit = {
      ownerId: unit.owner_id,
      target: unitTarget({ ...unit, unit_name: after.name }),
    };
    if (before.contacts.join() !== after.contacts.join()) {
      await insertAudit(transaction, by, at, {
        ...audit,
        action: 'unit.contacts_updated',
        oldValue: { contacts: before.contacts.join(', ') },
        newValue: { contacts: after.contacts.join(', ') },
      });
    }
    const [wasRead, isRead] = [readersOf(before), readersOf(after)];
    if (!isDeepStrictEqual(wasRead, isRead)) {
      await insertAudit(transaction, by, at, {
        ...audit,
        action: 'unit.readers_updated',
        oldValue: wasRead,
        newValue: isRead,
      });
    }
    if (before.discount_rate !== after.discount_rate) {
      await insertFormerDiscount(transaction, unit, before.discount_rate, at);
      await insertAudit(transaction, by, at, {
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

/**
 * Deletes a unit with its inventory, drinks and keys, and resolves its restock notices. Its sales stay; its number is
 * never reused.
 */
export async function deleteUnit(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  unit: UnitBasics,
  by: AuditContext,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const at = now();
    await lockLiveUnit(transaction, unit);
    await changeStock(transaction, unit, { at, actor: by.actor }, (stock) => stock.freeAll());
    await deleteUnitRow(transaction, unit, at);
    await insertChanges(transaction, unit, at, [{ kind: 'menu' }]);
    await insertAudit(transaction, by, at, {
      ownerId: unit.owner_id,
      action: 'unit.deleted',
      target: unitTarget(unit),
    });
  });
}

type SentEntry = EndpointBody<'updateUnitInventory'>['updatedInventory'][number];

/**
 * Stores the order in which a unit shows its ingredients: those sent first, the others after them in their previous
 * order. All or nothing. Throws 404 when the unit does not have one of them, a field error when one is named twice, and
 * 409 when those expected are in another order by now, or when a price or position sent is not the stored one, which
 * this does not change.
 */
export function updateUnitInventory(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  unit: UnitBasics,
  sent: readonly SentEntry[],
  expected?: readonly string[],
): Promise<UnitRow> {
  return db.transaction().execute(async (transaction) => {
    await lockLiveUnit(transaction, unit);
    const { inventory } = await getUnit(transaction, unit);
    const list = inventory.map((entry) => entry.ingredient_id);
    const named = sent.map(([ingredientId]) => ingredientId);
    const { twice, unknown } = findMisnamed(list, named);
    if (unknown !== null) throw notFound('ingredient');
    if (twice !== null) throw fieldError({ updatedInventory: ingredientMessages.namedTwice });
    if (expected && !isOrder(list, expected))
      throw fieldError({ updatedInventory: menuMessages.orderChanged }, 409);
    const stored = new Map(inventory.map((entry) => [entry.ingredient_id, entry]));
    for (const [ingredientId, entry] of sent) rejectOtherEntry(stored.get(ingredientId), entry);
    await updateInventoryOrder(transaction, unit, reordered(list, named));
    await insertChanges(transaction, unit, now(), [{ kind: 'menu' }]);
    return getUnit(transaction, unit);
  });
}

/** Throws 409 for a field that is not as stored. */
function rejectOtherEntry(stored: InventoryEntry | undefined, sent: SentEntry[1]): void {
  const message = stored && differenceOf(stored, sent);
  if (message) throw fieldError({ updatedInventory: message }, 409);
}

function differenceOf(stored: InventoryEntry, sent: SentEntry[1]): string | null {
  const { ingredientId = stored.ingredient_id, price, doublePrice, positionInUnit } = sent;
  if (ingredientId !== stored.ingredient_id) return ingredientMessages.otherInPair;
  if (
    isOtherAmount(price, stored.price_cents) ||
    isOtherAmount(doublePrice, stored.double_price_cents ?? 0)
  )
    return ingredientMessages.otherPriceInOrder(stored.name);
  const positions = stored.positions.map(String);
  return positionInUnit && positionInUnit.toSorted().join() !== positions.toSorted().join()
    ? ingredientMessages.otherPositionInOrder(stored.name)
    : null;
}

const isOtherAmount = (sent: number | undefined, storedCents: number): boolean =>
  sent !== undefined && toCents(sent) !== storedCents;

/** Recipient of text messages to a contact: the same for all units of the owner. */
export const contactRecipient = (ownerId: string, number: string): RecipientKey => ({
  account_id: ownerId,
  channel: 'sms',
  address: number,
});

/** Asks a contact of the unit again; returns its number. */
export async function requestContactConfirmation(
  deps: Pick<AppDeps, 'db' | 'pool' | 'now'>,
  unit: UnitBasics,
  text: string,
): Promise<string> {
  const number = parseUsPhone(text) ?? text;
  const { contacts } = await getUnit(deps.db, unit);
  if (!contacts.includes(number)) throw fieldError({ number: recipientMessages.notAContact });
  await requestAgain(deps, contactRecipient(unit.owner_id, number), unit.venue_id);
  return number;
}
