/** Stores bundles on the local disk. */
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pLimit from 'p-limit';
import { codeOf } from '../../../db/start-error.ts';
import { bundleLimits } from '../../../rules/renderings/bundle.ts';
import { flushFolder } from '../../shared/flush-folder.ts';
import { checkWritable } from '../check-writable.ts';
import { openPack } from './pack.ts';
import type { Bundles } from './port.ts';
import { unpackZip } from './unpack.ts';

const uploadPrefix = 'upload-';

/** Limits concurrent unpacking, so that many uploads at once do not overload the machine. */
const unpackedAtOnce = 2;

/** @param folder absolute; created with the first bundle. Contains bundles by their ids, and uploads next to them */
export function embeddedBundles(folder: string): Bundles {
  const limit = pLimit(unpackedAtOnce);
  const bundleOf = (id: string): string => join(folder, id);
  const uploadOf = (id: string): string => join(folder, uploadPrefix + id);
  const zipOf = (id: string): string => join(uploadOf(id), 'bundle.zip');

  const unpack = async (id: string, entryPage: string): Promise<Unpacked> => {
    const made = join(uploadOf(id), 'bundle');
    const file = zipOf(id);
    const unpacked = await unpackZip({ file, bytes: (await stat(file)).size }, made, entryPage);
    await flushFolder(made);
    await rename(made, bundleOf(id));
    await flushFolder(folder);
    return unpacked;
  };

  return {
    receive: async (id, zip) => {
      await mkdir(uploadOf(id), { recursive: true });
      const bytes = await write(zipOf(id), zip);
      return bytes > bundleLimits.zipBytes ? 'tooLarge' : 'received';
    },
    unpack: (id, entryPage) => limit(unpack, id, entryPage),
    forgetUpload: (id) => removeFolder(uploadOf(id)),
    remove: (id) => removeFolder(bundleOf(id)),
    listUploads: async (before) => {
      const old: string[] = [];
      for (const name of await namesIn(folder)) {
        if (!name.startsWith(uploadPrefix)) continue;
        const found = await stat(join(folder, name)).catch(() => null);
        if (found !== null && found.mtime < before) old.push(name.slice(uploadPrefix.length));
      }
      return old;
    },
    checkWritable: () => checkWritable(folder),
    open: (id) => openPack(bundleOf(id)),
  };
}

const removeFolder = (path: string): Promise<void> => rm(path, { recursive: true, force: true });

interface Unpacked {
  files: number;
  bytes: number;
}

/** Returns the number of bytes written; stops reading at the allowed maximum. */
async function write(file: string, content: Readable): Promise<number> {
  let bytes = 0;
  await pipeline(
    content,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > bundleLimits.zipBytes) return;
        yield chunk;
      }
    },
    createWriteStream(file, { flags: 'wx' }),
  );
  return bytes;
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
}
