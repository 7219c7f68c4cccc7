/** Active unit: the chosen one, or the first of the active venue when none is chosen or it no longer exists. */
import type { Unit } from '../api/units.ts';
import { useUnits } from './active-venue.ts';
import { useOwnerContext } from './owner-context.ts';

/** @param venueId of the active venue; undefined while loading */
export function useActiveUnit(
  venueId: string | undefined,
): ReturnType<typeof useUnits> & { active: Unit | undefined } {
  const { unitNumber } = useOwnerContext();
  const known = useUnits(venueId);
  const chosen = known.units.find((unit) => unit.unitNumber === unitNumber);
  return { ...known, active: chosen ?? known.units[0] };
}
