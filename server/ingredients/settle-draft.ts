/** Converts a form's input to stored values: applies the rules, and reports violations as field errors. */
import {
  type IngredientDraft,
  type IngredientFacts,
  settleIngredient,
} from '../../rules/stock/ingredient.ts';
import {
  type IngredientSource,
  settlePositions,
  type UnitCategory,
} from '../../rules/stock/positions.ts';
import type { IngredientFactsRow } from './ingredients.queries.ts';
import { fieldError } from '../shared/errors.ts';
import { changedDraft, draftOf, factsOf } from './ingredient-fields.ts';

export interface Settled {
  facts: IngredientFacts;
  positions: number[];
}

/** Resolves a new ingredient and its positions in a unit of this category. */
export function settleDraft(
  draft: IngredientDraft,
  chosen: readonly string[],
  category: UnitCategory,
): Settled {
  const settled = settleIngredient(draft, category);
  if ('problems' in settled) throw fieldError(settled.problems);
  return {
    facts: settled.facts,
    positions: positionsOf(chosen, category, settled.facts.source),
  };
}

/**
 * Same for an existing ingredient. Its facts stay unchanged unless the request changes them, or it is added to a unit
 * for the first time: a new price must not adapt it to the rules of one of its units.
 */
export function settleChanges(
  stored: IngredientFactsRow,
  changes: IngredientDraft,
  chosen: readonly string[],
  { category, isNewThere }: { category: UnitCategory; isNewThere: boolean },
): Settled {
  const changed = changedDraft(stored, changes);
  if (changed === null && !isNewThere) {
    const facts = factsOf(stored);
    return { facts, positions: positionsOf(chosen, category, facts.source) };
  }
  return settleDraft(changed ?? draftOf(stored), chosen, category);
}

function positionsOf(
  chosen: readonly string[],
  category: UnitCategory,
  source: IngredientSource,
): number[] {
  const placed = settlePositions(chosen, category, source);
  if ('problem' in placed) throw fieldError({ positionInUnit: placed.problem });
  return placed.positions;
}
