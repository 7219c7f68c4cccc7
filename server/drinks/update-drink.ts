import type { BodyOf } from '../../contract/endpoint.ts';
import type { updateDrink as updateEndpoint } from '../../contract/drinks.ts';
import { drinkRanks } from '../../rules/drinks/drink-ranks.ts';
import { maySeeMoney } from '../../rules/permissions.ts';
import { unitTarget } from '../units/unit-access.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { insertChanges } from '../changes/changes.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import * as drinks from './drinks.queries.ts';
import { type ChangedBy, rejectStaleUpdate, requirePermission } from '../shared/require.ts';
import { insertFormerPrice } from '../prices/former-prices.queries.ts';
import { lockUnit, unitOf } from '../units/units.queries.ts';
import { requireLiveDrink, venueOf } from './drink-access.ts';
import {
  drinkColumns,
  drinkFields,
  drinkPrices,
  fieldsWithoutPrices,
  rejectOtherDrink,
} from './drink-fields.ts';
import { sellsDoubles } from './read-drinks.ts';

type Changes = BodyOf<typeof updateEndpoint>;

/**
 * Updates a drink; omitted fields stay unchanged. A double price counts only where doubles are sold. Price changes are
 * audited. What a member may not change is refused with 403, and another unit or other ingredients with 400.
 */
export async function updateDrink(
  deps: Pick<AppDeps, 'db' | 'now' | 'flags'>,
  place: drinks.DrinkRef,
  changes: Changes,
  by: ChangedBy,
): Promise<drinks.DrinkRow> {
  if (changes.name !== undefined || changes.ranking !== undefined)
    requirePermission(by.actor, 'drinks.write');
  const unit = unitOf(place);
  const withDouble = await sellsDoubles(deps, venueOf(place));
  return deps.db.transaction().execute(async (transaction) => {
    await lockUnit(transaction, unit);
    const before = await requireLiveDrink(transaction, place);
    rejectOtherDrink(before, changes);
    // The message of a stale field contains its value.
    const current = maySeeMoney(by.actor) ? drinkFields(before) : fieldsWithoutPrices(before);
    rejectStaleUpdate(changes.expected, current);
    await drinks.updateDrink(transaction, place, drinkColumns(changes, withDouble));
    const { ranking } = changes;
    if (ranking && ranking.current !== before.rank) {
      const ranks = await drinks.listRanks(transaction, unit);
      const params = { id: place.id, rank: ranking.current };
      await drinks.updateRanks(transaction, unit, drinkRanks(ranks, [params]));
    }
    const after = await requireLiveDrink(transaction, place);
    const at = deps.now();
    await insertChanges(transaction, unit, at, [{ kind: 'menu' }]);
    const [was, is] = [drinkPrices(before), drinkPrices(after)];
    if (was.price !== is.price || was.doublePrice !== is.doublePrice) {
      requirePermission(by.actor, 'prices.write');
      await insertFormerPrice(transaction, unit, place.id, before, at);
      await insertAudit(transaction, {
        at,
        actor: by.actor,
        ownerId: place.owner_id,
        address: by.address,
        action: 'drink.price_updated',
        target: `${after.name} on ${unitTarget(place)}`,
        oldValue: was,
        newValue: is,
      });
    }
    return after;
  });
}
