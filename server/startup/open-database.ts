import type { StandbyAway } from '../../db/pool/commit-watch.ts';
import { connect, connectReplica, type Connection } from '../../db/pool/connect.ts';
import { ReadRouter } from '../../db/pool/reads.ts';
import { Replica, type ReplicaState } from '../../db/pool/replica.ts';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { migrate, requireMigrated } from '../../db/migrate.ts';
import { StartupError } from '../../db/start-error.ts';
import { countParkedJobs } from '../jobs/jobs.queries.ts';
import { listBypassingRoles } from './startup.queries.ts';
import type { Environment } from './env.ts';
import type { Shutdown } from './shutdown.ts';

/** Opens the configured database, and migrates it unless MIGRATE is off: a server's, or the embedded one in the data folder. */
export async function openDatabase(
  { databaseUrl, dataDir, migrate: shouldMigrate, toNodes }: Environment,
  shutdown: Shutdown,
  print: (line: string) => void,
  logError: (message: string) => void,
): Promise<Connection> {
  const target =
    databaseUrl === null ? await openOwn(dataDir, shutdown, print) : { url: databaseUrl };
  const onStandby = (away: StandbyAway): void => logError(standbyMessage(away));
  const connection = connect(target, { toNodes, onStandby });
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

function standbyMessage({ isPrimary, nodes }: StandbyAway): string {
  if (!isPrimary && nodes.length === 0)
    return 'Commits do not wait for a synchronous standby any more: orders and changes are stored again';
  const [where, ofWhich] = isPrimary
    ? ['', '']
    : [` of ${nodes.join(', ')}`, ' of the venues there'];
  return `Commits wait for a synchronous standby${where} that does not respond (wait_event SyncRep in pg_stat_activity): orders and changes${ofWhich} are refused with 503. Start the standby, or take it out of synchronous_standby_names and reload the configuration of the server.`;
}

async function openOwn(dataDir: string, shutdown: Shutdown, print: (line: string) => void) {
  const embedded = await startEmbedded(dataDir, { print });
  shutdown.add(() => embedded.stop());
  return embedded.target;
}

/**
 * Decides which reads go to the replica of DATABASE_READ_URL. One that does not respond is used as soon as it does; a
 * server that is not a standby of the database is refused.
 */
export async function openReads(
  connection: Connection,
  { readReplica }: Pick<Environment, 'readReplica'>,
  shutdown: Shutdown,
  warn: (message: string) => void,
): Promise<ReadRouter> {
  const { tenantDb: db, downloads } = connection;
  if (readReplica === null) return new ReadRouter({ db, downloads });
  const { url, mostSecondsBehind } = readReplica;
  const place = placeOf(url);
  const replica = new Replica(connectReplica({ url }), connection, {
    mostSecondsBehind,
    onState: (state) => warn(replicaMessages[state](place)),
  });
  shutdown.add(() => replica.close());
  const state = await replica.start();
  if (state === 'other') {
    throw new StartupError(
      `DATABASE_READ_URL names ${place}, which is not a standby of the database in DATABASE_URL: name a streaming standby of it, or leave DATABASE_READ_URL out.`,
    );
  }
  if (state !== 'used') warn(replicaMessages[state](place));
  return new ReadRouter({ db, downloads }, replica);
}

// Omits the user name and password.
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

const replicaMessages: Record<ReplicaState, (place: string) => string> = {
  used: (place) => `Reports are read from the replica ${place} again`,
  behind: (place) => `The replica ${place} is too far behind: reports are read from the primary`,
  unreachable: (place) =>
    `The replica ${place} does not respond: reports are read from the primary`,
  other: (place) =>
    `The server ${place} is not a standby of the database any more: reports are read from the primary`,
};
