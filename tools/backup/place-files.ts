/**
 * Moves unpacked files to their location in the data folder, and takes them back. What is moved is listed first, so that
 * the next restore can take it back when this one was killed.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { codeOf } from '../../db/start-error.ts';
import { flushFolder } from '../../server/shared/flush-folder.ts';
import { type CopiedFile, isStoredFile, storedSecrets } from './archive-shape.ts';
import type { ArchiveWriter } from './write-archive.ts';

const workPrefix = 'restoring-';
const listName = 'placed.json';

const placedShape = z.object({
  /** A secret, or what is in a folder: `files/ab`. */
  name: z.string().refine(isStoredFile),
  /** What had this name is kept with the files of the restore. */
  isReplaced: z.boolean(),
});
type Placed = z.output<typeof placedShape>;

/** Folder of a restore: inside of the data folder, so that moving is renaming. */
export const workFolder = (dataDir: string, id: string): string =>
  join(dataDir, `${workPrefix}${id}`);

export const unpackedIn = (work: string): string => join(work, 'unpacked');

const pathsOf = (work: string, dataDir: string, name: string) => ({
  from: join(unpackedIn(work), name),
  to: join(dataDir, name),
  old: join(work, 'replaced', name),
});

/**
 * Folders of the data folder stay what they are, which may be a mount or a link: what they contain is moved into them.
 */
export async function placeFiles(work: string, dataDir: string): Promise<void> {
  const names = await listUnpacked(unpackedIn(work));
  const placed = names.map((name): Placed => ({
    name,
    isReplaced: existsSync(join(dataDir, name)),
  }));
  const list = join(work, listName);
  await writeFile(`${list}.new`, JSON.stringify(placed), { flush: true });
  await rename(`${list}.new`, list);
  for (const folder of [work, dataDir]) await flushFolder(folder);
  const folders = new Set([dataDir]);
  for (const { name, isReplaced } of placed) {
    const { from, to, old } = pathsOf(work, dataDir, name);
    await mkdir(dirname(to), { recursive: true });
    if (isReplaced) {
      await mkdir(dirname(old), { recursive: true });
      await rename(to, old);
    }
    await place(from, to);
    folders.add(dirname(to));
  }
  for (const folder of folders) await flushFolder(folder);
}

/** Removes what was placed, puts back what was replaced, and removes the folder of the restore; can be repeated. */
export async function takeBack(work: string, dataDir: string): Promise<void> {
  for (const { name, isReplaced } of await listPlaced(work)) {
    const { to, old } = pathsOf(work, dataDir, name);
    if (isReplaced) await ifThere(rename(old, to));
    else await rm(to, { recursive: true, force: true });
  }
  await rm(work, { recursive: true, force: true });
}

/** Takes back what restores that were killed have placed. */
export async function takeBackInterrupted(dataDir: string): Promise<void> {
  for (const work of await listWork(dataDir)) await takeBack(work, dataDir);
}

/** Removes what restores that were killed have left, other than what they have placed. */
export async function sweepWork(dataDir: string): Promise<void> {
  for (const work of await listWork(dataDir)) await rm(work, { recursive: true, force: true });
}

/** Those of the folders that are not empty, but for what a restore that was killed has placed. */
export async function findFilled(dataDir: string, folders: readonly string[]): Promise<string[]> {
  const placed = new Set<string>();
  for (const work of await listWork(dataDir))
    for (const { name } of await listPlaced(work)) placed.add(name);
  const filled: string[] = [];
  for (const folder of folders) {
    const names = (await ifThere(readdir(join(dataDir, folder)))) ?? [];
    if (names.some((name) => !placed.has(`${folder}/${name}`))) filled.push(folder);
  }
  return filled;
}

async function listWork(dataDir: string): Promise<string[]> {
  const names = (await ifThere(readdir(dataDir))) ?? [];
  return names.filter((name) => name.startsWith(workPrefix)).map((name) => join(dataDir, name));
}

async function listPlaced(work: string): Promise<Placed[]> {
  const list = await ifThere(readFile(join(work, listName), 'utf8'));
  return list === null ? [] : z.array(placedShape).parse(JSON.parse(list));
}

/** Secrets, and what is in the folders. */
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

/** True for a file that is being written; it is renamed when complete. */
const isUnfinished = (name: string): boolean =>
  /\.new(-[0-9a-f]+)?$/.test(name) || name.startsWith('upload-');

/**
 * Adds files that are not yet in `added`. A file deleted in the meantime is skipped, because files are deleted only
 * when nothing refers to them.
 */
export async function addFiles(
  archive: ArchiveWriter,
  dataDir: string,
  folders: readonly string[],
  added: Map<string, CopiedFile>,
): Promise<void> {
  for (const folder of folders) {
    for await (const name of filesBelow(dataDir, folder)) {
      if (added.has(name) || !isStoredFile(name)) continue;
      const file = await addFile(archive, join(dataDir, name), name);
      if (file !== null) added.set(name, file);
    }
  }
}

/** Files of a data folder that are included in a backup. */
export async function addSecrets(
  archive: ArchiveWriter,
  dataDir: string,
  added: Map<string, CopiedFile>,
): Promise<void> {
  for (const name of storedSecrets) {
    const file = await addFile(archive, join(dataDir, name), name);
    if (file !== null) added.set(name, file);
  }
}

async function* filesBelow(dataDir: string, folder: string): AsyncGenerator<string> {
  const entries = await ifThere(readdir(join(dataDir, folder), { withFileTypes: true }));
  for (const entry of entries ?? []) {
    if (isUnfinished(entry.name)) continue;
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(dataDir, name);
    else if (entry.isFile()) yield name;
  }
}

async function addFile(
  archive: ArchiveWriter,
  path: string,
  name: string,
): Promise<CopiedFile | null> {
  const handle = await ifThere(open(path));
  if (!handle) return null;
  try {
    const { size: bytes } = await handle.stat();
    const hash = createHash('sha256');
    const hashed = async function* (content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const piece of content) {
        hash.update(piece);
        yield piece;
      }
    };
    if (bytes === 0) {
      await archive.add(name, Buffer.alloc(0));
    } else {
      const content = handle.createReadStream({ autoClose: false, start: 0, end: bytes - 1 });
      await archive.addStream(name, bytes, Readable.from(hashed(content)));
    }
    return { name, bytes, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}

/** Null for a file or a folder that is not there. */
export async function ifThere<T>(received: Promise<T>): Promise<T | null> {
  try {
    return await received;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null;
    throw error;
  }
}
