import * as calls from '../../contract/ingredients.ts';
import { listUnitIngredients } from '../../contract/units.ts';
import { listIngredientSales } from '../../contract/venues.ts';
import { addIngredient } from './create-ingredient.ts';
import { changeIngredient } from './update-ingredient.ts';
import { deactivateIngredient } from './deactivate-ingredient.ts';
import { restoreIngredient } from './restore-ingredient.ts';
import type { Actor } from '../../rules/permissions.ts';
import type { AppDeps } from '../shared/deps.ts';
import { asId, validIds } from '../shared/ids.ts';
import type { Mount } from '../http/mount.ts';
import { notFound } from '../shared/errors.ts';
import { changedBy } from '../shared/require-account.ts';
import { reachUnit } from '../units/unit-access.ts';
import { reachVenue } from '../venues/venue-access.ts';
import * as queries from './ingredients.queries.ts';
import { ingredientView } from './ingredients.view.ts';
import { listTakenPositions } from './unit-places.queries.ts';

export function ingredientRoutes(mount: Mount, deps: AppDeps): void {
  const list = async (venueId: string, unitId: string | null) =>
    (await queries.listIngredients(deps.db, venueId, unitId)).map(ingredientView);

  /** A unit and its venue, both within reach and belonging together. */
  const reachUnitOf = async (actor: Actor, venueId: string, unit: string) => {
    const venue = await reachVenue(deps, actor, venueId);
    const found = await reachUnit(deps, actor, unit);
    if (found.venue_id !== venue.id) throw notFound('unit');
    return found;
  };

  mount(calls.listIngredients, async ({ actor, params, query }) => {
    if (query.unit === undefined || query.unit === 'all') {
      return list((await reachVenue(deps, actor, params.venueId)).id, null);
    }
    const unit = await reachUnitOf(actor, params.venueId, query.unit);
    return list(unit.venue_id, unit.id);
  });

  mount(listUnitIngredients, async ({ actor, params }) => {
    const unit = await reachUnitOf(actor, params.venueId, params.unitNumber);
    return list(unit.venue_id, unit.id);
  });

  mount(calls.listPositions, async ({ actor, params }) => {
    const unit = await reachUnit(deps, actor, params.unitId);
    return (await listTakenPositions(deps.db, unit.id)).map(String);
  });

  mount(calls.getIngredient, async ({ actor, params }) => {
    const unit = await reachUnit(deps, actor, params.unitId);
    const id = asId(params.ingredientId, 'ingredient');
    const row = await queries.findIngredient(deps.db, unit.id, id);
    if (!row) throw notFound('ingredient');
    return ingredientView(row);
  });

  mount(calls.createIngredient, async ({ actor, body }) => {
    const unit = await reachUnitOf(actor, body.venueId, body.unitId);
    return ingredientView(await addIngredient(deps, unit, body));
  });

  mount(calls.updateIngredient, async ({ actor, params, body, raw }) => {
    const unit =
      body.venueId === undefined
        ? await reachUnit(deps, actor, body.unitId)
        : await reachUnitOf(actor, body.venueId, body.unitId);
    const id = asId(params.id, 'ingredient');
    return ingredientView(await changeIngredient(deps, unit, id, body, changedBy({ actor, raw })));
  });

  mount(calls.deactivateIngredient, async ({ actor, params, body }) => {
    const unit = await reachUnit(deps, actor, body.unitId);
    return ingredientView(await deactivateIngredient(deps, unit, asId(params.id, 'ingredient')));
  });

  mount(calls.restoreIngredient, async ({ actor, params }) => {
    const unit = await reachUnit(deps, actor, params.unitNumber);
    const id = asId(params.ingredientId, 'ingredient');
    return ingredientView(await restoreIngredient(deps, unit, id));
  });

  mount(listIngredientSales, async ({ actor, params, body }) => {
    const venue = await reachVenue(deps, actor, params.venueId);
    const rows = await queries.listServingsSold(deps.db, venue.id, validIds(body.ingredients));
    return rows.map(({ id, servings }) => ({ ingredientId: id, quantity: servings }));
  });
}
