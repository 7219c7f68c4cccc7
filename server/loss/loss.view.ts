import type { EndpointResponse } from '../../contract/endpoints.ts';
import { toDollars } from '../../lib/money.ts';
import {
  type IngredientLoss,
  type LossAmounts,
  lostOf,
  lostSalesCents,
  noAmounts,
} from '../../rules/loss/loss.ts';
import type { Margins } from '../../rules/loss/margins.ts';
import type { CostedIngredient, CostRow } from './costs.queries.ts';
import type { LossReport } from './get-loss.ts';

export const costView = ({ from_at, cents, per_ml, case_size, supplier }: CostRow) => ({
  from: from_at.toISOString(),
  cost: toDollars(cents),
  bottleMl: per_ml,
  caseSize: case_size,
  supplier,
});

export const costedIngredientView = ({
  id,
  name,
  size_ml,
  cost,
}: CostedIngredient): EndpointResponse<'listCosts'>[number] => ({
  ingredientId: id,
  name,
  sizeMl: size_ml,
  cost: cost && costView(cost),
});

type LossView = EndpointResponse<'getLoss'>;

const byLoss = ({ cents }: IngredientLoss): number => (cents === null ? -1 : lostOf(cents));

export function lossView({ ingredients, meters }: LossReport): LossView {
  return {
    total: totalOf(ingredients),
    ingredients: ingredients
      .toSorted((a, b) => byLoss(b) - byLoss(a) || lostOf(b.ml) - lostOf(a.ml))
      .map((one) => ({
        ingredientId: one.ingredientId,
        name: one.name,
        sizeMl: one.size_ml,
        ...sumsView(one, lostSalesCents(one)),
      })),
    meters: meters.map(({ ingredientId, unitId, unit, position, servings, ratio, ...meter }) => ({
      ingredientId,
      unitId,
      unit,
      position,
      servings: Math.round(servings),
      ratio: rounded(ratio, 4),
      ml: rounded(meter.pouredMl - meter.setMl, 2),
    })),
  };
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits)) + 0;

const sumsView = (
  { ml, cents, salesCents, notMeasuredMl, setMl, setOverMl, isEstimated }: IngredientLoss,
  lostCents: number | null,
): LossView['total'] => ({
  ml,
  cost: cents && inDollars(cents),
  sales: toDollars(salesCents),
  lostSales: lostCents === null ? null : toDollars(lostCents),
  notMeasuredMl,
  overPourRatio: setMl === 0 ? null : rounded(setOverMl / setMl, 4),
  isEstimated,
});

const inDollars = ({ unexplained, ...amounts }: LossAmounts): LossAmounts => ({
  poured: toDollars(amounts.poured),
  sold: toDollars(amounts.sold),
  comped: toDollars(amounts.comped),
  refunded: toDollars(amounts.refunded),
  wasted: toDollars(amounts.wasted),
  overPoured: toDollars(amounts.overPoured),
  discarded: toDollars(amounts.discarded),
  unexplained: unexplained === null ? null : toDollars(unexplained),
});

const sumAmounts = (of: readonly LossAmounts[]): LossAmounts | null => {
  const [first, ...others] = of;
  return first === undefined ? null : others.reduce(added, first);
};

/** Sums of the ingredients; what is null for some is the sum of the others. */
function totalOf(ingredients: readonly IngredientLoss[]): LossView['total'] {
  const sum = (of: (one: IngredientLoss) => number): number =>
    rounded(
      ingredients.reduce((total, one) => total + of(one), 0),
      2,
    );
  const lost = ingredients.map(lostSalesCents);
  return sumsView(
    {
      ingredientId: '',
      ml: sumAmounts(ingredients.map(({ ml }) => ml)) ?? { ...noAmounts(), unexplained: null },
      cents: sumAmounts(ingredients.flatMap(({ cents }) => cents ?? [])),
      isEstimated: ingredients.some((one) => one.isEstimated),
      notMeasuredMl: sum((one) => one.notMeasuredMl),
      setMl: sum((one) => one.setMl),
      setOverMl: sum((one) => one.setOverMl),
      salesCents: sum((one) => one.salesCents),
    },
    lost.every((cents) => cents === null) ? null : lost.reduce<number>((a, b) => a + (b ?? 0), 0),
  );
}

const added = (a: LossAmounts, b: LossAmounts): LossAmounts => ({
  poured: rounded(a.poured + b.poured, 2),
  sold: rounded(a.sold + b.sold, 2),
  comped: rounded(a.comped + b.comped, 2),
  refunded: rounded(a.refunded + b.refunded, 2),
  wasted: rounded(a.wasted + b.wasted, 2),
  overPoured: rounded(a.overPoured + b.overPoured, 2),
  discarded: rounded(a.discarded + b.discarded, 2),
  unexplained:
    a.unexplained === null || b.unexplained === null
      ? (a.unexplained ?? b.unexplained)
      : rounded(a.unexplained + b.unexplained, 2),
});

const dollarsOrNull = (cents: number | null): number | null =>
  cents === null ? null : toDollars(cents);

export const marginsView = ({ middle, drinks }: Margins): EndpointResponse<'getMargins'> => ({
  middle: middle && { glasses: middle.glasses, margin: toDollars(Math.round(middle.marginCents)) },
  drinks: drinks.map((drink) => ({
    drinkIds: [...drink.drinkIds],
    name: drink.name,
    price: toDollars(drink.priceCents),
    cost: dollarsOrNull(drink.costCents),
    margin: dollarsOrNull(drink.marginCents),
    pourCostRatio: drink.pourCostRatio === null ? null : rounded(drink.pourCostRatio, 4),
    glasses: drink.glasses,
    earned: dollarsOrNull(drink.earnedCents),
    corner: drink.corner,
  })),
});
