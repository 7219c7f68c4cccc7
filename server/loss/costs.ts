import type { EndpointBody } from '../../contract/endpoints.ts';
import { toCents, toDollars } from '../../lib/money.ts';
import { costMessages, mostCosts } from '../../rules/loss/costs.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { findIngredientOfVenue, lockIngredient } from '../ingredients/ingredients.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, notFound } from '../shared/errors.ts';
import { parseId } from '../shared/ids.ts';
import type { AuditContext } from '../shared/require.ts';
import type { VenueRow } from '../venues/venues.queries.ts';
import { type CostRow, deleteCost, listIngredientCosts, storeCost } from './costs.queries.ts';

type Deps = Pick<AppDeps, 'db' | 'now'>;

/** Sets what an ingredient costs from a time on, or removes that cost. Returns all costs, newest first. */
export async function updateIngredientCosts(
  { db, now }: Deps,
  venue: VenueRow,
  id: string,
  { from, cost, bottleMl, caseSize, supplier }: EndpointBody<'updateIngredientCosts'>,
  by: AuditContext,
): Promise<CostRow[]> {
  const { id: venueId } = venue;
  const { id: ingredientId, size_ml } = await requireIngredient(db, venueId, id);
  if (cost === null && from === undefined) throw fieldError({ from: costMessages.noFrom });
  const at = now();
  return db.transaction().execute(async (transaction) => {
    const { name } = await lockIngredient(transaction, venueId, ingredientId);
    const before = await listIngredientCosts(transaction, venueId, ingredientId);
    const key = { venue_id: venueId, ingredient_id: ingredientId, from_at: from ?? at };
    const was = before.find(({ from_at }) => from_at.getTime() === key.from_at.getTime());
    const row =
      cost === null
        ? undefined
        : {
            ...key,
            cents: toCents(cost),
            per_ml: bottleMl ?? size_ml,
            case_size: caseSize,
            supplier,
          };
    if (row === undefined) await deleteCost(transaction, key);
    else if (was === undefined && before.length >= mostCosts)
      throw fieldError({ cost: costMessages.tooMany });
    else await storeCost(transaction, row);
    await insertAudit(transaction, by, at, {
      ownerId: venue.owner_id,
      action: 'cost.updated',
      target: `ingredient ${name}`,
      oldValue: audited(was),
      newValue: audited(row),
    });
    return listIngredientCosts(transaction, venueId, ingredientId);
  });
}

/** Returns the ingredient of the venue with this id; throws 404 without one. */
export async function requireIngredient(
  db: AppDeps['db'],
  venueId: string,
  id: string,
): Promise<NonNullable<Awaited<ReturnType<typeof findIngredientOfVenue>>>> {
  const found = await findIngredientOfVenue(db, venueId, parseId(id, 'ingredient'));
  if (found === null) throw notFound('ingredient');
  return found;
}

const audited = (row: Omit<CostRow, 'venue_id' | 'ingredient_id'> | undefined) => ({
  from: row?.from_at.toISOString() ?? null,
  cost: row ? toDollars(row.cents) : null,
  bottleMl: row?.per_ml ?? null,
  caseSize: row?.case_size ?? null,
  supplier: row?.supplier ?? null,
});
