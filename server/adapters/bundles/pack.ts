/**
 * A bundle as it lies on the disk: the content of all its files one behind the other in `pack`, and in `index.json` where
 * each begins. So nothing is ever unpacked under a name that a stranger has chosen, and one flush makes all of it last.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, crc32, gzip } from 'node:zlib';
import { z } from 'zod';
import { codeOf } from '../../../db/start-error.ts';
import { contentTypeOf, isCompressible } from '../../../lib/content-type.ts';
import type { Bundle, Content } from './port.ts';

/** Offset and length. */
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

/** Compressed forms are made of what is large enough to gain by it, and small enough to be held in memory. */
const compressed = { least: 512, most: 5 * 1024 ** 2 };

export interface PackWriter {
  /** @param check throws when what has come so far is too much; gets the bytes of the file and its checksum */
  add(path: string, content: AsyncIterable<Buffer>, check: Check): Promise<void>;
  /** Everything is on the disk when it is done. */
  finish(): Promise<void>;
  /** For what is not finished. */
  close(): Promise<void>;
}

export interface Check {
  soFar(bytes: number): void;
  whole(bytes: number, checksum: number): void;
}

/** @param folder is made */
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
      const list = await open(join(folder, 'index.json'), 'wx');
      await list.writeFile(JSON.stringify({ files }));
      await list.sync();
      await list.close();
    },
    close: () => pack.close(),
  };
}

/** A disk that is nearly full takes a part of what it is given. */
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

/** null when there is no pack. */
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
