/** Times in which units are in service. */
import type { Insertable, Selectable } from 'kysely';
import type { Tx } from '../../db/tables/tables.ts';
import type { UnitRef, UnitServicesTable } from '../../db/tables/units.ts';
import type { ServiceReason } from '../../rules/health/service-reasons.ts';

type RunningService = Pick<Selectable<UnitServicesTable>, 'from_at' | 'until_at' | 'begun_by'>;

/** The time in service that is running. */
export async function findRunningService(
  db: Tx,
  { venue_id, id }: UnitRef,
  now: Date,
): Promise<RunningService | null> {
  const row = await db
    .selectFrom('unit_services')
    .select(['from_at', 'until_at', 'begun_by'])
    .where('venue_id', '=', venue_id)
    .where('unit_id', '=', id)
    .where('from_at', '<=', now)
    .where('until_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

/** Inserts a time in service; one that began at the same moment, and has ended, goes on. */
export async function insertService(db: Tx, row: Insertable<UnitServicesTable>): Promise<void> {
  const { begun_by, until_at, reason } = row;
  await db
    .insertInto('unit_services')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['venue_id', 'unit_id', 'from_at'])
        .doUpdateSet({ begun_by, until_at, reason, ended_by: null }),
    )
    .execute();
}

export async function updateService(
  db: Tx,
  { venue_id, id }: UnitRef,
  from: Date,
  values: { until_at: Date; ended_by?: string; reason?: ServiceReason },
): Promise<void> {
  await db
    .updateTable('unit_services')
    .set(values)
    .where('venue_id', '=', venue_id)
    .where('unit_id', '=', id)
    .where('from_at', '=', from)
    .execute();
}
