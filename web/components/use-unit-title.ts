import { unitTitle } from '../../rules/units/unit-names.ts';
import { useUnits, useVenues } from '../context/use-venues.ts';

/** Title of a unit of the active venue; its number alone while the units are loading, or when it is gone. */
export function useUnitTitle(unitNumber: number): string {
  const { active } = useVenues();
  const { units } = useUnits(active?.id);
  return unitTitle(
    units.find((unit) => unit.unitNumber === unitNumber) ?? { unitNumber, name: null },
  );
}
