/** Settings of the price plans of a venue over time. */
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/tables/tables.ts';

/** A period of a plan with what it said. */
export interface PeriodRow {
  plan_id: string;
  from_at: Date;
  until_at: Date | null;
  settings: Record<string, unknown>;
}

/** Lists what the plans of a venue said since a time, by plan. */
export const listPeriods = (db: Db, venueId: string, since: Date): Promise<PeriodRow[]> =>
  db
    .selectFrom('price_plan_periods')
    .select(['plan_id', 'from_at', 'until_at', 'settings'])
    .where('venue_id', '=', venueId)
    .where((where) => where.or([where('until_at', 'is', null), where('until_at', '>', since)]))
    .orderBy('plan_id')
    .orderBy('from_at')
    .execute();

/** What was read of the plans and the clock of a venue before is no longer current. */
export async function raisePlansVersion(db: Tx, venueId: string): Promise<void> {
  await db
    .updateTable('venues')
    .set({ price_plans_version: sql<number>`price_plans_version + 1` })
    .where('id', '=', venueId)
    .execute();
}
