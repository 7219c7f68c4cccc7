import { connect, type Connection } from '../../db/pool/connect.ts';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { passesNets } from './rls-check.queries.ts';
import type { Environment } from './env.ts';
import type { Shutdown } from './shutdown.ts';

/** Opens and migrates the configured database: a server's, or the embedded one in the data folder. */
export async function openDatabase(
  { databaseUrl, dataDir }: Environment,
  shutdown: Shutdown,
  print: (line: string) => void,
): Promise<Connection> {
  const target =
    databaseUrl === null ? await openOwn(dataDir, shutdown, print) : { url: databaseUrl };
  const connection = connect(target);
  shutdown.add(() => connection.close());
  await migrate(connection);
  if (databaseUrl !== null && (await passesNets(connection.db))) {
    print(
      'DATABASE_URL connects as a role that bypasses row-level security, which separates owners as defence in depth: use a role without superuser and bypassrls.',
    );
  }
  return connection;
}

async function openOwn(dataDir: string, shutdown: Shutdown, print: (line: string) => void) {
  const embedded = await startEmbedded(dataDir, { print });
  shutdown.add(() => embedded.stop());
  return embedded.target;
}
