// For tests: writes zips that are as wrong as is wanted.
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZippedFile {
  name: string;
  content?: string | Buffer;
  /** Stored by 0, deflated by 8; any other number is a lie. */
  method?: number;
  /** The Unix mode with its kind. */
  mode?: number;
  /** General purpose bits; 0x800 says that the name is UTF-8. */
  flags?: number;
  /** What the directory says in the place of what is true. */
  says?: { bytes?: number; packedBytes?: number; crc32?: number; at?: number };
  /** Added to the directory, in the place of nothing. */
  extra?: Buffer;
  /** The content as it stands in the zip, in the place of what the method makes of it. */
  packed?: Buffer;
}

export const page = (text = 'Hello'): ZippedFile => ({
  name: 'index.html',
  content: `<!doctype html><html lang="en"><title>${text}</title><h1>${text}</h1></html>`,
});

/** @param says how many entries there are, in the place of what is true */
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
  /** The 22 bytes that a file has in both places: version, flags, method, time, checksum and sizes. */
  common: Buffer;
  mode: number;
  extra: Buffer;
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
  };
}

function localOf({ name, packed, common }: Head): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  common.copy(head, 4);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name, packed]);
}

function entryOf({ name, common, mode, extra }: Head, at: number): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  // Made on Unix, so that the mode counts.
  head.writeUInt16LE((3 << 8) | 20, 4);
  common.copy(head, 6);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt16LE(extra.length, 30);
  head.writeUInt32LE((mode << 16) >>> 0, 38);
  head.writeUInt32LE(at, 42);
  return Buffer.concat([head, name, extra]);
}
