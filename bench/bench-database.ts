/** Benchmark database, created once and cached in build/bench, so that a second run starts at once. */
import { fileURLToPath } from 'node:url';
import { connect, type Connection } from '../db/pool/connect.ts';
import { type EmbeddedDatabase, startEmbedded } from '../db/embedded/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { makeFleet } from './fleet.ts';

const tenMinutesMs = 600_000;

export interface BenchDatabase {
  embedded: EmbeddedDatabase;
  connection: Connection;
  close(): Promise<void>;
}

export async function openBenchDatabase(sales = 2_000_000): Promise<BenchDatabase> {
  const folder = fileURLToPath(new URL(`../build/bench/${sales}`, import.meta.url));
  const embedded = await startEmbedded(folder);
  const connection = connect(embedded.target, { statementTimeoutMs: tenMinutesMs });
  await migrate(connection);
  const filled = await connection.db
    .selectFrom('sales_rollups')
    .select('grain')
    .limit(1)
    .executeTakeFirst();
  if (!filled) {
    console.log(
      `Making ${sales.toLocaleString('en-US')} sales of one venue among 100; this is done once.`,
    );
    await connection.db.deleteFrom('ordered_drinks').execute();
    await connection.db.deleteFrom('orders').execute();
    await connection.db.deleteFrom('units').execute();
    await connection.db.deleteFrom('venues').execute();
    await connection.db.deleteFrom('users').execute();
    await makeFleet(connection.db, { venues: 100, sales });
  }
  return {
    embedded,
    connection,
    close: async () => {
      await connection.close();
      await embedded.stop();
    },
  };
}
