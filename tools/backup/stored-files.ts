/** The files of a data folder that belong into a backup. */
import { createHash } from 'node:crypto';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { codeOf } from '../../db/start-error.ts';
import { isKeptFile, keptSecrets, type CopiedFile } from './archive-shape.ts';
import type { ArchiveWriter } from './write-archive.ts';

/** What is being written just now: it gets another name when it is whole. */
const isUnfinished = (name: string): boolean =>
  /\.new(-[0-9a-f]+)?$/.test(name) || name.startsWith('upload-');

/**
 * Adds what is there and not yet in `added`. A file that goes away meanwhile is left out: it is taken away only when nothing
 * names it any more.
 */
export async function addFiles(
  archive: ArchiveWriter,
  dataDir: string,
  folders: readonly string[],
  added: Map<string, CopiedFile>,
): Promise<void> {
  for (const folder of folders) {
    for await (const name of filesBelow(dataDir, folder)) {
      if (added.has(name) || !isKeptFile(name)) continue;
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
  for (const name of keptSecrets) {
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

async function ifThere<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null;
    throw error;
  }
}
