/** Drinks are deleted, and brought back. */
import type { AppDeps } from '../shared/deps.ts';
import { toDollars } from '../../lib/money.ts';
import { drinkMessages } from '../../rules/drinks/drink-messages.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { insertChanges } from '../changes/changes.queries.ts';
import { deleteDrinkRow, getFormerDrink, undeleteDrinkRow } from './deleted-drinks.queries.ts';
import { requireLiveDrink } from './drinks.ts';
import { type DrinkRef, type DrinkRow, listRanks } from './drinks.queries.ts';
import { requireQuota } from '../owners/owners.ts';
import { HttpError } from '../shared/errors.ts';
import type { AuditContext } from '../shared/require.ts';
import type { Tx } from '../../db/tables/tables.ts';
import { lockLiveUnit, unitTarget } from '../units/unit-access.ts';
import { lockUnit, unitOf } from '../units/units.queries.ts';

/** Removes a drink from its unit's menu; its sales stay, and so does its row, for late sales and for undeleteDrink. */
export function deleteDrink(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  place: DrinkRef,
  by: AuditContext,
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await lockUnit(transaction, unitOf(place));
    await removeDrink(transaction, place, { ...by, at: now() });
  });
}

/** The part of deleteDrink behind the unit's lock. */
export async function removeDrink(
  transaction: Tx,
  place: DrinkRef,
  { at, ...by }: AuditContext & { at: Date },
): Promise<void> {
  const drink = await requireLiveDrink(transaction, place);
  await deleteDrinkRow(transaction, drink, at);
  await insertChanges(transaction, unitOf(place), at, [{ kind: 'menu' }]);
  await insertAudit(transaction, by, at, {
    ownerId: place.owner_id,
    action: 'drink.deleted',
    target: `${drink.name} on ${unitTarget(place)}`,
    oldValue: { price: toDollars(drink.price_cents) },
  });
}

/**
 * Brings a deleted drink back at its former rank, or last where fewer drinks are left. Throws 409 when it is not
 * deleted, or when the unit has a drink of the same ingredients by now. It counts for the owner's limit again.
 */
export function undeleteDrink(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  ref: DrinkRef,
  by: AuditContext,
): Promise<DrinkRow> {
  return db.transaction().execute(async (transaction) => {
    await requireQuota(transaction, by.actor, ref.owner_id, 'drinks');
    await lockLiveUnit(transaction, unitOf(ref));
    return returnDrink(transaction, ref, { ...by, at: now() });
  });
}

/** The part of undeleteDrink behind the unit's lock, after the limit of the owner. */
export async function returnDrink(
  transaction: Tx,
  ref: DrinkRef,
  { at, ...by }: AuditContext & { at: Date },
): Promise<DrinkRow> {
  const unit = unitOf(ref);
  const former = await getFormerDrink(transaction, ref);
  const { name } = former;
  if (former.deleted_at === null) throw new HttpError(409, drinkMessages.notDeleted(name));
  if (former.replaced_by !== null)
    throw new HttpError(409, drinkMessages.replaced(name, former.replaced_by));

  const others = await listRanks(transaction, unit);
  const rank = Math.min(former.rank, others.length);
  await undeleteDrinkRow(transaction, { ...ref, rank });
  await insertChanges(transaction, unit, at, [{ kind: 'menu' }]);
  const drink = await requireLiveDrink(transaction, ref);
  await insertAudit(transaction, by, at, {
    ownerId: ref.owner_id,
    action: 'drink.undeleted',
    target: `${name} on ${unitTarget(ref)}`,
    newValue: { price: toDollars(drink.price_cents) },
  });
  return drink;
}
