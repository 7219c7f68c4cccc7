import { unitTarget } from './unit-target.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { newId } from '../shared/ids.ts';
import { requireQuota } from '../owners/require-quota.ts';
import { getUnit, insertUnit, type UnitRow } from './units.queries.ts';
import type { VenueRow } from '../venues/venues.queries.ts';
import type { ChangedBy } from '../shared/require-account.ts';

/** Adds a unit to a venue; the database assigns the next number, which was never used before. */
export function createUnit(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  venue: VenueRow,
  { category, name }: Pick<UnitRow, 'category' | 'name'>,
  by: ChangedBy,
): Promise<UnitRow> {
  return db.transaction().execute(async (transaction) => {
    await requireQuota(transaction, by.actor, venue.owner_id, 'units');
    const at = now();
    const id = newId(at);
    await insertUnit(transaction, { id, venue_id: venue.id, category, name, created_at: at });
    const unit = await getUnit(transaction, { venue_id: venue.id, id });
    await insertAudit(transaction, {
      at,
      actor: by.actor,
      ownerId: venue.owner_id,
      address: by.address,
      action: 'unit.created',
      target: unitTarget({ ...unit, unit_name: unit.name }),
      newValue: { category },
    });
    return unit;
  });
}
