/** Moves unpacked files to their location in the data folder, with rollback. */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../db/start-error.ts';
import { flushFolder } from './write-archive.ts';

export interface Placed {
  /** Rolls back: removes the new files and restores the previous ones. */
  undo(): Promise<void>;
}

/**
 * @param unpacked a folder inside of `dataDir`, so that moving is renaming
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
    for (const name of await readdir(unpacked)) {
      const [from, to, old] = [join(unpacked, name), join(dataDir, name), join(replaced, name)];
      if (await move(to, old)) undoing.push(() => rename(old, to));
      await rename(from, to);
      undoing.push(() => rename(to, from));
    }
    await flushFolder(dataDir);
  } catch (error) {
    await undo();
    throw error;
  }
  return { undo };
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
