/** Pours of the sums as the rules of health count them. */
import type { PourSums } from '../../sums/read-sums.queries.ts';

/** Pours of ranges, of which the first is a whole period, whose night is -1, and the others nights. */
export const poursOf = ({
  nth,
  ingredient_id,
  timeouts,
  partials,
  flow_ml,
  flow_ms,
  ...row
}: PourSums) => ({
  night: nth - 1,
  position: row.position,
  ingredientId: ingredient_id,
  pours: row.pours,
  empty: row.empty,
  blocked: row.blocked,
  timeout: timeouts,
  partial: partials,
  flowMl: flow_ml,
  flowMs: flow_ms,
});
