/** Stores files on the local disk, with presigned URLs like those of a bucket. */
import { hash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '../../../db/start-error.ts';
import {
  endsLikePng,
  hasTooManyPixels,
  pngHeadBytes,
  pngTailBytes,
  readPngSize,
} from '../../../lib/content-type.ts';
import { checkWritable } from '../check-writable.ts';
import type { OwnDisk, Receipt, Storage, StoredFile, Upload } from './port.ts';
import type { SigningKey } from '../../shared/encryption.ts';
import { uploadMs, uploadSigner } from './signature.ts';

const contentType = 'image/png';

/** @param folder absolute; created with the first file */
export function embeddedStorage(folder: string, key: SigningKey): Storage & { serving: OwnDisk } {
  const signer = uploadSigner(key);
  const fileOf = (key: string): string => {
    const name = nameOf(key);
    return join(folder, name.slice(0, 2), `${name}.png`);
  };
  return {
    origins: [],
    signUpload: (upload, at) => {
      const expiresMs = at.getTime() + uploadMs;
      const query = new URLSearchParams({
        expires: String(expiresMs),
        signature: signer.sign(upload, expiresMs),
      });
      return Promise.resolve(`/files/${upload.key}?${query.toString()}`);
    },
    inspect: (key) => look(fileOf(key)),
    read: (key) => readFile(fileOf(key)),
    replace: (key, content) => replace(fileOf(key), content),
    remove: (key) => rm(fileOf(key), { force: true }),
    checkWritable: () => checkWritable(folder),
    serving: {
      isSigned: signer.isSigned,
      receive: (upload, content) => receive(fileOf(upload.key), upload, content),
      find: async (key) => {
        const file = fileOf(key);
        const found = await ifThere(stat(file));
        if (!found) return null;
        return { sizeBytes: found.size, tag: nameOf(key), read: () => createReadStream(file) };
      },
    },
  };
}

/** Hashes the key to a file name, which prevents path traversal and names that are too long for the disk. */
const nameOf = (key: string): string => hash('sha256', key, 'hex');

async function replace(file: string, content: Uint8Array): Promise<void> {
  const unfinished = `${file}.new-${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(unfinished, content, { flag: 'wx', flush: true });
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Writes to a temporary file and links it into place: readers never see a partial file, and no file is overwritten. */
async function receive(file: string, upload: Upload, content: Readable): Promise<Receipt> {
  await mkdir(dirname(file), { recursive: true });
  const unfinished = `${file}.new-${randomBytes(6).toString('hex')}`;
  try {
    const isWhole = await write(unfinished, content, upload.sizeBytes);
    if (!isWhole) return 'otherSize';
    const written = await look(unfinished);
    const size = written && readPngSize(written.head);
    if (!size || !endsLikePng(written.tail)) return 'notPng';
    if (hasTooManyPixels(size)) return 'tooManyPixels';
    await link(unfinished, file);
    return 'stored';
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return 'taken';
    if (content.readableAborted) return 'otherSize';
    throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Returns true if the content has exactly the declared size; reads no further than that. */
async function write(file: string, content: Readable, sizeBytes: number): Promise<boolean> {
  let received = 0;
  await pipeline(
    // A failure would destroy the content itself, whose rest is still to be read from the connection.
    content.iterator({ destroyOnReturn: false }),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        received += chunk.length;
        if (received > sizeBytes) return;
        yield chunk;
      }
    },
    createWriteStream(file, { flags: 'wx', flush: true }),
  );
  return received === sizeBytes;
}

async function look(file: string): Promise<StoredFile | null> {
  const handle = await ifThere(open(file));
  if (!handle) return null;
  try {
    const { size } = await handle.stat();
    const read = async (position: number, length: number): Promise<Uint8Array> => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    };
    return {
      contentType,
      sizeBytes: size,
      head: await read(0, pngHeadBytes),
      tail: await read(Math.max(0, size - pngTailBytes), pngTailBytes),
    };
  } finally {
    await handle.close();
  }
}

async function ifThere<T>(received: Promise<T>): Promise<T | null> {
  try {
    return await received;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}
