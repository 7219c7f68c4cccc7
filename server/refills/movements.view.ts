import type { ResponseOf } from '../../contract/endpoint.ts';
import type { listUnitMovements } from '../../contract/stock-movements.ts';
import { movementText } from '../../rules/stock/movement-text.ts';
import { personName } from '../../rules/users/person-name.ts';
import type { ListedMovement } from '../stock/listed-movements.queries.ts';

export const movementView = (
  row: ListedMovement,
): ResponseOf<typeof listUnitMovements>['movements'][number] => ({
  id: row.id,
  at: row.at.toISOString(),
  kind: row.kind,
  text: movementText(row.kind, {
    note: row.note,
    levelBeforeMl: row.level_before_ml,
    levelAfterMl: row.level_after_ml,
  }),
  position: String(row.position),
  ingredientId: row.ingredient_id,
  ingredient: row.ingredient,
  levelBefore: row.level_before_ml,
  levelAfter: row.level_after_ml,
  by: row.account && personName(row.account),
});
