// Files of the embedded database: created once by PostgreSQL's initdb and moved into place atomically.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import { isAlive } from './process.ts';
import { asUser } from './user.ts';
import { codeOf, StartupError } from '../start-error.ts';

/** Creates the files if missing; a partial set left by a crash is never mistaken for a complete one. */
export async function makeCluster(cluster: Cluster): Promise<void> {
  const { folder, binaries } = cluster;
  if (existsSync(join(folder, 'PG_VERSION'))) return checkVersion(folder, binaries);

  await refuseOtherFiles(folder);
  await sweepUnfinished(folder);
  const unfinished = `${folder}.new-${String(process.pid)}-${randomBytes(3).toString('hex')}`;
  try {
    await mkdir(unfinished, { mode: 0o700 });
    if (cluster.user !== null) await chown(unfinished, cluster.user.uid, cluster.user.gid);
    runInitdb(cluster, unfinished);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // On concurrent first starts, the other process finished first; both use its files.
    const lost = ['ENOTEMPTY', 'EEXIST'].includes(codeOf(error));
    if (!lost || !existsSync(join(folder, 'PG_VERSION'))) throw error;
  }
}

/** New files would take the place of a database that lacks only some of its own. */
async function refuseOtherFiles(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    if (codeOf(error) === 'ENOTDIR') return null;
    throw error;
  });
  // On concurrent first starts, another process may have made the files meanwhile.
  if (names?.length === 0 || existsSync(join(folder, 'PG_VERSION'))) return;
  const found = names === null ? 'is a file, not a folder' : 'has files, but no PG_VERSION';
  throw new StartupError(
    `${folder} ${found}, so it is not a complete database: restore a backup, or move it away to start with an empty database.`,
  );
}

async function checkVersion(folder: string, binaries: Binaries): Promise<void> {
  const found = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  if (found === binaries.major) return;
  throw new StartupError(
    `The database in ${folder} was made by PostgreSQL ${found} and this Barback brings PostgreSQL ${binaries.major}: move its data over with PostgreSQL's own tools, or run the Barback that made it.`,
  );
}

async function sweepUnfinished(folder: string): Promise<void> {
  const prefix = `${basename(folder)}.new-`;
  for (const name of await readdir(dirname(folder))) {
    if (!name.startsWith(prefix) || isAlive(Number.parseInt(name.slice(prefix.length), 10)))
      continue;
    await rm(join(dirname(folder), name), { recursive: true, force: true });
  }
}

function runInitdb({ binaries, user, durable }: Cluster, folder: string): void {
  const choices = [
    '--username=postgres',
    '--auth-local=trust',
    '--auth-host=reject',
    '--encoding=UTF8',
    '--no-locale',
    // Sorts by code point, independent of the machine's locale.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
  const run = spawnSync(binaries.initdb, [...choices, '-D', folder], {
    ...asUser(user),
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    encoding: 'utf8',
  });
  if (run.status === 0) return;
  const reported = `${run.stdout}\n${run.stderr}`;
  if (reported.includes('No space left on device')) {
    throw Object.assign(new Error(`initdb: no space left for ${folder}`), { code: 'ENOSPC' });
  }
  const reason =
    /(?:error|FATAL|PANIC): +(.+)/.exec(reported)?.[1] ?? run.error?.message ?? 'no reason';
  throw new StartupError(`PostgreSQL could not make its files in ${folder}: ${reason}.`);
}
