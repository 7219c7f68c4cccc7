// Writes zips for tests, including invalid ones.
import { crc32, deflateRawSync } from 'node:zlib';

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
