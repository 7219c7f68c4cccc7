import type { UnitCategory } from '../../../rules/stock/positions.ts';
import type { Draft } from './draft.ts';
import type { Errors } from './wire.ts';

/** Props of every part of the form. */
export interface PartProps {
  readonly draft: Draft;
  readonly unitCategory: UnitCategory;
  /** True when the ingredient already exists. */
  readonly isStored: boolean;
  readonly problems: Errors;
  readonly change: (draft: Draft) => void;
}
