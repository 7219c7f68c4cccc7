import type { z } from 'zod';
import * as contract from '../../contract/price-plans.ts';
import { toDollars } from '../../lib/money.ts';
import { clockAt, isInTime, isOver } from '../../rules/prices/effective-price.ts';
import { planMessages, planTimesText } from '../../rules/prices/plan-text.ts';
import { priceChangeText } from '../../rules/prices/price-change.ts';
import type { VenueClock } from '../../rules/nights/venue-clock.ts';
import type { DrinkRow } from '../drinks/drinks.queries.ts';
import type { Mount } from '../http/mount.ts';
import {
  type EffectiveDrink,
  listEffectivePrices,
  type PlanPreview,
  previewPricePlan,
} from './preview-price-plan.ts';
import { createPricePlan, deletePricePlan, updatePricePlan } from './price-plans.ts';
import { listPlans, type PlanRow } from './price-plans.queries.ts';
import { settingsOf, type StoredSettings } from '../venues/price-rules.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError } from '../shared/errors.ts';
import { parseId } from '../shared/ids.ts';
import { auditContext } from '../shared/require.ts';
import { listClocks } from '../venues/nights.queries.ts';
import { requireVenue } from '../venues/venue-access.ts';

export function pricePlanRoutes(mount: Mount, deps: AppDeps): void {
  mount(contract.listPricePlans, async ({ actor, params }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const [rows, clocks] = await Promise.all([
      listPlans(deps.db, venue.id),
      listClocks(deps.db, venue.id),
    ]);
    return rows.map((row) => planView(row, clocks, deps.now()));
  });

  mount(contract.createPricePlan, async ({ actor, params, body, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const preview = body.preview
      ? { id: null, ...(await previewPricePlan(deps, venue, body)) }
      : await createPricePlan(deps, venue, body, auditContext({ actor, raw }));
    return { id: preview.id, ...textsOf(preview.settings), ...previewView(preview) };
  });

  mount(contract.updatePricePlan, async ({ actor, params, body, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const id = parseId(params.id, 'price plan');
    const row = await updatePricePlan(deps, venue, id, body, auditContext({ actor, raw }));
    return planView(row, await listClocks(deps.db, venue.id), deps.now());
  });

  mount(contract.deletePricePlan, async ({ actor, params, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const id = parseId(params.id, 'price plan');
    await deletePricePlan(deps, venue, id, auditContext({ actor, raw }));
    return { id };
  });

  mount(contract.listEffectivePrices, async ({ actor, params, query }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const nowMs = deps.now().getTime();
    const ms = query.at ?? nowMs;
    // Clocks of browsers are a little behind.
    if (ms < nowMs - toleratedMs) throw fieldError({ at: planMessages.past });
    const drinks = await listEffectivePrices(deps, venue, ms);
    return { at: new Date(ms).toISOString(), drinks: drinks.map(effectiveView) };
  });
}

const toleratedMs = 3_600_000;

const textsOf = ({ times, change }: StoredSettings) => ({
  when: planTimesText(times),
  text: priceChangeText(change),
});

type PlanOut = z.output<(typeof contract.updatePricePlan.responses)[200]>;

function planView(row: PlanRow, clocks: readonly VenueClock[], now: Date): PlanOut {
  const settings = settingsOf(row);
  const { times, unitIds, drinkIds, categories, change, priority } = settings;
  const ms = now.getTime();
  const clock = clocks.length === 0 ? null : clockAt(clocks, ms);
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    times,
    unitIds,
    drinkIds,
    categories,
    change,
    priority,
    ...textsOf(settings),
    person: row.person,
    changedAt: row.changed_at.toISOString(),
    isInForce: row.state === 'active' && clock !== null && isInTime(times, ms, clock),
    isOver: clock !== null && isOver(times, ms, clock),
  };
}

const namedView = ({ id, name, unit_id, unit_number, unit_name }: DrinkRow) => ({
  id,
  name,
  unitId: unit_id,
  unitNumber: unit_number,
  unitName: unit_name,
});

const previewView = ({ drinks, conflicts }: PlanPreview) => ({
  drinks: drinks.slice(0, mostDrinks).map(({ drink, cents, doubleCents }) => ({
    ...namedView(drink),
    was: toDollars(drink.price_cents),
    is: toDollars(cents),
    ...(doubleCents && {
      doubleWas: toDollars(doubleCents.was),
      doubleIs: toDollars(doubleCents.is),
    }),
  })),
  conflicts: conflicts.map(({ atMs, ...conflict }) => ({
    ...conflict,
    at: new Date(atMs).toISOString(),
  })),
});

const mostDrinks = 5_000;

const effectiveView = ({ drink, cents, doubleCents, plan }: EffectiveDrink) => ({
  ...namedView(drink),
  base: toDollars(drink.price_cents),
  price: toDollars(cents),
  ...(doubleCents !== null && { doublePrice: toDollars(doubleCents) }),
  plan,
});
