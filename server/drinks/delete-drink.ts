import { toDollars } from '../../lib/money.ts';
import { unitTarget } from '../units/unit-access.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { insertChanges } from '../changes/changes.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { requireLiveDrink } from './drink-access.ts';
import { deleteDrinkRow } from './deleted-drinks.queries.ts';
import type { DrinkRef } from './drinks.queries.ts';
import type { ChangedBy } from '../shared/require.ts';
import { lockUnit, unitOf } from '../units/units.queries.ts';

/** Removes a drink from its unit's menu; its sales stay, and so does its row, for late sales and for undeleteDrink. */
export function deleteDrink(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  place: DrinkRef,
  by: ChangedBy,
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await lockUnit(transaction, unitOf(place));
    const drink = await requireLiveDrink(transaction, place);
    await deleteDrinkRow(transaction, drink, now());
    await insertChanges(transaction, unitOf(place), now(), [{ kind: 'menu' }]);
    await insertAudit(transaction, {
      at: now(),
      actor: by.actor,
      ownerId: place.owner_id,
      address: by.address,
      action: 'drink.deleted',
      target: `${drink.name} on ${unitTarget(place)}`,
      oldValue: { price: toDollars(drink.price_cents) },
    });
  });
}
