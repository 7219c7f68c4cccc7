import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack as packTar } from 'tar-stream';
import { flushFolder } from '../../server/shared/flush-folder.ts';
import { BackupError } from '../terminal.ts';

export interface ArchiveWriter {
  add(name: string, content: Buffer): Promise<void>;
  /** @param size size of `content` in bytes; any other size fails */
  addStream(name: string, size: number, content: Readable): Promise<void>;
  /** Renames the complete archive to its final name; returns its size in bytes. */
  finish(): Promise<number>;
  /** Deletes the incomplete archive. */
  discard(): Promise<void>;
}

// Higher levels take several times as long to save a few percent.
const gzipLevel = 3;

/** Writes an archive readable only by its owner, under a temporary name until it is complete. */
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
  // The error is reported by add or finish.
  written.catch(() => undefined);

  /** A write error surfaces at the end of the pipe, not where it is noticed. */
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
