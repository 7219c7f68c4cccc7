import type { Endpoints } from '../../contract/endpoints.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { ChangedBy } from '../shared/require.ts';
import { newId } from '../shared/ids.ts';
import { getIngredient, type IngredientRow, insertIngredient } from './ingredients.queries.ts';
import { insertEntry, listPlaces } from './unit-places.queries.ts';
import type { UnitBasics } from '../units/units.queries.ts';
import { acceptImage } from '../files/accept-image.ts';
import { tracksStock } from '../adapters/flags/port.ts';
import { tendNotices } from './tend-notices.ts';
import { requireQuota } from '../owners/require-quota.ts';
import { lockLiveUnit } from '../units/unit-access.ts';
import { freePositions, type Placing, occupyPositions } from './place-ingredient.ts';
import { entryColumns, factColumnsOf } from './ingredient-fields.ts';
import { changeStock } from '../stock/change-stock.ts';
import { auditAdded } from './audit-added.ts';
import { settleDraft } from './settle-draft.ts';

type Draft = BodyOf<Endpoints['createIngredient']>;

/**
 * Adds an ingredient to the venue of a unit and assigns it to the unit, last in the list. Without positions it is
 * inactive there. Replaces the ingredients at its positions, unless the client sent an expected occupant and it has
 * changed (optimistic concurrency). Audited with its prices.
 */
export async function createIngredient(
  { db, now, flags, storage }: Pick<AppDeps, 'db' | 'now' | 'flags' | 'storage'>,
  unit: UnitBasics,
  draft: Draft,
  by: ChangedBy,
): Promise<IngredientRow> {
  if (draft.imageURL) await acceptImage({ db, storage, now }, unit.owner_id, draft.imageURL);
  const isTracked = await tracksStock({ flags }, unit);
  return db.transaction().execute(async (transaction) => {
    await requireQuota(transaction, by.actor, unit.owner_id, 'ingredients');
    const locked = await lockLiveUnit(transaction, unit);
    const { facts, positions } = settleDraft(draft, draft.positionInUnit ?? [], locked.category);
    const at = now();
    const placing: Placing = {
      unit: locked,
      ingredientId: newId(at),
      positions,
      overrides: draft.overrides,
      places: await listPlaces(transaction, unit),
    };
    await changeStock(transaction, unit, { at, actor: by.actor }, async (stock) => {
      await freePositions(stock, placing);
      await insertIngredient(transaction, {
        venue_id: unit.venue_id,
        id: placing.ingredientId,
        name: draft.name,
        image_url: draft.imageURL ?? '',
        created_at: at,
        ...factColumnsOf(facts),
      });
      await insertEntry(transaction, {
        venue_id: unit.venue_id,
        unit_id: unit.id,
        ingredient_id: placing.ingredientId,
        ...entryColumns(draft),
      });
      await occupyPositions(transaction, stock, placing, { ...facts, refillsOnChange: true });
    });
    await tendNotices(transaction, locked, isTracked, at);
    const added = await getIngredient(transaction, unit, placing.ingredientId);
    await auditAdded(transaction, unit, added, { ...by, at });
    return added;
  });
}
