import { sql } from 'kysely';
import type { Db } from '../db/tables/tables.ts';

const many = 3_000;

/** Runs `work` while the owner of one venue has 3,000. */
export async function withManyVenues<T>(
  db: Db,
  ownerId: string,
  work: () => Promise<T>,
): Promise<T> {
  await sql`
    insert into venues (id, owner_id, name)
    select gen_random_uuid(), ${ownerId}, 'Another venue' from generate_series(1, ${sql.lit(many - 1)})
  `.execute(db);
  try {
    return await work();
  } finally {
    await db.deleteFrom('venues').where('name', '=', 'Another venue').execute();
  }
}
