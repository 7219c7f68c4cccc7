/** Creates the partitions of the coming months. */
import { monthAt, monthsAhead } from './months.ts';
import {
  addReferences,
  createPartitions,
  listPartitions,
  partitionedTables,
  type Queries,
  schemas,
} from './tables.ts';
import { findState } from './state.ts';

/**
 * Does nothing unless the tables are partitioned. A month that has rows in the default partition already keeps them
 * there.
 * @param client in a transaction
 */
export async function makePartitions(client: Queries, nowMs: number): Promise<string[]> {
  if ((await findState(client)) !== 'partitioned') return [];
  const existing = new Set(await listPartitions(client));
  const { rows } = await client.query<{ schema: string }>('select current_schema() as schema');
  const made: string[] = [];
  for (let after = 0; after <= monthsAhead; after += 1) {
    const month = monthAt(nowMs, after);
    if (existing.has(month.name)) continue;
    // Sales wait for the locks, and behind them.
    await client.query(`set local lock_timeout = '700ms'`);
    await client.query(
      'lock table refunds, orders, ordered_drinks, pours in access exclusive mode',
    );
    const { rows: strays } = await client.query<{ found: boolean }>(
      `select ${partitionedTables
        .map(
          ({ name, by }) =>
            `exists (select from ${schemas.partitions}.${name}_default where ${by} >= '${month.from}' and ${by} < '${month.to}')`,
        )
        .join(' or ')} as found`,
    );
    if (strays[0]?.found === true) continue;
    for (const statement of [
      ...createPartitions(rows[0]?.schema ?? 'public', month),
      ...addReferences(month, true),
    ]) {
      await client.query(statement);
    }
    made.push(month.name);
  }
  return made;
}
