import { unitInMessage } from '../../rules/units/unit-names.ts';

/** A unit as the target of an audit entry, with the name that it has now: `unit 1001 (Rooftop left)`. */
export const unitTarget = (unit: { unit_number: number; unit_name: string | null }): string =>
  unitInMessage({ unitNumber: unit.unit_number, name: unit.unit_name });
