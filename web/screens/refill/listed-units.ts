import { groupBy } from '../../../lib/group-by.ts';
import type { Refill } from '../../api/refill-queue.ts';
import type { UnitRefills } from '../../api/stock-forecast.ts';
import type { Ticks } from './use-ticks.ts';

/** A unit with what is left to refill, and what was ticked. */
export interface ListedUnit extends Pick<
  UnitRefills,
  'unitId' | 'unitNumber' | 'unitName' | 'tracked' | 'items'
> {
  readonly atRisk?: number | undefined;
  readonly ticked: readonly (Refill & { readonly isWaiting: boolean })[];
}

/**
 * Units of the list and of the ticks, by number. A place that is ticked is not left to refill; one that is listed again
 * after it was recorded is.
 */
export function listedUnits(units: readonly UnitRefills[], ticks: Ticks): ListedUnit[] {
  const waiting = new Set(ticks.waiting.map(placeOf));
  const left = units.map((unit) => ({
    ...unit,
    items: unit.items.filter(
      ({ position }) => !waiting.has(placeOf({ unitId: unit.unitId, position })),
    ),
  }));
  const toRefill = new Set(
    left.flatMap((unit) =>
      unit.items.map(({ position }) => placeOf({ unitId: unit.unitId, position })),
    ),
  );
  const ticked = groupBy(
    [
      ...ticks.recorded
        .filter((refill) => !toRefill.has(placeOf(refill)) && !waiting.has(placeOf(refill)))
        .map((refill) => ({ ...refill, isWaiting: false })),
      ...ticks.waiting.map((refill) => ({ ...refill, isWaiting: true })),
    ],
    (refill) => refill.unitId,
  );
  const known = new Set(units.map(({ unitId }) => unitId));
  const others = [...ticked].flatMap(([unitId, [first]]) =>
    first && !known.has(unitId)
      ? [
          {
            unitId,
            unitNumber: first.unitNumber,
            unitName: first.unitName,
            tracked: true,
            items: [],
          },
        ]
      : [],
  );
  return [...left, ...others]
    .map((unit) => ({ ...unit, ticked: ticked.get(unit.unitId) ?? [] }))
    .sort((a, b) => a.unitNumber - b.unitNumber);
}

const placeOf = ({ unitId, position }: { unitId: string; position: number }): string =>
  `${unitId} ${position}`;
