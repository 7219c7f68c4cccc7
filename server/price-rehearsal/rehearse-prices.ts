/** What a change of prices, or a price plan, would have earned in the last four weeks. */
import type { EndpointBody } from '../../contract/endpoints.ts';
import type { Reads } from '../../db/pool/reads.ts';
import type { Db } from '../../db/tables/tables.ts';
import { drinkCosts } from '../../rules/loss/margins.ts';
import { nightAt, nightRange, type NightRules, shiftDay } from '../../rules/nights/nights.ts';
import { switchesOf } from '../../rules/prices/effective-price.ts';
import { mayMove, repriceByPlan, rulesWith } from '../../rules/prices/plan-rehearsal.ts';
import {
  type Rehearsal,
  rehearsedDays,
  rehearse,
  repriceByChange,
  type RepricedGlasses,
} from '../../rules/prices/rehearsal.ts';
import type { TimeRange } from '../../rules/reports/rollup-cover.ts';
import { type DrinkRow, listDrinksById } from '../drinks/drinks.queries.ts';
import { costedParts } from '../loss/costed-parts.ts';
import { listCosts, listDrinkParts } from '../loss/costs.queries.ts';
import { changeFor, namedDrinks } from '../price-changes/price-changes.ts';
import { listPlannedDrinks, requirePlan } from '../price-plans/preview-price-plan.ts';
import type { AppDeps } from '../shared/deps.ts';
import { notFound } from '../shared/errors.ts';
import { readRulesSince } from '../venues/price-rules.ts';
import { measurePastChange, type PastChange } from './past-change.ts';
import { type DatedGlasses, listSoldGlasses } from './price-rehearsal.queries.ts';

export interface RehearsedPrices extends Rehearsal {
  /** First and last night. */
  from: string;
  to: string;
  /** Drinks that were added since. */
  added: string[];
  pastChange: PastChange | null;
}

type Deps = Pick<AppDeps, 'now' | 'flags'>;
type Venue = { id: string; name: string; owner_id: string };
type Requested = EndpointBody<'rehearsePrices'>;

/** Glasses that were sold, at their prices before and after, and the drinks that they are of. */
interface Repriced {
  rows: readonly DrinkRow[];
  sold: readonly DatedGlasses[];
  lines: readonly RepricedGlasses[];
}

/**
 * Rehearses a change or a plan on the last 28 nights that are over. Throws 404 unless all drinks are on menus of the
 * venue, and for a plan unless its drinks and units are of the venue.
 */
export async function rehearsePrices(
  { reads, ...deps }: Deps & { reads: Reads },
  venue: Venue,
  rules: NightRules,
  requested: Requested,
): Promise<RehearsedPrices> {
  const running = nightAt(rules, deps.now().getTime()).day;
  const [from, to] = [shiftDay(running, -rehearsedDays), shiftDay(running, -1)];
  const range = nightRange(rules, from, to);
  const { plan, drinks = [], change } = requested;
  const { rows, sold, lines, pastChange } = await reads.query(async (db) => {
    const repriced = plan
      ? await repricedByPlan({ ...deps, db }, venue, { range, rules, plan })
      : await repricedByChange({ ...deps, db }, venue.id, { range, drinks, change });
    const nowMs = deps.now().getTime();
    const pastChange = await measurePastChange(db, venue.id, rules, repriced.rows, nowMs);
    return { ...repriced, pastChange };
  });
  // Past sales that were imported are older than the drink.
  const added = rows.filter(
    ({ id, created_at }) =>
      created_at.getTime() > range.startMs &&
      sold.every(({ drinkId, firstAt }) => drinkId !== id || firstAt >= created_at),
  );
  return {
    ...rehearse(lines, requested.elasticity),
    from,
    to,
    added: [...new Set(added.map(({ name }) => name))].toSorted(),
    pastChange,
  };
}

type Reading = Deps & { db: Db };

interface OfChange {
  range: TimeRange;
  drinks: NonNullable<Requested['drinks']>;
  change: Requested['change'];
}

async function repricedByChange(
  { db, now }: Reading,
  venueId: string,
  { range, drinks, change }: OfChange,
): Promise<Repriced> {
  const named = namedDrinks({ drinks });
  const ids = named.map(({ id }) => id);
  const rows = await listDrinksById(db, venueId, ids);
  const sold = await listSoldGlasses(db, venueId, ids, range);
  const costOf = await readCosts(db, venueId, ids, now());
  const byId = new Map(rows.map((row) => [row.id, row]));
  const repricings = new Map(
    named.map((one) => {
      const row = byId.get(one.id);
      if (!row) throw notFound('drink');
      const present = { cents: row.price_cents, doubleCents: row.double_cents };
      const costCents = costOf.get(row.id) ?? null;
      return [row.id, { present, change: changeFor(one, change), costCents }];
    }),
  );
  return { rows, sold, lines: repriceByChange(sold, repricings) };
}

interface OfPlan {
  range: TimeRange;
  rules: NightRules;
  plan: NonNullable<Requested['plan']>;
}

async function repricedByPlan(
  deps: Reading,
  venue: Venue,
  { range, rules: { clocks }, plan: requested }: OfPlan,
): Promise<Repriced> {
  const { db, now } = deps;
  const plan = await requirePlan(db, venue.id, requested);
  const { periods } = await readRulesSince(db, venue.id, new Date(range.startMs));
  const stored = { periods, clocks };
  const drinks = (await listPlannedDrinks(deps, venue))
    .map((drink) => ({ ...drink, unitId: drink.row.unit_id }))
    .filter((drink) => mayMove(stored, plan, drink));
  const ids = drinks.map(({ id }) => id);
  const span = { fromMs: range.startMs, untilMs: range.endMs };
  const both = { clocks, periods: [...periods, ...rulesWith(stored, plan).periods] };
  const switches = switchesOf(both, span);
  const times = switches.map((ms) => new Date(ms));
  const sold = await listSoldGlasses(db, venue.id, ids, range, times);
  const costOf = await readCosts(db, venue.id, ids, now());
  const timed = sold.map((line) => ({ ...line, ms: switches[line.since - 1] ?? range.startMs }));
  const byId = new Map(
    drinks.map((drink) => [drink.id, { ...drink, costCents: costOf.get(drink.id) ?? null }]),
  );
  return {
    rows: drinks.map(({ row }) => row),
    sold,
    lines: repriceByPlan(timed, stored, plan, byId),
  };
}

/** Cents that a single of each drink costs now, of drinks whose ingredients all have costs. */
async function readCosts(
  db: Db,
  venueId: string,
  drinkIds: readonly string[],
  at: Date,
): Promise<Map<string, number>> {
  const parts = await listDrinkParts(db, venueId, drinkIds);
  return drinkCosts(costedParts(parts, await listCosts(db, venueId, at)));
}
