/** When an ingredient runs out, and what its drinks would have earned until close. */
import { type Moments, oddsOfAtLeast } from './demand.ts';

const slotMs = 30 * 60_000;
/** Odds of the earliest, the likely and the latest time. */
const oddsOfTimes = [0.1, 0.5, 0.9] as const;

/** Half-hour boundaries of a time range after its start, in epoch milliseconds; the end is the last one. */
export function slotsBetween(fromMs: number, untilMs: number): number[] {
  const slots: number[] = [];
  for (let ms = Math.floor(fromMs / slotMs + 1) * slotMs; ms < untilMs; ms += slotMs)
    slots.push(ms);
  if (untilMs > fromMs) slots.push(untilMs);
  return slots;
}

/** Servings that are left, and the demand from now to a time. */
export interface Supply {
  readonly left: number;
  readonly demandUntil: (ms: number) => Moments;
}

/** Times in epoch milliseconds; null where the time lies beyond the range. */
export interface RunOut {
  readonly earliestMs: number | null;
  readonly likelyMs: number | null;
  readonly latestMs: number | null;
  /** Probability of running out within the range. */
  readonly odds: number;
}

/** Odds that an ingredient has run out at each of these times: that more is ordered than is left. */
export const oddsByTime = ({ left, demandUntil }: Supply, times: readonly number[]): number[] =>
  times.map((ms) => oddsOfAtLeast(left + 1, demandUntil(ms)));

/**
 * Earliest, likely and latest time of running out: those at which it has run out with odds of 10, 50 and 90 %.
 * @param odds by slot
 */
export function runOutOf(nowMs: number, slots: readonly number[], odds: readonly number[]): RunOut {
  const [earliestMs, likelyMs, latestMs] = oddsOfTimes.map((limit) => {
    const nth = odds.findIndex((one) => one >= limit);
    const endMs = slots[nth];
    if (endMs === undefined) return null;
    const startMs = slots[nth - 1] ?? nowMs;
    const [before, after] = [odds[nth - 1] ?? 0, odds[nth] ?? 0];
    return Math.round(startMs + ((endMs - startMs) * (limit - before)) / (after - before));
  });
  return {
    earliestMs: earliestMs ?? null,
    likelyMs: likelyMs ?? null,
    latestMs: latestMs ?? null,
    odds: odds.at(-1) ?? 0,
  };
}

/** A drink and what it is expected to earn in each slot, in cents. */
export interface SoldDrink {
  readonly ingredientIds: readonly string[];
  readonly cents: readonly number[];
}

export interface AtRisk {
  /** Of all drinks, each counted once. */
  readonly cents: number;
  /** Part that an ingredient alone is the cause of: it ends if the ingredient does not run out. */
  readonly byIngredient: ReadonlyMap<string, number>;
}

/**
 * Earnings that are expected to be lost if guests buy nothing else instead.
 * @param oddsOf odds by slot that an ingredient has run out at its end; none for one that does not
 */
export function atRiskOf(
  drinks: readonly SoldDrink[],
  oddsOf: ReadonlyMap<string, readonly number[]>,
): AtRisk {
  const byIngredient = new Map<string, number>();
  let cents = 0;
  for (const drink of drinks) {
    const ids = drink.ingredientIds.filter((id) => oddsOf.has(id));
    if (ids.length === 0) continue;
    for (const [slot, earned] of drink.cents.entries()) {
      const stays = ids.map((id) => 1 - oddsWithin(oddsOf.get(id) ?? [], slot));
      const all = stays.reduce((product, one) => product * one, 1);
      cents += earned * (1 - all);
      for (const [nth, id] of ids.entries()) {
        const others = stays.reduce(
          (product, one, other) => (other === nth ? product : product * one),
          1,
        );
        byIngredient.set(id, (byIngredient.get(id) ?? 0) + earned * (others - all));
      }
    }
  }
  return { cents, byIngredient };
}

/** Odds in the middle of a slot. */
const oddsWithin = (odds: readonly number[], slot: number): number =>
  ((slot === 0 ? (odds[0] ?? 0) : (odds[slot - 1] ?? 0)) + (odds[slot] ?? 0)) / 2;
