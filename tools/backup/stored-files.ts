/** Files of a data folder that are included in a backup. */
import { createHash } from 'node:crypto';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { codeOf } from '../../db/start-error.ts';
import { isStoredFile, storedSecrets, type CopiedFile } from './archive-shape.ts';
import type { ArchiveWriter } from './write-archive.ts';

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
