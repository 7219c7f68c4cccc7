import { sql } from 'kysely';
import { makePartitions } from '../../db/partitions/make-ahead.ts';
import type { AppDeps } from '../shared/deps.ts';

/** Creates the partitions of the coming months where sales are partitioned (npm run partition). */
export async function makePartitionsAhead({ db, now }: Pick<AppDeps, 'db' | 'now'>): Promise<void> {
  await db.transaction().execute((transaction) => {
    const query = <Row>(text: string) => sql.raw<Row>(text).execute(transaction);
    return makePartitions({ query }, now().getTime());
  });
}
