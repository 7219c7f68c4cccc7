/** npm run backup, restore and release-jobs: from command-line arguments to the summary and the exit code. */
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { makeDataFolder } from '../../db/data-folder.ts';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { listMigrations } from '../../db/migrate.ts';
import { connect, type ConnectionTarget, withClient } from '../../db/pool/connect.ts';
import { messageOf } from '../../db/start-error.ts';
import { describeForeign } from '../../server/startup/secrets-key.ts';
import type { Environment } from '../../server/startup/env.ts';
import { checkArchive, type CheckedArchive } from './check-archive.ts';
import { storedFolders, storedSecrets } from './archive-shape.ts';
import { type BackupMade, makeBackup, preferringReplica } from './make-backup.ts';
import { findFilled } from './place-files.ts';
import { bringUpToDate, restoreBackup } from './restore-backup.ts';
import { releaseJobs } from './tables.queries.ts';
import { openOwnDatabase } from '../own-database.ts';
import {
  BackupError,
  count,
  listJobs,
  namingFullDisk,
  runCommand,
  sum,
  type Terminal,
} from '../terminal.ts';

const backupUsage = 'npm run backup -- [FILE] [--no-secrets] [--outbox]';

interface Options {
  path: string;
  withSecrets: boolean;
  withOutbox: boolean;
}

/** Exit code: 0 when a complete backup was written, else 1. */
export function runBackup(args: readonly string[], terminal: Terminal): Promise<number> {
  return runCommand(terminal, async (environment) => {
    const madeAt = new Date();
    const { path, withSecrets, withOutbox } = readBackupOptions(args, terminal.folder, madeAt);
    const { target, leave } = await openOwnDatabase(environment, terminal.out);
    try {
      const { dataDir } = environment;
      const folders = storedFolders.filter((name) => name !== 'outbox' || withOutbox);
      const { stop } = terminal;
      const servers = { primary: target, replica: environment.readReplica };
      const making = preferringReplica(servers, terminal, (server) =>
        makeBackup({ target: server, dataDir, folders, withSecrets, madeAt, stop }, path),
      );
      const made = await namingFullDisk(dirname(path), making);
      for (const line of closing(path, made, environment)) terminal.out(line);
    } finally {
      await leave();
    }
  });
}

function readBackupOptions(args: readonly string[], folder: string, madeAt: Date): Options {
  const { values, positionals } = parse(
    args,
    { 'no-secrets': { type: 'boolean' }, outbox: { type: 'boolean' } },
    backupUsage,
  );
  const [file, surplus] = positionals;
  if (surplus !== undefined) throw new BackupError(`"${surplus}" is one too many: ${backupUsage}`);
  const stamp = madeAt.toISOString().slice(0, 19).replaceAll(':', '-');
  return {
    path: resolve(folder, file ?? `barback-${stamp}.tar.gz`),
    withSecrets: values['no-secrets'] !== true,
    withOutbox: values.outbox === true,
  };
}

function parse<const O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: O,
  usage: string,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new BackupError(`${messageOf(error).split(/[.\n]/)[0] ?? ''}: ${usage}`);
  }
}

function* closing(
  path: string,
  { bytes, contents: { tables, files } }: BackupMade,
  { s3, jwtSecret, secretsKey }: Environment,
): Generator<string> {
  const rows = count(sum(tables.map((table) => table.rows)), 'row');
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
  yield `Backed up ${rows} of ${count(tables.length, 'table')} and ${count(files.length, 'file')} to ${path} (${size}).`;
  const secrets = files.filter(({ name }) => !name.includes('/')).map(({ name }) => name);
  if (secrets.length > 0) {
    yield `It holds the secrets of this installation (${secrets.join(', ')}): store it where no one else can read it.`;
  }
  const elsewhere = [
    ...(jwtSecret === null ? [] : ['JWT_SECRET']),
    ...(secretsKey === null ? [] : ['SECRETS_KEY']),
  ];
  if (elsewhere.length > 0) {
    yield `${elsewhere.join(' and ')} came from the environment and cannot be found in it: keep ${elsewhere.length > 1 ? 'them' : 'it'} yourself.`;
  }
  if (s3 !== null) yield `Pictures are in the bucket ${s3.bucket} and not in this backup.`;
}

const restoreUsage = 'npm run restore -- FILE [--check]';

/**
 * Exit code: 0 when everything was restored (or is intact, with --check), 1 when nothing was, or with a message that the
 * restored database could not be brought up to date.
 */
