/** Sales of one owner beside the overload of another, who has 2,000,000 sales and 1,000 more units. */
import { sql } from 'kysely';
import { measureShares } from '../resilience/faults/fair-shares.ts';
import { type BenchDatabase, openSession } from './bench-database.ts';
import { makeSellers } from '../resilience/testing/fleet.ts';
import { serve } from './process.ts';

const moreUnits = 1_000;

export async function benchFairShares({ connection, embedded }: BenchDatabase): Promise<void> {
  const { db } = connection;
  const { token, venueId } = await openSession(connection);
  const [noisy] = await makeSellers(connection, 1, 'Venue 1');
  const [quiet] = await makeSellers(connection, 1);
  if (!noisy || !quiet) throw new Error('The venues have no units');
  const sellerOf = ({ unitNumber, key, drinkId }: typeof noisy) => ({
    unitNumber,
    key,
    item: { drinkId },
  });
  await sql`
    insert into units (id, venue_id, home_helper_text, created_at)
    select gen_random_uuid(), ${venueId}, 'Another unit', now() from generate_series(1, ${sql.lit(moreUnits)})
  `.execute(db);
  const server = await serve('serve', embedded.target);
  try {
    await measureShares({
      url: server.url,
      seller: sellerOf(quiet),
      noisy: { ...sellerOf(noisy), token, venueId },
    });
  } finally {
    await server.stop();
    await db.deleteFrom('units').where('home_helper_text', '=', 'Another unit').execute();
  }
}
