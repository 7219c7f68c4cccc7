import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract as extractTar } from 'tar-stream';

export interface ArchiveEntry {
  name: string;
  bytes: number;
  /** Must be consumed before the next entry is requested. */
  content: AsyncIterable<Buffer>;
}

/** Streams the entries of an archive in order, in constant memory. Throws file system, gzip and tar errors. */
export async function* readArchive(path: string, stop?: AbortSignal): AsyncGenerator<ArchiveEntry> {
  const tar = extractTar();
  const read = pipeline(createReadStream(path, stop ? { signal: stop } : {}), createGunzip(), tar);
  read.catch(() => undefined);
  try {
    for await (const entry of tar) {
      const { name, type, size } = entry.header;
      if (type !== 'file') throw new Error(`${name} is no file`);
      yield { name, bytes: size, content: piecesOf(entry) };
      // Skips content that was not consumed.
      entry.resume();
    }
    await read;
  } finally {
    tar.destroy();
    await read.catch(() => undefined);
  }
}

async function* piecesOf(entry: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const piece of entry) if (Buffer.isBuffer(piece)) yield piece;
}

/** Reads a small JSON entry. */
export async function readJson(entry: ArchiveEntry, mostBytes: number): Promise<unknown> {
  if (entry.bytes > mostBytes) throw new Error(`${entry.name} is too large`);
  const pieces: Buffer[] = [];
  for await (const piece of entry.content) pieces.push(piece);
  return JSON.parse(Buffer.concat(pieces).toString('utf8'));
}
