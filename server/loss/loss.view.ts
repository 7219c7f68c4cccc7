import type { listCosts } from '../../contract/costs.ts';
import type { ResponseOf } from '../../contract/endpoint.ts';
import { toDollars } from '../../lib/money.ts';
import type { CostedIngredient, CostRow } from './costs.queries.ts';

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
}: CostedIngredient): ResponseOf<typeof listCosts>[number] => ({
  ingredientId: id,
  name,
  sizeMl: size_ml,
  cost: cost && costView(cost),
});
