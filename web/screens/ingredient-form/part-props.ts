import type { UnitCategory } from '../../../rules/stock/positions.ts';
import type { Draft } from './draft.ts';
import type { Errors } from './wire.ts';

/** What every part of the form is given. */
export interface PartProps {
  readonly draft: Draft;
  readonly unitCategory: UnitCategory;
  /** The ingredient is there already. */
  readonly isStored: boolean;
  readonly problems: Errors;
  readonly change: (draft: Draft) => void;
}
