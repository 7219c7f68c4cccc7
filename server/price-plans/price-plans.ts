/** Price plans of a venue: storing, changing, ending and deleting them. */
import type { EndpointBody } from '../../contract/endpoints.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import { pricePlan } from '../../rules/prices/effective-price.ts';
import { mostPlans, planMessages, planTimesText } from '../../rules/prices/plan-text.ts';
import { priceChangeText } from '../../rules/prices/price-change.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { insertMenuChanges } from '../changes/changes.queries.ts';
import {
  type Deps,
  listPlannedDrinks,
  type PlanPreview,
  previewPricePlan,
  repriced,
  type Requested,
  requireItems,
  settingsFor,
  type Venue,
} from './preview-price-plan.ts';
import * as queries from './price-plans.queries.ts';
import type { PlanRow } from './price-plans.queries.ts';
import { fieldError, HttpError, notFound } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import type { AuditContext } from '../shared/require.ts';
import { listClocks } from '../venues/nights.queries.ts';
import { settingsOf } from '../venues/price-rules.ts';
import { raisePlansVersion } from '../venues/price-rules.queries.ts';
import { lockVenue } from '../venues/venues.queries.ts';

/** Stores a plan, as a draft or active, for which the venue needs a clock. Throws 409 without one. Audited. */
export async function createPricePlan(
  deps: Deps,
  venue: Venue,
  requested: Requested,
  by: AuditContext,
): Promise<PlanPreview & { id: string }> {
  const preview = await previewPricePlan(deps, venue, requested);
  const at = deps.now();
  const row: PlanRow = {
    venue_id: venue.id,
    id: newId(at),
    name: requested.name,
    state: requested.state,
    settings: { ...preview.settings },
    person: by.actor.person,
    created_at: at,
    changed_at: at,
  };
  await deps.db.transaction().execute(async (transaction) => {
    await lockMenus(transaction, [row], at);
    const plans = await queries.listPlans(transaction, venue.id);
    if (plans.length >= mostPlans) throw new HttpError(409, planMessages.tooMany);
    await storePlan(transaction, row, at);
    await insertAudit(transaction, by, at, {
      ownerId: venue.owner_id,
      action: 'price_plan.created',
      target: `price plan ${row.name} of venue ${venue.name}`,
      newValue: fieldsOf(row),
    });
  });
  return { ...preview, id: row.id };
}

/**
 * Changes, ends or restarts a plan, for which the venue needs a clock. Throws a field error for a price that is too
 * high. Audited, unless everything is as it was.
 */
export async function updatePricePlan(
  deps: Deps,
  venue: Venue,
  id: string,
  changes: EndpointBody<'updatePricePlan'>,
  by: AuditContext,
): Promise<PlanRow> {
  const drinks = await listPlannedDrinks(deps, venue);
  return deps.db.transaction().execute(async (transaction) => {
    const at = deps.now();
    const before = await queries.lockPlan(transaction, { venue_id: venue.id, id });
    if (!before) throw notFound('price plan');
    const old = settingsFor(settingsOf(before));
    const settings = settingsFor({
      times: changes.times ?? old.times,
      unitIds: changes.unitIds ?? old.unitIds,
      drinkIds: changes.drinkIds ?? old.drinkIds,
      categories: changes.categories ?? old.categories,
      change: changes.change ?? old.change,
      priority: changes.priority ?? old.priority,
    });
    await requireItems(transaction, venue.id, settings);
    repriced(pricePlan(id, settings), drinks);
    const row: PlanRow = {
      ...before,
      name: changes.name ?? before.name,
      state: changes.state ?? before.state,
      settings: { ...settings },
      person: by.actor.person,
      changed_at: at,
    };
    const setsPrices =
      row.state !== before.state || JSON.stringify(settings) !== JSON.stringify(old);
    if (!setsPrices && row.name === before.name) return before;
    if (setsPrices) {
      await lockMenus(transaction, [before, row], at);
      await storePlan(transaction, row, at);
    } else await queries.upsertPlan(transaction, row);
    await insertAudit(transaction, by, at, {
      ownerId: venue.owner_id,
      action: 'price_plan.updated',
      target: `price plan ${row.name} of venue ${venue.name}`,
      oldValue: fieldsOf(before),
      newValue: fieldsOf(row),
    });
    return row;
  });
}

/** Deletes a plan; what it said stays known for sales that arrive later. Audited. */
export async function deletePricePlan(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  venue: Venue,
  id: string,
  by: AuditContext,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const at = now();
    const row = await queries.lockPlan(transaction, { venue_id: venue.id, id });
    if (!row) throw notFound('price plan');
    await lockMenus(transaction, [row], at);
    await queries.storePeriod(transaction, row, null, at);
    await queries.deletePlanRow(transaction, row);
    await raisePlansVersion(transaction, venue.id);
    await insertAudit(transaction, by, at, {
      ownerId: venue.owner_id,
      action: 'price_plan.deleted',
      target: `price plan ${row.name} of venue ${venue.name}`,
      oldValue: fieldsOf(row),
    });
  });
}

/** Logs that the menus of the units changed for which these plans are active, and locks the units and then the venue. */
async function lockMenus(
  transaction: Tx,
  plans: readonly [PlanRow, ...PlanRow[]],
  at: Date,
): Promise<void> {
  const [{ venue_id: venueId }] = plans;
  const units = plans
    .filter(({ state }) => state === 'active')
    .map((row) => settingsOf(row).unitIds);
  const isOfAll = units.some(({ length }) => length === 0);
  if (units.length > 0)
    await insertMenuChanges(transaction, venueId, isOfAll ? null : units.flat(), at);
  await lockVenue(transaction, venueId);
}

async function storePlan(transaction: Tx, row: PlanRow, at: Date): Promise<void> {
  await requireClock(transaction, row);
  await queries.upsertPlan(transaction, row);
  await queries.storePeriod(transaction, row, row.state === 'active' ? row.settings : null, at);
  await raisePlansVersion(transaction, row.venue_id);
}

/** In the audit log. */
function fieldsOf(row: PlanRow) {
  const { times, change, priority, unitIds, drinkIds, categories } = settingsOf(row);
  return {
    name: row.name,
    state: row.state,
    when: planTimesText(times),
    change: priceChangeText(change),
    priority,
    units: unitIds.length === 0 ? 'all' : unitIds.length,
    drinks: drinkIds.length === 0 ? 'all' : drinkIds.length,
    categories: categories.length === 0 ? 'all' : categories.join(', '),
  };
}

async function requireClock(db: Db, { venue_id, state }: PlanRow): Promise<void> {
  if (state !== 'active') return;
  const clocks = await listClocks(db, venue_id);
  if (clocks.length === 0) throw fieldError({ times: planMessages.noClock }, 409);
}
