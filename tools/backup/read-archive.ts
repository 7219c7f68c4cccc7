import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract as extractTar } from 'tar-stream';

export interface ArchiveEntry {
  name: string;
  bytes: number;
  /** To be read before the next entry is asked for. */
  content: AsyncIterable<Buffer>;
}

/** What an archive holds, in order and in flat memory. Throws whatever the file system, gzip or tar complain of. */
export async function* readArchive(path: string, stop?: AbortSignal): AsyncGenerator<ArchiveEntry> {
  const tar = extractTar();
  const read = pipeline(createReadStream(path, stop ? { signal: stop } : {}), createGunzip(), tar);
  read.catch(() => undefined);
  try {
    for await (const entry of tar) {
      const { name, type, size } = entry.header;
      if (type !== 'file') throw new Error(`${name} is no file`);
      yield { name, bytes: size, content: piecesOf(entry) };
      // Of what nobody wanted to read, the rest is passed over.
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

/** A small entry as a whole. */
export async function readJson(entry: ArchiveEntry, mostBytes: number): Promise<unknown> {
  if (entry.bytes > mostBytes) throw new Error(`${entry.name} is too large`);
  const pieces: Buffer[] = [];
  for await (const piece of entry.content) pieces.push(piece);
  return JSON.parse(Buffer.concat(pieces).toString('utf8'));
}
