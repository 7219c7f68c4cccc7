/** Moves what was unpacked to its place in the data folder, and back when that was in vain. */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../db/start-error.ts';
import { flushFolder } from './write-archive.ts';

export interface Placed {
  /** Takes everything out again and puts back what lay there. */
  undo(): Promise<void>;
}

/**
 * @param unpacked a folder inside of `dataDir`, so that moving is renaming
 * @param replaced where what lay in the way goes, inside of it too
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

/** False when there is nothing to move. */
async function move(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** The folders of these that hold anything. */
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

/** What an interrupted restore has left. */
export async function sweepUnpacked(dataDir: string, prefix: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(prefix)) await rm(join(dataDir, name), { recursive: true, force: true });
  }
}
