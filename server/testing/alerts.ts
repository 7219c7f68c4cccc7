/** Test fixture: an open alert. */
import { randomUUID } from 'node:crypto';
import type { TestApp, TestOwner } from './app.ts';

/** Opens an alert of low stock at the venue, as a check would. */
export async function addAlert(
  { db, deps }: TestApp,
  { venueId }: TestOwner,
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
    })
    .execute();
  return { alertId: id };
}
