/** Moves unpacked files to their location in the data folder, with rollback. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '../../db/start-error.ts';
import { flushFolder } from './write-archive.ts';

export interface Placed {
  /** Rolls back: removes the new files and restores the previous ones. */
  undo(): Promise<void>;
}

/**
 * Folders of the data folder stay what they are, which may be a mount or a link: what they contain is moved into them.
 * @param unpacked a folder inside of `dataDir`, so that moving is renaming, but for folders on another disk
 * @param replaced folder for replaced files, also inside of `dataDir`
 */
export async function placeFiles(
  unpacked: string,
  dataDir: string,
  replaced: string,
): Promise<Placed> {
  const undoing: (() => Promise<void>)[] = [];
  const undo = async (): Promise<void> => {
    for (const step of undoing.splice(0).toReversed()) await step();
  };
  try {
    await mkdir(replaced, { recursive: true });
    const folders = new Set([dataDir]);
    for (const name of await listUnpacked(unpacked)) {
      const [from, to, old] = [join(unpacked, name), join(dataDir, name), join(replaced, name)];
      await mkdir(dirname(to), { recursive: true });
      folders.add(dirname(to));
      if (await move(to, old)) undoing.push(() => rename(old, to));
      undoing.push(() => rm(to, { recursive: true, force: true }));
      await place(from, to);
    }
    for (const folder of folders) await flushFolder(folder);
  } catch (error) {
    await undo();
    throw error;
  }
  return { undo };
}

/** Secrets, and what is in the folders: `files/ab`. */
async function listUnpacked(unpacked: string): Promise<string[]> {
  const names: string[] = [];
  for (const entry of await readdir(unpacked, { withFileTypes: true })) {
    const inside = entry.isDirectory() ? await readdir(join(unpacked, entry.name)) : null;
    names.push(...(inside?.map((name) => `${entry.name}/${name}`) ?? [entry.name]));
  }
  return names;
}

async function place(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    await copy(from, to);
  }
}

/** Copies a file or a folder to another disk, durably. */
async function copy(from: string, to: string): Promise<void> {
  const found = await stat(from);
  if (found.isFile()) {
    const options = { flags: 'wx', mode: found.mode & 0o777, flush: true };
    await pipeline(createReadStream(from), createWriteStream(to, options));
    return;
  }
  await mkdir(to);
  for (const name of await readdir(from)) await copy(join(from, name), join(to, name));
  await flushFolder(to);
}

/** Returns false when there is nothing to move. */
async function move(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Those of the folders that are not empty. */
export async function findFilled(dataDir: string, folders: readonly string[]): Promise<string[]> {
  const filled: string[] = [];
  for (const folder of folders) {
    const names = await readdir(join(dataDir, folder)).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    });
    if (names.length > 0) filled.push(folder);
  }
  return filled;
}

/** Deletes leftovers of an interrupted restore. */
export async function sweepUnpacked(dataDir: string, prefix: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(prefix)) await rm(join(dataDir, name), { recursive: true, force: true });
  }
}
