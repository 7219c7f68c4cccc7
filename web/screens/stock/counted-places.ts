/** Places of a count as they are shown. */
import { unitTitle } from '../../../rules/units/unit-names.ts';
import type { WaitingLine } from '../../api/count-queue.ts';
import type { CountedPlace } from '../../api/stock-counts.ts';

/** A place with what was counted there, also on this device without a network. */
export interface ShownPlace extends CountedPlace {
  readonly waiting: readonly WaitingLine[];
}

export const placeTitle = ({
  unitNumber,
  unitName,
  position,
  storeName,
}: Pick<CountedPlace, 'unitNumber' | 'unitName' | 'position' | 'storeName'>): string =>
  unitNumber === null
    ? (storeName ?? 'Storeroom')
    : `${unitTitle({ unitNumber, name: unitName })}, position ${position}`;

export const isCounted = ({ lines, waiting }: ShownPlace): boolean =>
  lines.length > 0 || waiting.length > 0;
