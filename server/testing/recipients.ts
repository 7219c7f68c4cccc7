/** Test helper: recipients that have confirmed themselves. */
import type { Db } from '../../db/tables/tables.ts';

/** Stores a recipient as confirmed, without a request. */
export async function confirmRecipient(
  { db }: { db: Db },
  { ownerId, channel, address }: { ownerId: string; channel: 'mail' | 'sms'; address: string },
): Promise<void> {
  await db
    .insertInto('recipients')
    .values({ account_id: ownerId, channel, address, state: 'confirmed' })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'channel', 'address']).doUpdateSet({ state: 'confirmed' }),
    )
    .execute();
}
