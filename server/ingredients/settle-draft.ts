/** From what a form asks for to what will be stored: the rules have their say, and what cannot be becomes a field problem. */
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

export interface Settled {
  facts: IngredientFacts;
  positions: number[];
}

/** What a new ingredient will be and where it will stand in a unit of this category. */
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
 * The same for one that is there already. It stays what it is unless the change says something of what it is, or it comes to
 * a unit for the first time: a new price must not bend it to the rules of one of its units.
 */
export function settleChanges(
  stored: IngredientFactsRow,
  changes: IngredientDraft,
  chosen: readonly string[],
  { category, isNewThere }: { category: UnitCategory; isNewThere: boolean },
): Settled {
  const facts = factsOf(stored);
  const asked = definedOf(changes);
  if (!isNewThere && Object.keys(asked).length === 0) {
    return { facts, positions: positionsOf(chosen, category, facts.source) };
  }
  return settleDraft({ ...draftOf(facts), ...asked }, chosen, category);
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

const draftOf = (facts: IngredientFacts): IngredientDraft => ({
  source: facts.source,
  baseOrMixer: facts.baseOrMixer,
  category: facts.category,
  servingSize: facts.servingSizeMl,
  ingredientSize: facts.sizeMl,
  ingredientPouringTime: facts.pouringTimeMs,
});

/** The facts as they are stored. */
export const columnsOf = (facts: IngredientFacts) => ({
  source: facts.source,
  base_or_mixer: facts.baseOrMixer,
  category: facts.category,
  serving_size_ml: facts.servingSizeMl,
  size_ml: facts.sizeMl,
  pouring_time_ms: facts.pouringTimeMs,
});
