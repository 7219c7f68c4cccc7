// Test helper: uploads renderings as a browser does, and gets their pages.
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { buildRenderingHost } from '../renderings/rendering-host.ts';
import type { Reply, TestApp } from './app.ts';
import { runDueJobs, testOutbox } from './services/messages.ts';

export type Part = [name: string, value: string | Buffer, fileName?: string];

/** Builds a multipart form: its content type and its bytes. */
export function makeForm(parts: readonly Part[]): { contentType: string; payload: Buffer } {
  const boundary = `----${randomBytes(8).toString('hex')}`;
  const pieces = parts.flatMap(([name, value, fileName]) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${
        fileName === undefined ? '' : `; filename="${fileName}"\r\ncontent-type: application/zip`
      }\r\n\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    payload: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

export interface TestRenderings {
  host: FastifyInstance;
  /** Sends a form. */
  send(parts: readonly Part[]): Promise<Reply>;
  /** Publishes a zip for a venue. */
  publish(venueName: string, zip: Buffer, fields?: Record<string, string>): Promise<Reply>;
  /** Gets a page from the rendering host. */
  look(path: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  list(): Promise<Reply['body']>;
  /** Names in the bundles folder. */
  folders(): Promise<string[]>;
  /** Runs all queued jobs. */
  work(): Promise<void>;
}

export function testRenderings(app: TestApp, folder: string, admin: string): TestRenderings {
  const { live, bundles } = app.deps;
  const host = buildRenderingHost({ live, bundles, warn: () => {} });
  const send: TestRenderings['send'] = (parts) => {
    const { contentType, payload } = makeForm(parts);
    return app.send('POST', '/api/renderings/create', {
      token: admin,
      body: payload,
      headers: { 'content-type': contentType },
    });
  };
  return {
    host,
    send,
    publish: (venueName, zip, fields = {}) =>
      send([['venueName', venueName], ...Object.entries(fields), ['zipFile', zip, 'site.zip']]),
    look: (url, headers = {}) => host.inject({ url, headers }),
    list: async () => (await app.send('GET', '/api/renderings/list', { token: admin })).body,
    folders: () => readdir(folder).catch(() => []),
    work: async () => {
      const idle = { isRepeatable: false, send: async () => {} };
      const deps = { ...testOutbox(app).deps, mail: idle, sms: idle };
      await runDueJobs(app, deps);
    },
  };
}

// Writes zips for tests, including invalid ones.

export interface ZippedFile {
  name: string;
  content?: string | Buffer;
  /** 0 stores, 8 deflates; any other number is a false declaration. */
  method?: number;
  /** Unix mode, including the file type. */
  mode?: number;
  /** General purpose bits; 0x800 declares a UTF-8 name. */
  flags?: number;
  /** False values for the directory. */
  says?: { bytes?: number; packedBytes?: number; crc32?: number; at?: number };
  /** Extra field in the directory; none by default. */
  extra?: Buffer;
  /** Extra field in the header before the content; none by default. */
  localExtra?: Buffer;
  /** Raw content, overriding the result of the method. */
  packed?: Buffer;
}

export const page = (text = 'Hello'): ZippedFile => ({
  name: 'index.html',
  content: `<!doctype html><html lang="en"><title>${text}</title><h1>${text}</h1></html>`,
});

/** @param says false number of entries */
export function makeZip(files: readonly ZippedFile[], says: { entries?: number } = {}): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const file of files) {
    const head = headOf(file);
    const local = localOf(head);
    directory.push(entryOf(head, file.says?.at ?? at));
    locals.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(says.entries ?? files.length, 8);
  end.writeUInt16LE(says.entries ?? files.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, listed, end]);
}

interface Head {
  name: Buffer;
  packed: Buffer;
  /** The 22 bytes in both headers of a file: version, flags, method, time, checksum and sizes. */
  common: Buffer;
  mode: number;
  extra: Buffer;
  localExtra: Buffer;
}

function headOf(file: ZippedFile): Head {
  const { method = 8, mode = 0o100644, flags = 0x800, says = {} } = file;
  const content = Buffer.from(file.content ?? '');
  const packed = file.packed ?? (method === 8 ? deflateRawSync(content) : content);
  const common = Buffer.alloc(22);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(flags, 2);
  common.writeUInt16LE(method, 4);
  common.writeUInt32LE(says.crc32 ?? crc32(content), 10);
  common.writeUInt32LE(says.packedBytes ?? packed.length, 14);
  common.writeUInt32LE(says.bytes ?? content.length, 18);
  return {
    name: Buffer.from(file.name),
    packed,
    common,
    mode,
    extra: file.extra ?? Buffer.alloc(0),
    localExtra: file.localExtra ?? Buffer.alloc(0),
  };
}

function localOf({ name, packed, common, localExtra }: Head): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  common.copy(head, 4);
  head.writeUInt16LE(name.length, 26);
  head.writeUInt16LE(localExtra.length, 28);
  return Buffer.concat([head, name, localExtra, packed]);
}

function entryOf({ name, common, mode, extra }: Head, at: number): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  // Declares Unix as the origin, so that the mode counts.
  head.writeUInt16LE((3 << 8) | 20, 4);
  common.copy(head, 6);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt16LE(extra.length, 30);
  head.writeUInt32LE((mode << 16) >>> 0, 38);
  head.writeUInt32LE(at, 42);
  return Buffer.concat([head, name, extra]);
}

// Test images with any declared dimensions and file size.

/** Creates a PNG of this size; includes pixels only for small images. @param weighing total size in bytes */
export function testPng(width: number, height: number, weighing = 0): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const isSmall = width * height < 1_000_000;
  const pixels = isSmall ? deflateSync(Buffer.alloc((width + 1) * height)) : Buffer.alloc(0);
  const parts = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  const light = [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...parts];
  const missing = weighing - Buffer.concat(light).length;
  const filling = missing >= 12 ? [chunk('fILl', Buffer.alloc(missing - 12))] : [];
  return Buffer.concat([...light.slice(0, 2), ...filling, ...light.slice(2)]);
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(checksum(named));
  return Buffer.concat([length, named, sum]);
}

/** CRC-32; zlib includes it only in newer versions of Node. */
function checksum(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
