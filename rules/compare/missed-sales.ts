/** Sales that a unit missed while it was offline in opening hours: its usual ones, at the pace of the other units. */

/** Part of an hour in which a unit was offline while its venue was open. */
export interface OfflineHour {
  readonly unitId: string;
  /** Index of the hour. */
  readonly hour: number;
  readonly ms: number;
  /** Of the hour, from 0 to 1. */
  readonly part: number;
}

export interface UnitSales {
  /** Gross volume of a unit in an hour, in cents. */
  readonly sold: (unitId: string, hour: number) => number;
  /** The same in that hour of the same weekday, as a mean of the weeks before. */
  readonly usual: (unitId: string, hour: number) => number;
}

export interface MissedSales {
  readonly unitId: string;
  readonly offlineMs: number;
  readonly missedCents: number;
}

/**
 * Of each unit: what it usually sells in these hours, times what the units that were in contact sold against their usual,
 * less what it did sell, as sales of a unit that was offline may arrive later. Hours in which the venue usually sells
 * nothing do not count.
 */
export function missedSales(
  offline: readonly OfflineHour[],
  unitIds: readonly string[],
  { sold, usual }: UnitSales,
): MissedSales[] {
  const isOffline = new Set(offline.map(({ unitId, hour }) => `${unitId} ${hour}`));
  const selling = offline.filter(({ hour }) => unitIds.some((id) => usual(id, hour) > 0));
  return [...new Set(selling.map(({ unitId }) => unitId))].map((unitId) => {
    const own = selling.filter((one) => one.unitId === unitId);
    const sum = (of: (one: OfflineHour) => number): number =>
      own.reduce((all, one) => all + of(one), 0);
    const ofOthers = (of: UnitSales['sold']): number =>
      sum(({ hour, part }) =>
        unitIds
          .filter((id) => id !== unitId && !isOffline.has(`${id} ${hour}`))
          .reduce((all, id) => all + part * of(id, hour), 0),
      );
    const usualOfOthers = ofOthers(usual);
    const pace = usualOfOthers === 0 ? 1 : ofOthers(sold) / usualOfOthers;
    const expected = sum(({ hour, part }) => part * usual(unitId, hour)) * pace;
    const arrived = sum(({ hour, part }) => part * sold(unitId, hour));
    return {
      unitId,
      offlineMs: sum(({ ms }) => ms),
      missedCents: Math.round(Math.max(0, expected - arrived)),
    };
  });
}