export function runRestore(args: readonly string[], terminal: Terminal): Promise<number> {
  return runCommand(terminal, async (environment) => {
    const { path, onlyCheck } = readRestoreOptions(args, terminal.folder);
    const archive = await checkArchive(path, terminal.stop);
    await refuseOtherMigrations(archive);
    const { header, contents } = archive;
    const rows = count(sum(contents.tables.map((table) => table.rows)), 'row');
    const what = `${rows} of ${count(contents.tables.length, 'table')} and ${count(contents.files.length, 'file')}`;
    if (onlyCheck) {
      terminal.out(`${path} is complete: ${what}, as of ${header.madeAt}.`);
      return;
    }
    const { out, stop } = terminal;
    const { dataDir } = environment;
    await refuseFilledFolder(dataDir);
    await makeDataFolder(dataDir);
    const { target, leave } = await openTarget(environment, out);
    try {
      const restoring = restoreBackup(path, archive, { target, dataDir, stop });
      const parked = listJobs(await namingFullDisk(dataDir, restoring));
      out(`Restored ${what}, as of ${header.madeAt}. Every row was read back and compared.`);
      if (parked !== null) {
        out(
          `Parked ${parked}: nothing of it is sent or refunded. If this installation replaces the original, run npm run release-jobs; never in a test.`,
        );
      }
      await finish(target, environment, out);
    } finally {
      await leave();
    }
  });
}

async function refuseFilledFolder(dataDir: string): Promise<void> {
  const filled = await findFilled(dataDir, storedFolders);
  if (filled.length === 0) return;
  throw new BackupError(
    `This installation is in use: there are files in ${filled.map((name) => join(dataDir, name)).join(' and ')}. Restore into an empty DATA_DIR. Nothing was changed.`,
  );
}

/** Everything is restored already: a failure is reported as one of what follows. */
async function finish(
  target: ConnectionTarget,
  { dataDir, secretsKey, previousSecretsKey: previous }: Environment,
  print: (line: string) => void,
): Promise<void> {
  const connection = connect(target, { max: 1, statementTimeoutMs: 0 });
  try {
    await bringUpToDate(connection);
    const current = secretsKey ?? (await storedKey(dataDir));
    const unusable = await describeForeign(connection.db, { current, previous });
    if (unusable !== null) {
      print(
        `${unusable} Set the SECRETS_KEY of the installation that was backed up, or enter them again.`,
      );
    }
  } catch (error) {
    throw new BackupError(
      `Restored, but the database could not be brought up to date (${messageOf(error).replace(/\.$/, '')}): start Barback, or run npm run migrate.`,
      { cause: error },
    );
  } finally {
    await connection.close();
  }
}

/** Opens the database of a server URL, or the embedded one, which no server may be using. */
async function openTarget(
  { databaseUrl, dataDir }: Environment,
  print: (line: string) => void,
): Promise<{ target: ConnectionTarget; leave: () => Promise<void> }> {
  if (databaseUrl !== null) {
    return { target: { url: databaseUrl }, leave: () => Promise.resolve() };
  }
  const { target, stop } = await startEmbedded(dataDir, { print });
  return { target, leave: stop };
}

const storedKey = (dataDir: string): Promise<string> =>
  readFile(join(dataDir, storedSecrets[1]), 'utf8').then(
    (text) => text.trim(),
    () => '',
  );

async function refuseOtherMigrations({ header }: CheckedArchive): Promise<void> {
  const own = new Map((await listMigrations()).map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of header.migrations) {
    if (own.get(name) === checksum) continue;
    throw new BackupError(
      `The backup was made by Barback ${header.version}, which is newer than this one or another (it holds ${name}, which is not known here): restore it with that version, or a newer one. Nothing was changed.`,
    );
  }
}

function readRestoreOptions(
  args: readonly string[],
  folder: string,
): { path: string; onlyCheck: boolean } {
  const { values, positionals } = parse(args, { check: { type: 'boolean' } }, restoreUsage);
  const [file, surplus] = positionals;
  if (file === undefined) throw new BackupError(`Name the backup to restore: ${restoreUsage}`);
  if (surplus !== undefined) throw new BackupError(`"${surplus}" is one too many: ${restoreUsage}`);
  return { path: resolve(folder, file), onlyCheck: values.check === true };
}

/** Lets the worker run the jobs that a restore has parked. Exit code: 0 when no job is parked any more. */
export function runReleaseJobs(terminal: Terminal): Promise<number> {
  const { out } = terminal;
  return runCommand(terminal, async (environment) => {
    const { target, leave } = await openOwnDatabase(environment, out);
    try {
      const { released, droppedRefunds } = await withClient(target, releaseJobs);
      const listed = listJobs(released);
      if (listed !== null)
        out(`Released ${listed}. Barback runs those that are due as soon as it runs.`);
      if (droppedRefunds > 0) {
        out(
          `Dropped ${count(droppedRefunds, 'automatic refund')}, which the original may have made since: the cases are left to people, on the screen Failed pours.`,
        );
      }
      if (listed === null && droppedRefunds === 0) out('No jobs are parked.');
    } finally {
      await leave();
    }
  });
}
