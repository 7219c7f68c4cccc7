import type { Endpoints } from '../../contract/endpoints.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { drinkDoublePriceCents } from '../../rules/drinks/drink-price.ts';
import { drinkMessages } from '../../rules/messages.ts';
import { toCents } from '../../lib/money.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { insertChanges } from '../changes/changes.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import * as parts from './drink-parts.queries.ts';
import * as drinks from './drinks.queries.ts';
import { asId, newId } from '../shared/ids.ts';
import { fieldError, notFound, HttpError } from '../shared/errors.ts';
import type { ChangedBy } from '../shared/require.ts';
import { requireQuota } from '../owners/require-quota.ts';
import { lockLiveUnit, unitTarget } from '../units/unit-access.ts';
import { requireLiveDrink } from './drink-access.ts';
import { drinkPrices } from './drink-fields.ts';
import { sellsDoubles } from './read-drinks.ts';

type Draft = Pick<
  BodyOf<Endpoints['createDrink']>,
  'name' | 'price' | 'doublePrice' | 'ingredients'
>;

/**
 * Adds a drink to a unit, ranked last. Throws 404 for ingredients that the venue does not have, a field error for
 * those that are not on the unit, and 409 when a drink with the same ingredients, in any order, exists there. Audited
 * with its prices.
 * @param unitId null for the venue's first unit that has all of the ingredients
 */
export async function createDrink(
  deps: Pick<AppDeps, 'db' | 'now' | 'flags'>,
  venue: { id: string; name: string; owner_id: string },
  unitId: string | null,
  draft: Draft,
  by: ChangedBy,
): Promise<drinks.DrinkRow> {
  const ingredientIds = [...new Set(draft.ingredients)].map((id) => asId(id, 'ingredient'));
  if ((await parts.countIngredients(deps.db, venue.id, ingredientIds)) < ingredientIds.length)
    throw notFound('ingredient');
  const onUnit = unitId ?? (await parts.findUnitWithAll(deps.db, venue.id, ingredientIds));
  if (onUnit === null) throw fieldError({ ingredients: drinkMessages.noUnitHasAll });
  const withDouble = await sellsDoubles(deps, venue);

  return deps.db.transaction().execute(async (transaction) => {
    await requireQuota(transaction, by.actor, venue.owner_id, 'drinks');
    const unit = await lockLiveUnit(transaction, { venue_id: venue.id, id: onUnit });
    const stock = await parts.listParts(transaction, unit, ingredientIds);
    if (stock.length < ingredientIds.length)
      throw fieldError({ ingredients: drinkMessages.notOnUnit });
    if (await drinks.findDrinkOfSet(transaction, unit, ingredientIds))
      throw new HttpError(409, drinkMessages.alreadyCreated);

    const rank = (await drinks.listRanks(transaction, unit)).length;
    const at = deps.now();
    const id = newId(at);
    const drink = {
      id,
      venue_id: venue.id,
      unit_id: unit.id,
      name: draft.name,
      price_cents: toCents(draft.price),
      double_price_cents: withDouble ? doubleCents(draft, stock) : null,
      rank,
      previous_rank: rank,
      created_at: at,
    };
    await drinks.insertDrink(transaction, drink, ingredientIds);
    await insertChanges(transaction, unit, at, [{ kind: 'menu' }]);
    const added = await requireLiveDrink(transaction, drink);
    await insertAudit(transaction, {
      at,
      actor: by.actor,
      ownerId: venue.owner_id,
      address: by.address,
      action: 'drink.created',
      target: `${added.name} on ${unitTarget(added)}`,
      newValue: withDouble ? drinkPrices(added) : { price: draft.price },
    });
    return added;
  });
}

const doubleCents = ({ price, doublePrice }: Draft, stock: readonly parts.PartRow[]): number =>
  doublePrice === undefined
    ? Math.max(
        toCents(price),
        drinkDoublePriceCents(
          stock.map((part) => ({
            priceCents: part.price_cents,
            doublePriceCents: part.double_price_cents,
          })),
        ),
      )
    : toCents(doublePrice);
