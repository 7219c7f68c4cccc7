/** Price plans of a venue with its clocks, as the rule of effective prices needs them. */
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { planSettings } from '../../contract/price-plans.ts';
import type { Db } from '../../db/tables/tables.ts';
import {
  noPlans,
  type PlanPeriod,
  pricePlan,
  type PriceRules,
} from '../../rules/prices/effective-price.ts';
import { listClocks } from './nights.queries.ts';
import { listPeriods, type PeriodRow } from './price-rules.queries.ts';

export type StoredSettings = z.output<typeof planSettings>;

export const settingsOf = ({ settings }: Pick<PeriodRow, 'settings'>): StoredSettings =>
  planSettings.parse(settings);

export const periodOf = (row: PeriodRow): PlanPeriod => ({
  plan: pricePlan(row.plan_id, settingsOf(row)),
  fromMs: row.from_at.getTime(),
  untilMs: row.until_at?.getTime() ?? null,
});

const dayMs = 86_400_000;
/** A unit may have been without contact for two weeks when it sold. */
const keptDays = 15;

/** Rules of a venue by the version that they were read at. */
const cache = new LRUCache<string, { version: number; rules: PriceRules }>({ max: 1000 });

/**
 * Returns the plans of a venue that were active in the last two weeks. Read once for each version, because every sale
 * needs them.
 * @param version of the plans of the venue; 0 where it never had one
 */
export async function readPriceRules(
  db: Db,
  venueId: string,
  version: number,
  now: Date,
): Promise<PriceRules> {
  if (version === 0) return noPlans;
  const known = cache.get(venueId);
  if (known?.version === version) return known.rules;
  const rules = await readRulesSince(db, venueId, new Date(now.getTime() - keptDays * dayMs));
  cache.set(venueId, { version, rules });
  return rules;
}

/** Returns the plans of a venue that were active since a time. */
export async function readRulesSince(db: Db, venueId: string, since: Date): Promise<PriceRules> {
  const rows = await listPeriods(db, venueId, since);
  const clocks = await listClocks(db, venueId);
  return clocks.length === 0 ? noPlans : { periods: rows.map(periodOf), clocks };
}
