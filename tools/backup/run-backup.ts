/** npm run backup: from command-line arguments to the summary and the exit code. */
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf } from '../../db/start-error.ts';
import type { Environment } from '../../server/startup/env.ts';
import { openOwnDatabase } from '../own-database.ts';
import { storedFolders } from './archive-shape.ts';
import { BackupError } from './backup-error.ts';
import { preferringReplica } from './from-replica.ts';
import { makeBackup, type BackupMade } from './make-backup.ts';
import { count, namingFullDisk, runCommand, sum, type Terminal } from './terminal.ts';

const usage = 'npm run backup -- [FILE] [--no-secrets] [--outbox]';

interface Options {
  path: string;
  withSecrets: boolean;
  withOutbox: boolean;
}

/** Exit code: 0 when a complete backup was written, else 1. */
export function runBackup(args: readonly string[], terminal: Terminal): Promise<number> {
  return runCommand(terminal, async (environment) => {
    const madeAt = new Date();
    const { path, withSecrets, withOutbox } = readOptions(args, terminal.folder, madeAt);
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

function readOptions(args: readonly string[], folder: string, madeAt: Date): Options {
  const { values, positionals } = parsed(args);
  const [file, surplus] = positionals;
  if (surplus !== undefined) throw new BackupError(`"${surplus}" is one too many: ${usage}`);
  const stamp = madeAt.toISOString().slice(0, 19).replaceAll(':', '-');
  return {
    path: resolve(folder, file ?? `barback-${stamp}.tar.gz`),
    withSecrets: values['no-secrets'] !== true,
    withOutbox: values.outbox === true,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'no-secrets': { type: 'boolean' }, outbox: { type: 'boolean' } },
    });
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
