/**
 * On-disk form of a bundle: the content of all its files concatenated in `pack`, and the offset of each in
 * `index.json`. Nothing is ever unpacked under a name chosen by a third party, which rules out path traversal, and one
 * fsync makes all of it durable.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, crc32, gzip } from 'node:zlib';
import { z } from 'zod';
import { codeOf } from '../../../db/start-error.ts';
import { contentTypeOf, isCompressible } from '../../../lib/content-type.ts';
import type { Bundle, Content } from './port.ts';

/** [offset, length]. */
const span = z.tuple([z.number(), z.number()]);
const packedFile = z.object({
  path: z.string(),
  tag: z.string(),
  plain: span,
  br: span.nullable(),
  gzip: span.nullable(),
});
const index = z.object({ files: z.array(packedFile) });

type Span = z.output<typeof span>;
type PackedFile = z.output<typeof packedFile>;

/**
 * Size range of files that get compressed variants: large enough to gain from it, and small enough to be held in
 * memory.
 */
const compressed = { least: 512, most: 5 * 1024 ** 2 };

export interface PackWriter {
  /** @param check throws when the content so far exceeds a limit; receives the file's byte count and checksum */
  add(path: string, content: AsyncIterable<Buffer>, check: Check): Promise<void>;
  /** Resolves once everything is on disk. */
  finish(): Promise<void>;
  /** Closes an unfinished pack. */
  close(): Promise<void>;
}

export interface Check {
  soFar(bytes: number): void;
  whole(bytes: number, checksum: number): void;
}

/** @param folder is created */
export async function writePack(folder: string): Promise<PackWriter> {
  await mkdir(folder);
  const pack = await open(join(folder, 'pack'), 'wx');
  const files: PackedFile[] = [];
  let end = 0;
  const append = async (content: Buffer): Promise<Span> => {
    const at = end;
    await writeAll(pack, content);
    end += content.length;
    return [at, content.length];
  };

  return {
    add: async (path, content, check) => {
      const at = end;
      const hash = createHash('sha256');
      let checksum = 0;
      let kept: Buffer[] | null = isCompressible(contentTypeOf(path)) ? [] : null;
      for await (const chunk of content) {
        check.soFar(end + chunk.length - at);
        hash.update(chunk);
        checksum = crc32(chunk, checksum);
        await append(chunk);
        kept?.push(chunk);
        if (end - at > compressed.most) kept = null;
      }
      check.whole(end - at, checksum);
      const plain: Span = [at, end - at];
      const forms = kept === null ? noForms : await compress(Buffer.concat(kept), append);
      files.push({ path, tag: hash.digest('base64url').slice(0, 27), plain, ...forms });
    },
    finish: async () => {
      await pack.sync();
      await pack.close();
      const list = JSON.stringify({ files });
      await writeFile(join(folder, 'index.json'), list, { flag: 'wx', flush: true });
    },
    close: () => pack.close(),
  };
}

/** Repeats short writes, which happen on a nearly full disk. */
async function writeAll(file: FileHandle, content: Buffer): Promise<void> {
  for (let written = 0; written < content.length;) {
    const { bytesWritten } = await file.write(content, written);
    written += bytesWritten;
  }
}

const noForms = { br: null, gzip: null };

async function compress(
  content: Buffer,
  append: (form: Buffer) => Promise<Span>,
): Promise<{ br: Span | null; gzip: Span | null }> {
  if (content.length < compressed.least) return noForms;
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 6 };
  const br = await promisify(brotliCompress)(content, { params: quality });
  const gz = await promisify(gzip)(content, { level: 7 });
  return {
    br: br.length < content.length ? await append(br) : null,
    gzip: gz.length < content.length ? await append(gz) : null,
  };
}

/** Null when there is no pack. */
export async function openPack(folder: string): Promise<Bundle | null> {
  const text = await readFile(join(folder, 'index.json'), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const { files } = index.parse(JSON.parse(text));
  const byPath = new Map(files.map((file) => [file.path, file]));
  const pack = join(folder, 'pack');
  return {
    size: byPath.size,
    find: (path) => {
      const file = byPath.get(path);
      if (!file) return null;
      return {
        tag: file.tag,
        plain: contentOf(pack, file.plain),
        br: file.br && contentOf(pack, file.br),
        gzip: file.gzip && contentOf(pack, file.gzip),
      };
    },
  };
}

const contentOf = (pack: string, [at, bytes]: Span): Content => ({
  bytes,
  load: async () => {
    const file = await open(pack);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at);
      if (bytesRead < bytes) throw new Error(`The bundle ${pack} is cut off`);
      return buffer;
    } finally {
      await file.close();
    }
  },
  stream: ({ start, end } = { start: 0, end: bytes - 1 }) =>
    createReadStream(pack, { start: at + start, end: at + end, highWaterMark: 256 * 1024 }),
});
