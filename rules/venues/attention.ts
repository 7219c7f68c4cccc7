/** Conditions of a venue that need staff attention, as actionable messages. */
import { aheadText } from '../health/clock-text.ts';

export interface Attention {
  kind: 'failed' | 'refused' | 'out' | 'low' | 'levels' | 'clock' | 'noKey' | 'silent';
  unitNumber: number;
  unitName: string | null;
  unitId: string;
  ingredientId?: string;
  text: string;
}

export interface UnitState {
  id: string;
  unitNumber: number;
  unitName: string | null;
  hasKey: boolean;
  /** Drinks that were paid for and not poured, and are not settled. */
  failedDrinks: number;
  /** Number of open ones. */
  refusedSales: number;
  /** Epoch milliseconds; null without sales. Leaves out sales that are dated ahead. */
  lastSoldMs: number | null;
  /** Date of the sale that is dated furthest ahead of now, in epoch milliseconds; null when none is. */
  aheadMs: number | null;
  /** Impossible date that the unit sent with its last sale, in epoch milliseconds; null for a possible one. */
  impossibleMs: number | null;
}

export interface LowStock {
  unitId: string;
  unitNumber: number;
  unitName: string | null;
  ingredientId: string;
  name: string;
  percent: number;
}

/** A unit that sold ingredients while inventory management was off, and so does not know their levels. */
export interface UnknownLevels {
  unitId: string;
  unitNumber: number;
  unitName: string | null;
  /** Number of ingredients. */
  count: number;
}

const dayMs = 86_400_000;
/** A unit with earlier sales but none for this long has probably lost its network or its power. */
const silentAfterMs = 2 * dayMs;

/**
 * Most urgent first: drinks that were paid for and not poured, sales that were refused, ingredients that are out, ingredients running low, units with unknown levels, units whose clock is
 * wrong, that cannot sell or that went offline.
 */
export function attentionOf(
  units: readonly UnitState[],
  low: readonly LowStock[],
  unknown: readonly UnknownLevels[],
  nowMs: number,
): Attention[] {
  const stock = low.map(
    ({ unitId, unitNumber, unitName, ingredientId, name, percent }): Attention => {
      const isOut = percent <= 0;
      return {
        kind: isOut ? 'out' : 'low',
        unitNumber,
        unitName,
        unitId,
        ingredientId,
        text: isOut ? `${name} is out` : `${name} is at ${percent}%`,
      };
    },
  );
  const levels = unknown.map(({ unitId, unitNumber, unitName, count }): Attention => ({
    kind: 'levels',
    unitNumber,
    unitName,
    unitId,
    text: `${count === 1 ? '1 level is' : `${count} levels are`} unknown: refill and restore`,
  }));
  const states = units.flatMap((unit): Attention[] => {
    const at = { unitNumber: unit.unitNumber, unitName: unit.unitName, unitId: unit.id };
    const clock = aheadText(unit, nowMs);
    if (clock !== null) return [{ ...at, kind: 'clock', text: clock }];
    if (unit.lastSoldMs !== null && nowMs - unit.lastSoldMs > silentAfterMs) {
      const days = Math.floor((nowMs - unit.lastSoldMs) / dayMs);
      return [{ ...at, kind: 'silent', text: `No sale for ${days} days` }];
    }
    return unit.hasKey
      ? []
      : [{ ...at, kind: 'noKey', text: "No key: this unit can't report sales" }];
  });
  const refused = units
    .filter(({ refusedSales }) => refusedSales > 0)
    .map(({ id, unitNumber, unitName, refusedSales }): Attention => ({
      kind: 'refused',
      unitNumber,
      unitName,
      unitId: id,
      text: `${refusedSales === 1 ? '1 sale was' : `${refusedSales} sales were`} refused and not booked`,
    }));
  const failed = units
    .filter(({ failedDrinks }) => failedDrinks > 0)
    .map(({ id, unitNumber, unitName, failedDrinks }): Attention => ({
      kind: 'failed',
      unitNumber,
      unitName,
      unitId: id,
      text: `${failedDrinks === 1 ? '1 drink was' : `${failedDrinks} drinks were`} paid for and not poured`,
    }));
  return [
    ...failed,
    ...refused,
    ...stock.filter(({ kind }) => kind === 'out'),
    ...stock.filter(({ kind }) => kind === 'low'),
    ...levels,
    ...states,
  ];
}
