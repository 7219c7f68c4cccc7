/** The unit that is worked on: the chosen one, or the first of the active venue as long as none is, or when it is gone. */
import type { Unit } from '../api/units.ts';
import { useUnits } from './active-venue.ts';
import { useOwnerContext } from './owner-context.ts';

/** @param venueId of the active venue; undefined while it is not known */
export function useActiveUnit(
  venueId: string | undefined,
): ReturnType<typeof useUnits> & { active: Unit | undefined } {
  const { unitNumber } = useOwnerContext();
  const known = useUnits(venueId);
  const chosen = known.units.find((unit) => unit.unitNumber === unitNumber);
  return { ...known, active: chosen ?? known.units[0] };
}
