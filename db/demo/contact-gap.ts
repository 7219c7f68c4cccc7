/** An evening on which the second unit of the demo was not in contact; its sales of that time came late. */
import type { Tx } from '../tables/tables.ts';
import type { SellingUnit } from './history.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export async function insertContactGap(
  db: Tx,
  { venueId, unitId }: SellingUnit,
  now: Date,
): Promise<void> {
  // Midnight UTC is in the evening of New York.
  const fromMs = (Math.floor(now.getTime() / dayMs) - 1) * dayMs;
  const [from, until] = [new Date(fromMs), new Date(fromMs + 3.5 * hourMs)];
  await db
    .insertInto('contact_gaps')
    .values({ venue_id: venueId, unit_id: unitId, from_at: from, until_at: until })
    .execute();
  await db
    .updateTable('unit_state')
    .set({ last_contact_at: now, contact_since: until })
    .where('venue_id', '=', venueId)
    .where('unit_id', '=', unitId)
    .execute();
  await db
    .updateTable('orders')
    .set({ received_at: until })
    .where('venue_id', '=', venueId)
    .where('unit_id', '=', unitId)
    .where('sold_at', '>=', from)
    .where('sold_at', '<', until)
    .where('received_at', '<', until)
    .execute();
}
