import * as endpoints from '../../contract/ingredients.ts';
import * as unitEndpoints from '../../contract/units.ts';
import * as venueEndpoints from '../../contract/venues.ts';
import { createIngredient, updateIngredient } from './ingredients.ts';
import { deactivateIngredient, reactivateIngredient, restoreIngredient } from './inventory.ts';
import type { Actor } from '../../rules/permissions.ts';
import { auditContext, assertNotTruncated } from '../shared/require.ts';
import type { AppDeps } from '../shared/deps.ts';
import { parseId, validIds } from '../shared/ids.ts';
import type { Mount } from '../http/mount.ts';
import { notFound } from '../shared/errors.ts';
import { requireUnit } from '../units/unit-access.ts';
import { acrossVenuesOf, requireVenue } from '../venues/venue-access.ts';
import * as queries from './ingredients.queries.ts';
import { listTakenPositions } from './ingredients.queries.ts';
import { ingredientView } from './ingredients.view.ts';

export function ingredientRoutes(mount: Mount, deps: AppDeps): void {
  const list = async (venueId: string, unitId: string | null) => {
    const rows = await queries.listIngredients(deps.db, venueId, unitId);
    return assertNotTruncated('ingredients', rows).map(ingredientView);
  };

  /** Returns a unit and its venue; both must be in scope and belong together. */
  const requireUnitOf = async (actor: Actor, venueId: string, unit: string) => {
    const venue = await requireVenue(deps, actor, venueId);
    const found = await requireUnit(deps, actor, unit);
    if (found.venue_id !== venue.id) throw notFound('unit');
    return found;
  };

  mount(endpoints.listIngredients, async ({ actor, params, query }) => {
    if (query.unit === undefined || query.unit === 'all') {
      return list((await requireVenue(deps, actor, params.venueId)).id, null);
    }
    const unit = await requireUnitOf(actor, params.venueId, query.unit);
    return list(unit.venue_id, unit.id);
  });

  mount(unitEndpoints.listUnitIngredients, async ({ actor, params }) => {
    const unit = await requireUnitOf(actor, params.venueId, params.unitNumber);
    return list(unit.venue_id, unit.id);
  });

  mount(endpoints.listPositions, async ({ actor, params }) => {
    const unit = await requireUnit(deps, actor, params.unitId);
    return (await listTakenPositions(deps.db, unit)).map(String);
  });

  mount(endpoints.getIngredient, async ({ actor, params }) => {
    const unit = await requireUnit(deps, actor, params.unitId);
    const id = parseId(params.ingredientId, 'ingredient');
    const row = await queries.findIngredient(deps.db, unit, id);
    if (!row) throw notFound('ingredient');
    return ingredientView(row);
  });

  mount(endpoints.createIngredient, async ({ actor, body, raw }) => {
    const unit = await requireUnitOf(actor, body.venueId, body.unitId);
    const ingredient = await acrossVenuesOf(deps.db, unit.owner_id, () =>
      createIngredient(deps, unit, body, auditContext({ actor, raw })),
    );
    return ingredientView(ingredient);
  });

  mount(endpoints.updateIngredient, async ({ actor, params, body, raw }) => {
    const unit =
      body.venueId === undefined
        ? await requireUnit(deps, actor, body.unitId)
        : await requireUnitOf(actor, body.venueId, body.unitId);
    const id = parseId(params.id, 'ingredient');
    return ingredientView(
      await updateIngredient(deps, unit, id, body, auditContext({ actor, raw })),
    );
  });

  mount(endpoints.deactivateIngredient, async ({ actor, params, body, raw }) => {
    const unit = await requireUnit(deps, actor, body.unitId);
    const id = parseId(params.id, 'ingredient');
    return ingredientView(await deactivateIngredient(deps, unit, id, auditContext({ actor, raw })));
  });

  mount(endpoints.reactivateIngredient, async ({ actor, params, body, raw }) => {
    const unit = await requireUnit(deps, actor, body.unitId);
    const id = parseId(params.id, 'ingredient');
    return ingredientView(await reactivateIngredient(deps, unit, id, auditContext({ actor, raw })));
  });

  mount(endpoints.restoreIngredient, async ({ actor, params }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber);
    const id = parseId(params.ingredientId, 'ingredient');
    return ingredientView(await restoreIngredient(deps, unit, id, actor));
  });

  mount(venueEndpoints.listIngredientSales, async ({ actor, params, body }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const rows = await queries.listServingsSold(deps.db, venue.id, validIds(body.ingredients));
    return rows.map(({ id, servings }) => ({ ingredientId: id, quantity: servings }));
  });
}
