/** npm run restore: from command-line arguments to the summary and the exit code. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { connect, type ConnectionTarget } from '../../db/pool/connect.ts';
import { makeDataFolder } from '../../db/data-folder.ts';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { listMigrations } from '../../db/migrate.ts';
import { messageOf } from '../../db/start-error.ts';
import { describeForeign } from '../../server/startup/secrets-key.ts';
import type { Environment } from '../../server/startup/env.ts';
import { storedFolders, storedSecrets } from './archive-shape.ts';
import { BackupError } from './backup-error.ts';
import { checkArchive, type CheckedArchive } from './check-archive.ts';
import { findFilled } from './place-files.ts';
import { bringUpToDate, restoreBackup } from './restore-backup.ts';
import { count, listJobs, namingFullDisk, runCommand, sum, type Terminal } from './terminal.ts';

const usage = 'npm run restore -- FILE [--check]';

/**
 * Exit code: 0 when everything was restored (or is intact, with --check), 1 when nothing was, or with a message that the
 * restored database could not be brought up to date.
 */
export function runRestore(args: readonly string[], terminal: Terminal): Promise<number> {
  return runCommand(terminal, async (environment) => {
    const { path, onlyCheck } = readOptions(args, terminal.folder);
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

function readOptions(
  args: readonly string[],
  folder: string,
): { path: string; onlyCheck: boolean } {
  const { values, positionals } = parsed(args);
  const [file, surplus] = positionals;
  if (file === undefined) throw new BackupError(`Name the backup to restore: ${usage}`);
  if (surplus !== undefined) throw new BackupError(`"${surplus}" is one too many: ${usage}`);
  return { path: resolve(folder, file), onlyCheck: values.check === true };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { check: { type: 'boolean' } },
    });
  } catch (error) {
    throw new BackupError(`${messageOf(error).split(/[.\n]/)[0] ?? ''}: ${usage}`);
  }
}
