import { drinkMessages } from '../../rules/messages.ts';
import { toDollars } from '../../lib/money.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { requireQuota } from '../owners/require-quota.ts';
import { insertChanges } from '../changes/changes.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import type { ChangedBy } from '../shared/require.ts';
import { lockLiveUnit, unitTarget } from '../units/unit-access.ts';
import { unitOf } from '../units/units.queries.ts';
import { getFormerDrink, undeleteDrinkRow } from './deleted-drinks.queries.ts';
import { requireLiveDrink } from './drink-access.ts';
import { type DrinkRef, type DrinkRow, listRanks } from './drinks.queries.ts';

/**
 * Brings a deleted drink back at its former rank, or last where fewer drinks are left. Throws 409 when it is not
 * deleted, or when the unit has a drink of the same ingredients by now. It counts for the owner's limit again.
 */
export function undeleteDrink(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  ref: DrinkRef,
  by: ChangedBy,
): Promise<DrinkRow> {
  return db.transaction().execute(async (transaction) => {
    await requireQuota(transaction, by.actor, ref.owner_id, 'drinks');
    const unit = await lockLiveUnit(transaction, unitOf(ref));
    const former = await getFormerDrink(transaction, ref);
    const { name } = former;
    if (former.deleted_at === null) throw new HttpError(409, drinkMessages.notDeleted(name));
    if (former.replaced_by !== null)
      throw new HttpError(409, drinkMessages.replaced(name, former.replaced_by));

    const others = await listRanks(transaction, unit);
    const rank = Math.min(former.rank, others.length);
    await undeleteDrinkRow(transaction, { ...ref, rank });
    await insertChanges(transaction, unit, now(), [{ kind: 'menu' }]);
    const drink = await requireLiveDrink(transaction, ref);
    await insertAudit(transaction, {
      at: now(),
      actor: by.actor,
      ownerId: ref.owner_id,
      address: by.address,
      action: 'drink.undeleted',
      target: `${name} on ${unitTarget(ref)}`,
      newValue: { price: toDollars(drink.price_cents) },
    });
    return drink;
  });
}
