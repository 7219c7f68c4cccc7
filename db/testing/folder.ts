// Temporary folders for tests, named after the process that created them, so that the next run can remove those of
// a killed one: the files, and a database that may still be running in them.
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, isPostmasterOf, readPidFile, stopPostmaster } from '../embedded/process.ts';

const prefix = 'barback-test-';

/** Path of a new folder without its last characters, which `mkdtemp` chooses. */
export const newTestFolder = (): string => join(tmpdir(), `${prefix}${String(process.pid)}-`);

export const makeTestFolder = (): Promise<string> => mkdtemp(newTestFolder());

export async function sweepTestFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const maker = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (maker === undefined || isAlive(Number(maker))) continue;
    await sweep(join(tmpdir(), name));
  }
}

async function sweep(folder: string): Promise<void> {
  const postgres = await realpath(join(folder, 'postgres')).catch(() => null);
  const pid = postgres === null ? undefined : (await readPidFile(postgres))?.pid;
  if (postgres !== null && pid !== undefined && (await isPostmasterOf(postgres, pid))) {
    await stopPostmaster(pid, 10_000);
  }
  await rm(folder, { recursive: true, force: true });
}
