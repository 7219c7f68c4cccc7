/** Test helpers: run backups and restores like the command line, and read the content of databases and folders. */
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Client } from 'pg';
import { extract, pack } from 'tar-stream';
import { expect } from 'vitest';
import { clientConfig, connect, type ConnectionTarget } from '../../db/pool/connect.ts';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { urlOf } from '../../db/testing/target.ts';
import { runBackup, runReleaseJobs, runRestore } from '../backup/commands.ts';
import { listTables } from '../backup/tables.queries.ts';
import type { Terminal } from '../terminal.ts';
import { type Ran, runHere } from './run-here.ts';

interface Place {
  dataDir: string;
  /** Defaults to the embedded database of the folder. */
  target?: ConnectionTarget;
  replica?: ConnectionTarget;
  /** Other variables of the environment. */
  settings?: Record<string, string>;
  stop?: AbortSignal;
}

function run(
  command: (terminal: Terminal) => Promise<number>,
  { dataDir, target, replica, settings = {}, stop }: Place,
): Promise<Ran> {
  const environment = {
    DATA_DIR: dataDir,
    ...(target === undefined ? {} : { DATABASE_URL: urlOf(target) }),
    ...(replica === undefined
      ? {}
      : { DATABASE_READ_URL: urlOf(replica), DATABASE_READ_MAX_LAG: '2' }),
    ...settings,
  };
  return runHere(command, { environment, stop });
}

export const backUp = (place: Place, ...args: string[]): Promise<Ran> =>
  run((terminal) => runBackup(args, terminal), place);
export const restore = (place: Place, ...args: string[]): Promise<Ran> =>
  run((terminal) => runRestore(args, terminal), place);

/** Makes a backup, and does `work` after it has listed the tables and before it reads a row. */
export async function backUpAround(
  place: Place & { target: ConnectionTarget },
  file: string,
  work: () => Promise<unknown>,
): Promise<Ran> {
  const holder = new Client(clientConfig(place.target));
  await holder.connect();
  try {
    const name = (await listTables(holder))[0]?.name ?? '';
    await holder.query('begin');
    await holder.query(`lock table ${name} in access exclusive mode`);
    const making = backUp(place, file);
    // Tables of databases with the same template have the same number.
    const waiting = `select from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and relation = '${name}'::regclass and not granted`;
    await expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(1);
    await work();
    await holder.query('commit');
    return await making;
  } finally {
    await holder.end();
  }
}

export const release = (place: Place): Promise<Ran> => run(runReleaseJobs, place);

function whatOf(table: string): string {
  if (table === 'schema_migrations') return 'name';
  // The third column of a sequence, log_cnt, is not data.
  return /_seq$|^unit_numbers$/.test(table) ? `last_value || ' ' || is_called` : 'one::text';
}

/** Every row of every table, and the values of the sequences. */
export async function everyRow(target: ConnectionTarget): Promise<Record<string, string[]>> {
  const connection = connect(target, { max: 1 });
  try {
    const send = async (sql: string): Promise<string[]> => {
      const { rows } = await connection.pool.query<{ text: string }>(sql);
      return rows.map(({ text }) => text).sort();
    };
    const tables = await send(`
      select relname as text from pg_class where relkind in ('r', 'p', 'S') and relnamespace = 'public'::regnamespace
    `);
    const found: Record<string, string[]> = {};
    for (const table of tables) {
      found[table] = await send(`select ${whatOf(table)} as text from "${table}" as one`);
    }
    return found;
  } finally {
    await connection.close();
  }
}

/** Same for the embedded database of a folder that no server is using. */
export async function everyRowIn(dataDir: string): Promise<Record<string, string[]>> {
  const database = await startEmbedded(dataDir, { durable: false });
  try {
    return await everyRow(database.target);
  } finally {
    await database.stop();
  }
}

/** Files below a folder with their content, excluding the database. */
export async function everyFile(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((name) => !name.startsWith('postgres'));
  const contents = await Promise.all(
    names.map(async (name) => [name, await readFile(join(folder, name), 'base64')] as const),
  );
  return Object.fromEntries(contents);
}

/** Repacks an archive with other entries, like an attacker who knows the format. */
export async function repack(
  from: string,
  to: string,
  change: (entries: Map<string, Buffer>) => void,
): Promise<void> {
  const entries = new Map<string, Buffer>();
  const reading = extract();
  const read = pipeline(createReadStream(from), createGunzip(), reading);
  for await (const entry of reading) {
    const pieces: Buffer[] = [];
    for await (const piece of entry) if (piece instanceof Buffer) pieces.push(piece);
    entries.set(entry.header.name, Buffer.concat(pieces));
  }
  await read;
  change(entries);
  const writing = pack();
  const written = pipeline(writing, createGzip(), createWriteStream(to));
  for (const [name, content] of entries) writing.entry({ name }, content);
  writing.finalize();
  await written;
}
