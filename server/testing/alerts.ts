/** Test fixture: an open alert. */
import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { AlertsTable } from '../../db/tables/alerts.ts';
import type { TestApp, TestOwner } from './app.ts';

/** Opens an alert at the venue, as a check would: of low stock unless stated otherwise. */
export async function addAlert(
  { db, deps }: TestApp,
  { venueId }: Pick<TestOwner, 'venueId'>,
  more: Partial<Insertable<AlertsTable>> = {},
): Promise<{ alertId: string }> {
  const [id, at] = [randomUUID(), deps.now()];
  await db
    .insertInto('alerts')
    .values({
      venue_id: venueId,
      id,
      kind: 'low',
      key: id,
      severity: 'later',
      text: 'Rum is at 18%',
      opened_at: at,
      last_seen_at: at,
      ...more,
    })
    .execute();
  return { alertId: id };
}
