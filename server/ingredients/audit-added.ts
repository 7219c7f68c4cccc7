import type { Tx } from '../../db/tables/tables.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { ChangedBy } from '../shared/require.ts';
import { unitTarget } from '../units/unit-access.ts';
import type { UnitBasics } from '../units/units.queries.ts';
import { priceFields } from './ingredient-fields.ts';
import type { IngredientRow } from './ingredients.queries.ts';

/** Audits an ingredient that is new in a unit, with its prices there. */
export const auditAdded = (
  db: Tx,
  unit: UnitBasics,
  added: IngredientRow,
  { at, actor, address }: ChangedBy & { at: Date },
): Promise<void> =>
  insertAudit(db, {
    at,
    actor,
    ownerId: unit.owner_id,
    address,
    action: 'ingredient.added',
    target: `${added.name} on ${unitTarget(unit)}`,
    newValue: priceFields(added),
  });
