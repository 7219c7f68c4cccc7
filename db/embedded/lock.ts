// Allows one server per data folder. The lock lives on its own connection, so it ends with the server in every
// case, and a database left over from a killed server does not count as used.
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { clientConfig, type ConnectionTarget } from '../pool/connect.ts';
import { StartupError } from '../start-error.ts';

const lockSpace = 0x62_61_72_62;
const serverLock = 1;

/** PostgreSQL detects within moments that a killed server's connection is gone. */
const patienceMs = 2_000;

export interface FolderLock {
  /** Resolves when the connection that holds the lock has broken, for any reason. */
  lost: Promise<void>;
  release: () => Promise<void>;
}

/** Locks the folder for this server, or throws an error that names the holder. */
export async function lockFolder(target: ConnectionTarget, dataDir: string): Promise<FolderLock> {
  const client = new Client({
    ...clientConfig(target),
    application_name: `barback server ${String(process.pid)}`,
  });
  client.on('error', () => undefined);
  const lost = new Promise<void>((resolve) => client.once('end', resolve));
  await client.connect();
  try {
    const deadline = Date.now() + patienceMs;
    while (!(await tryLock(client))) {
      if (Date.now() > deadline) throw await inUse(client, dataDir);
      await wait(50);
    }
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  return { lost, release: () => client.end().catch(() => undefined) };
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>(
    'select pg_try_advisory_lock($1, $2) as got',
    [lockSpace, serverLock],
  );
  return rows[0]?.got === true;
}

async function inUse(client: Client, dataDir: string): Promise<StartupError> {
  const { rows } = await client.query<{ holder: string }>(
    `select activity.application_name as holder
       from pg_locks as locks
       join pg_stat_activity as activity using (pid)
      where locks.locktype = 'advisory' and locks.granted
        and locks.classid = $1 and locks.objid = $2`,
    [lockSpace, serverLock],
  );
  const pid = /\d+$/.exec(rows[0]?.holder ?? '')?.[0];
  return new StartupError(
    `Another Barback server${pid === undefined ? '' : ` (process ${pid})`} is using the data folder ${dataDir}: stop it first, or give this one a folder of its own with DATA_DIR.`,
  );
}
