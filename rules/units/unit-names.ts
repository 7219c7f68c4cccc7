/** Names of units in texts: the name that the venue gave, always with the number. */
import { isolateName } from '../../lib/bidi.ts';

export interface NamedUnit {
  unitNumber: number;
  /** Null for a unit without a name. */
  name: string | null;
}

/** A unit by itself, as in headings: `Rooftop left · 1001`, or `Unit 1001` without a name. */
export const unitTitle = ({ unitNumber, name }: NamedUnit): string =>
  name === null ? `Unit ${unitNumber}` : `${isolateName(name)} · ${unitNumber}`;

/** A unit within a text: `Rooftop left · 1001`, or `unit 1001` without a name. */
export const unitInText = ({ unitNumber, name }: NamedUnit): string =>
  name === null ? `unit ${unitNumber}` : `${isolateName(name)} · ${unitNumber}`;

/** A unit in plain text for messages and logs, in characters of any text message: `unit 1001 (Rooftop left)`. */
export const unitInMessage = ({ unitNumber, name }: NamedUnit): string =>
  name === null ? `unit ${unitNumber}` : `unit ${unitNumber} (${name})`;

type ListedUnit = NamedUnit & { category: string };

const choiceOf = ({ unitNumber, name }: NamedUnit, kind: string): string =>
  name === null ? `${unitNumber} (${kind})` : `${isolateName(name)} · ${unitNumber} (${kind})`;

/** Choice of a unit in a list: `1001 (Classic unit)`, after its name where it has one. */
export const unitChoice = (unit: ListedUnit): string => choiceOf(unit, unitKind(unit.category));

/** The same with the category as specified for the report and the ingredient form: `1001 (ROTENDER_CLASSIC)`. */
export const specifiedUnitChoice = (unit: ListedUnit): string => choiceOf(unit, unit.category);

/** Kind of a unit in words: `Classic unit`. */
export const unitKind = (category: string): string =>
  category === 'BEERTENDER' ? 'Beer unit' : 'Classic unit';
