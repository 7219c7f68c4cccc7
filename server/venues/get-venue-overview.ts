import { type Attention, attentionOf } from '../../rules/venues/attention.ts';
import { dayRange, todayIn } from '../../lib/day-range.ts';
import { reportTotals, type SalesTotals } from '../../rules/reports/sales-totals.ts';
import type { AppDeps } from '../shared/deps.ts';
import { sumSales } from '../reports/sales-sums.queries.ts';
import { listLowIngredients, listUnitActivity, type UnitActivity } from './overview.queries.ts';

export interface Sold {
  orders: number;
  totals: SalesTotals;
}

export interface VenueOverview {
  day: string;
  today: Sold;
  weekBefore: Sold;
  units: (UnitActivity & { sold: Sold })[];
  attention: Attention[];
}

const weekMs = 7 * 86_400_000;

/** Returns today's sales so far in a time zone, the same hours a week before, and items that need attention. */
export async function getVenueOverview(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  venueId: string,
  timezone: string,
): Promise<VenueOverview> {
  const nowMs = now().getTime();
  const day = todayIn(timezone, nowMs);
  const { startMs } = dayRange({ from: day, to: day, timezone });
  const sold = async (unitId: string | null, agoMs = 0): Promise<Sold> => {
    const range = { startMs: startMs - agoMs, endMs: nowMs - agoMs };
    const sums = await sumSales(db, { venueId, unitId }, range);
    return { orders: sums.orders, totals: reportTotals(sums, { feesReported: false }) };
  };
  const [activity, low, today, weekBefore] = await Promise.all([
    listUnitActivity(db, venueId),
    listLowIngredients(db, venueId),
    sold(null),
    sold(null, weekMs),
  ]);
  const units = await Promise.all(
    activity.map(async (unit) => ({ ...unit, sold: await sold(unit.id) })),
  );
  const states = units.map((unit) => ({
    id: unit.id,
    unitNumber: unit.unit_number,
    hasKey: unit.has_key,
    lastSoldMs: unit.last_sold_at?.getTime() ?? null,
  }));
  const stock = low.map((row) => ({
    unitId: row.unit_id,
    unitNumber: row.unit_number,
    ingredientId: row.ingredient_id,
    name: row.name,
    percent: row.percent,
  }));
  return { day, today, weekBefore, units, attention: attentionOf(states, stock, nowMs) };
}
