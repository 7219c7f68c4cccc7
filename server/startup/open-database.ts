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
  say: (line: string) => void,
): Promise<Connection> {
  const target =
    databaseUrl === null ? await openOwn(dataDir, shutdown, say) : { url: databaseUrl };
  const connection = connect(target);
  shutdown.add(() => connection.close());
  await migrate(connection);
  if (databaseUrl !== null && (await passesNets(connection.db))) {
    say(
      'DATABASE_URL connects as a role that passes by row-level security, the second net between owners: use a role without superuser and bypassrls.',
    );
  }
  return connection;
}

async function openOwn(dataDir: string, shutdown: Shutdown, say: (line: string) => void) {
  const embedded = await startEmbedded(dataDir, { say });
  shutdown.add(() => embedded.stop());
  return embedded.target;
}
