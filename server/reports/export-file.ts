/** A temporary file between an export and its reader, so that a slow reader occupies no database connection. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, unlink, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

export interface ExportLimits {
  /** Bytes of one file. */
  mostBytes: number;
  /**
   * Bytes of all files of this process, of which a file may take at most as many as it leaves: some room is left for the
   * next one, however many slow readers there are.
   */
  mostBytesOfAll: number;
  /** Time in which a file must have been read; then its stream is destroyed. */
  readWithinMs: number;
}

/** The file would be larger than one may be, or than the files of others leave room for. */
export class ExportTooLargeError extends Error {
  override name = 'ExportTooLargeError';

  constructor(readonly limit: 'one' | 'all') {
    super('The export has reached its limit of bytes');
  }
}

let bytesOfAll = 0;

/**
 * Writes all pieces to a file in the folder and returns a stream of it. The file has no name, so that its space is free
 * once the stream is closed or the process has ended, however that happens. `pieces` is closed before this returns.
 */
export async function throughFile(
  folder: string,
  pieces: Readable,
  limits: ExportLimits,
): Promise<Readable> {
  const closed = new Promise((resolve) => pieces.once('close', resolve));
  let bytes = 0;
  const free = (): void => {
    bytesOfAll -= bytes;
    bytes = 0;
  };
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      const data = Buffer.from(String(piece));
      bytes += data.length;
      bytesOfAll += data.length;
      if (bytes > limits.mostBytes) throw new ExportTooLargeError('one');
      if (bytes > limits.mostBytesOfAll - bytesOfAll) throw new ExportTooLargeError('all');
      yield data;
    }
  }
  let file: FileHandle | null = null;
  try {
    file = await openUnnamed(folder);
    await writeFile(file, counted());
    await closed;
    return streamOf(file, limits.readWithinMs, free);
  } catch (error) {
    free();
    pieces.destroy();
    await file?.close();
    await closed;
    throw error;
  }
}

async function openUnnamed(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

function streamOf(file: FileHandle, withinMs: number, free: () => void): Readable {
  const stream = file.createReadStream({ start: 0 });
  const late = setTimeout(() => {
    stream.destroy(new Error('The download was not read in time'));
  }, withinMs);
  late.unref();
  // An error without a listener would end the process; a reader, if there is one, has its own.
  stream.on('error', () => undefined);
  stream.once('close', () => {
    clearTimeout(late);
    free();
  });
  return stream;
}
