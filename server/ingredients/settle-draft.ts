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
import { factFields } from './ingredient-fields.ts';

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
  const facts = factsOf(stored);
  const received = definedOf(changes);
  if (!isNewThere && Object.keys(received).length === 0) {
    return { facts, positions: positionsOf(chosen, category, facts.source) };
  }
  return settleDraft({ ...factFields(stored), ...received }, chosen, category);
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

const definedOf = (changes: IngredientDraft): IngredientDraft => {
  const { source, baseOrMixer, category, servingSize, ingredientSize, ingredientPouringTime } =
    changes;
  return {
    ...(source === undefined ? {} : { source }),
    ...(baseOrMixer === undefined ? {} : { baseOrMixer }),
    ...(category === undefined ? {} : { category }),
    ...(servingSize === undefined ? {} : { servingSize }),
    ...(ingredientSize === undefined ? {} : { ingredientSize }),
    ...(ingredientPouringTime === undefined ? {} : { ingredientPouringTime }),
  };
};

const factsOf = (row: IngredientFactsRow): IngredientFacts => ({
  source: row.source,
  baseOrMixer: row.base_or_mixer,
  category: row.category,
  servingSizeMl: row.serving_size_ml,
  sizeMl: row.size_ml,
  pouringTimeMs: row.pouring_time_ms,
});

/** Maps the facts to columns. */
export const columnsOf = (facts: IngredientFacts) => ({
  source: facts.source,
  base_or_mixer: facts.baseOrMixer,
  category: facts.category,
  serving_size_ml: facts.servingSizeMl,
  size_ml: facts.sizeMl,
  pouring_time_ms: facts.pouringTimeMs,
});
