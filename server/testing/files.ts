// Files for tests: zips and pictures.
import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

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
  /** Name in another encoding than UTF-8. */
  rawName?: Buffer;
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
    name: file.rawName ?? Buffer.from(file.name),
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
  const parts = [
    pngChunk('IHDR', header),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ];
  const light = [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...parts];
  const missing = weighing - Buffer.concat(light).length;
  const filling = missing >= 12 ? [pngChunk('fILl', Buffer.alloc(missing - 12))] : [];
  return Buffer.concat([...light.slice(0, 2), ...filling, ...light.slice(2)]);
}

export function pngChunk(name: string, content: Buffer): Buffer {
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

// Malicious zips for tests, each with its expected message.

const megabyte = 1024 ** 2;
const zeros = (megabytes: number): Buffer => Buffer.alloc(megabytes * megabyte);
const link = 0o120777;

const named = (name: string, more: Partial<ZippedFile> = {}): Buffer =>
  makeZip([page(), { name, content: 'x', ...more }]);

/** Zip bomb: a hundred entries that share the same ten packed megabytes. */
function overlapping(): Buffer {
  const packed = deflateRawSync(
    Buffer.from(Array.from({ length: megabyte }, (_, at) => (at * at) % 251)),
  );
  const bomb = { method: 8, packed, content: Buffer.alloc(0) };
  const says = { bytes: megabyte, packedBytes: packed.length, at: 0 };
  return makeZip([
    { name: 'first.bin', ...bomb, says: { bytes: megabyte } },
    page(),
    ...Array.from({ length: 100 }, (_, at) => ({
      name: `${at}.bin`,
      ...bomb,
      packed: Buffer.alloc(0),
      says,
    })),
  ]);
}

const headBytes = 30;
/** Less than the headers and the directory of a zip, so that the sizes add up to less than the zip. */
const filmBytes = 200;
const film: ZippedFile = { name: 'b.bin', method: 0, content: 'film'.repeat(filmBytes / 4) };

/** The directory's entry of a file whose header and content are at `at`, within those of another. */
const within = (at: number): ZippedFile => ({
  ...film,
  packed: Buffer.alloc(0),
  says: { bytes: filmBytes, packedBytes: filmBytes, at },
});

/** A stored file whose content is a file of the zip with its header, as in a zip that contains itself. */
function quoted(): Buffer {
  const name = 'a.bin';
  const inner = makeZip([film]).subarray(0, headBytes + film.name.length + filmBytes);
  return makeZip([{ name, method: 0, content: inner }, page(), within(headBytes + name.length)]);
}

/** The extra field of a file holds the header of another, which has the same content. */
function quotedInHeader(): Buffer {
  const name = 'a.bin';
  const padding = Buffer.alloc(1000);
  const inner = makeZip([film]).subarray(0, headBytes + film.name.length);
  const localExtra = Buffer.concat([padding, inner]);
  return makeZip([
    { ...film, name, localExtra },
    page(),
    within(headBytes + name.length + padding.length),
  ]);
}

/** Zip64 extra field that claims a file of `bytes` bytes at `at`, for sizes over 32 bits. */
function zip64(bytes: bigint, at: bigint): Buffer {
  const field = Buffer.alloc(28);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(24, 2);
  field.writeBigUInt64LE(bytes, 4);
  field.writeBigUInt64LE(bytes, 12);
  field.writeBigUInt64LE(at, 20);
  return field;
}

const unknown = 0xffffffff;
const whole = makeZip([page(), { name: 'app.js', content: 'alert(1)'.repeat(100) }]);

/** Created on demand: some are large. */
export const hostileZips: Readonly<Record<string, { make: () => Buffer; says: string }>> = {
  'an empty file': { make: () => Buffer.alloc(0), says: 'not a complete zip file' },
  'no zip': { make: () => Buffer.from('<html>'.repeat(1000)), says: 'not a complete zip file' },
  'a cut off zip': { make: () => whole.subarray(0, -30), says: 'not a complete zip file' },
  'a zip without its beginning': { make: () => whole.subarray(20), says: 'entry 1 of the zip' },
  'an empty zip': { make: () => makeZip([]), says: 'there is nothing in it' },
  'more entries than are listed': {
    make: () => makeZip([page()], { entries: 3 }),
    says: 'entry 2 of the zip cannot be read',
  },
  'a path up': { make: () => named('../../etc/passwd'), says: '“../../etc/passwd” leads out' },
  'a path up in the middle': { make: () => named('a/../../b'), says: 'leads out' },
  'an absolute path': { make: () => named('/etc/passwd'), says: '“/etc/passwd” has an absolute' },
  'a drive': { make: () => named('C:/windows/win.ini'), says: 'has an absolute path' },
  'a backslash': { make: () => named('..\\up.html'), says: 'has a backslash' },
  'a NUL': { make: () => named('a\u0000.html'), says: 'characters in its name' },
  'a name that is no text': {
    make: () => named('x', { name: '\ud800' }),
    says: 'characters in its name',
  },
  'a name in an unknown code page': {
    make: () => named('x', { rawName: Buffer.from('menü.html', 'latin1'), flags: 0 }),
    says: 'has letters in its name that cannot be read',
  },
  'a nameless file': { make: () => named(''), says: 'is not a name' },
  'an endless name': { make: () => named('a/'.repeat(400)), says: 'is not a name' },
  'a link': {
    make: () => named('home', { content: '/etc/passwd', mode: link }),
    says: '“home” is a link',
  },
  'a device': {
    make: () => named('disk', { mode: 0o060644 }),
    says: 'neither a file nor a folder',
  },
  'a pipe': { make: () => named('pipe', { mode: 0o010644 }), says: 'neither a file nor a folder' },
  'the same name twice': {
    make: () => makeZip([page('one'), page('two')]),
    says: '“index.html” is in it twice',
  },
  'names that differ in capitals': {
    make: () => named('INDEX.html'),
    says: '“INDEX.html” and “index.html” differ in capital letters only',
  },
  'one name in two ways of writing': {
    make: () => makeZip([page(), { name: 'caf\u00e9.js' }, { name: 'cafe\u0301.js' }]),
    says: 'is in it twice',
  },
  'a file that is a folder': {
    make: () => makeZip([page(), { name: 'a', content: 'x' }, { name: 'a/b', content: 'x' }]),
    says: '“a” is a file and a folder',
  },
  'an encrypted file': { make: () => named('a.js', { flags: 0x801 }), says: '“a.js” is encrypted' },
  'strong encryption': { make: () => named('a.js', { flags: 0x841 }), says: 'entry 2 of the zip' },
  'another kind of packing': {
    make: () => named('a.js', { method: 14 }),
    says: '“a.js” is packed in a way',
  },
  'a bomb': { make: () => named('a.bin', { content: zeros(20) }), says: '“a.bin” unpacks to more' },
  'a bomb in many pieces': {
    make: () =>
      makeZip([
        page(),
        ...Array.from({ length: 200 }, (_, at) => ({ name: `${at}`, content: zeros(0.9) })),
      ]),
    says: 'it unpacks to more than 200 times its size',
  },
  'a bomb that says it is small': {
    make: () => named('a.bin', { content: zeros(20), says: { bytes: 1000 } }),
    says: '“a.bin” is not as large as the zip says',
  },
  'a bomb that says it is packed in much': {
    make: () => named('a.bin', { content: zeros(20), says: { packedBytes: 19_000_000 } }),
    says: 'share their content',
  },
  'more than a bundle may hold': {
    make: () => named('a.bin', { says: { bytes: 301 * megabyte, packedBytes: 3 * megabyte } }),
    says: 'it unpacks to more than 300 MB',
  },
  'files that share their content': { make: overlapping, says: 'share their content' },
  'a file within another': { make: quoted, says: 'share their content' },
  'a file within the header of another': { make: quotedInHeader, says: 'share their content' },
  'two files at one place': {
    make: () => makeZip([film, page(), { ...within(0), name: 'c.bin' }]),
    says: 'share their content',
  },
  'sizes beyond all disks': {
    make: () =>
      named('a.bin', {
        says: { bytes: unknown, packedBytes: unknown, at: unknown },
        extra: zip64(2n ** 50n, 2n ** 50n),
      }),
    says: 'it unpacks to more than 300 MB',
  },
  'a place beyond all disks': {
    make: () => named('a.bin', { says: { at: unknown }, extra: zip64(2n ** 62n, 0n) }),
    says: '“a.bin” is damaged',
  },
  'a file that is shorter than it says': {
    make: () => named('a.js', { content: 'short', says: { bytes: 500 } }),
    says: '“a.js” is not as large as the zip says',
  },
  'a stored file of another size': {
    make: () => named('a.js', { method: 0, content: 'short', says: { bytes: 500 } }),
    says: 'entry 2 of the zip cannot be read',
  },
  'a wrong checksum': {
    make: () => named('a.js', { says: { crc32: 0 } }),
    says: '“a.js” is damaged',
  },
  'broken compression': {
    make: () => named('a.js', { packed: Buffer.from('no deflate at all') }),
    says: '“a.js” is damaged',
  },
  '70,000 files': {
    make: () => makeZip(Array.from({ length: 65_535 }, (_, at) => ({ name: `${at}`, method: 0 }))),
    says: 'more than 5,000 files',
  },
  '5,001 files': {
    make: () =>
      makeZip([page(), ...Array.from({ length: 5000 }, (_, at) => ({ name: `${at}`, method: 0 }))]),
    says: 'more than 5,000 files',
  },
  'no entry page': {
    make: () => makeZip([{ name: 'a.html', content: 'x' }]),
    says: '“index.html” is not in it, and it is the entry page',
  },
  'a folder with the page in it': {
    make: () => makeZip([{ name: 'dist/index.html', content: 'x' }]),
    says: 'if “dist/index.html” is meant, enter that',
  },
  'a folder in the place of the page': {
    make: () => makeZip([{ name: 'index.html/', mode: 0o040755 }]),
    says: '“index.html” is not in it',
  },
  'a hidden entry page': {
    make: () => makeZip([{ name: '__MACOSX/index.html', content: 'x' }]),
    says: '“index.html” is not in it',
  },
};
