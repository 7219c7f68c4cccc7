import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack as packTar } from 'tar-stream';
import { BackupError } from './backup-error.ts';

export interface ArchiveWriter {
  add(name: string, content: Buffer): Promise<void>;
  /** @param size how many bytes `content` will be; another number of them fails */
  addStream(name: string, size: number, content: Readable): Promise<void>;
  /** Gives the archive its name, now that it is whole; tells its bytes. */
  finish(): Promise<number>;
  /** Leaves nothing of it. */
  discard(): Promise<void>;
}

// The higher levels take several times as long to save a few percent.
const gzipLevel = 3;

/** An archive that only its owner may read, written beside its place until it is whole. */
export function writeArchive(path: string, stop: AbortSignal): ArchiveWriter {
  if (existsSync(path)) {
    throw new BackupError(`${path} is there already: remove it, or name another file.`);
  }
  const unfinished = `${path}.new-${randomBytes(4).toString('hex')}`;
  const tar = packTar();
  const written = pipeline(
    tar,
    createGzip({ level: gzipLevel }),
    createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
    { signal: stop },
  );
  // Told to whoever adds or finishes.
  written.catch(() => undefined);

  /** When writing has failed, the reason stands at the end of the pipe and not where it was noticed. */
  const orWhyNot = async (added: Promise<void>): Promise<void> => {
    try {
      await added;
    } catch (error) {
      if (tar.destroyed) await written;
      throw error;
    }
  };

  return {
    add: (name, content) =>
      orWhyNot(
        new Promise((resolve, reject) => {
          if (tar.destroyed) throw new Error('the archive is closed');
          tar.entry({ name, mode: 0o600, size: content.length }, content, (error) => {
            if (error) reject(error);
            else resolve();
          });
        }),
      ),
    addStream: (name, size, content) =>
      orWhyNot(
        (async () => {
          if (tar.destroyed) throw new Error('the archive is closed');
          await pipeline(content, tar.entry({ name, mode: 0o600, size }));
        })(),
      ),
    finish: async () => {
      tar.finalize();
      await written;
      await rename(unfinished, path);
      await flushFolder(dirname(path));
      return (await stat(path)).size;
    },
    discard: async () => {
      tar.destroy();
      await written.catch(() => undefined);
      await rm(unfinished, { force: true });
    },
  };
}

/** So that a name lasts as well as what it names. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
