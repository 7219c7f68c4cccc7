import { connect, type Connection } from '../../db/pool/connect.ts';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { migrate, requireMigrated } from '../../db/migrate.ts';
import { StartupError } from '../../db/start-error.ts';
import { countParkedJobs } from '../jobs/jobs.queries.ts';
import { listBypassingRoles } from './rls-check.queries.ts';
import type { Environment } from './env.ts';
import type { Shutdown } from './shutdown.ts';

/** Opens the configured database, and migrates it unless MIGRATE is off: a server's, or the embedded one in the data folder. */
export async function openDatabase(
  { databaseUrl, dataDir, migrate: shouldMigrate }: Environment,
  shutdown: Shutdown,
  print: (line: string) => void,
): Promise<Connection> {
  const target =
    databaseUrl === null ? await openOwn(dataDir, shutdown, print) : { url: databaseUrl };
  const connection = connect(target);
  shutdown.add(() => connection.close());
  if (shouldMigrate) await migrate(connection, { print });
  else await requireMigrated(connection);
  const [role] = await listBypassingRoles(connection.db);
  if (role !== undefined) {
    throw new StartupError(
      `The role ${role} bypasses row-level security, which separates owners: let an administrator of the database server run "alter role ${role} nosuperuser nobypassrls;", revoke its membership in the owner of the tables, and start again.`,
    );
  }
  const parked = await countParkedJobs(connection.db);
  if (parked > 0) {
    print(
      `Jobs of the restored backup are parked, such as mails and refunds (${parked}): npm run release-jobs lets them run.`,
    );
  }
  return connection;
}

async function openOwn(dataDir: string, shutdown: Shutdown, print: (line: string) => void) {
  const embedded = await startEmbedded(dataDir, { print });
  shutdown.add(() => embedded.stop());
  return embedded.target;
}
