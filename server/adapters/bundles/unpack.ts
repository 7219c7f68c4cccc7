import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import {
  type BundleEntry,
  bundleError,
  bundleLimits,
  doOverlap,
  entryRefused,
  isBomb,
  isFolder,
  isLeftOut,
  type Place,
} from '../../../rules/renderings/bundle.ts';
import { bundleMessages } from '../../../rules/renderings/rendering-messages.ts';
import { type PackWriter, writePack } from './pack.ts';
import { BundleRefused } from './port.ts';

/**
 * Converts a zip to a pack. Checks the zip's directory before unpacking, and enforces the same limits on the unpacked
 * bytes, because a directory may lie (zip bomb).
 * @param folder is created; when this throws, its content is unusable
 */
export async function unpackZip(
  zip: { file: string; bytes: number },
  folder: string,
  entryPage: string,
): Promise<{ files: number; bytes: number }> {
  await judge(zip, entryPage);
  await refuseOverlaps(zip.file);
  const pack = await writePack(folder);
  try {
    const unpacked = { files: 0, bytes: 0 };
    for await (const entry of zipEntries(zip.file)) {
      if (isFolder(entry.name) || isLeftOut(entry.name)) continue;
      unpacked.bytes += await unpackEntry(entry, pack, { zip, before: unpacked.bytes });
      unpacked.files += 1;
    }
    await pack.finish();
    return unpacked;
  } catch (error) {
    await pack.close();
    throw error;
  }
}

async function judge(zip: { file: string; bytes: number }, entryPage: string): Promise<void> {
  const entries: BundleEntry[] = [];
  for await (const { name, mode, isEncrypted, method, packedBytes, bytes } of zipEntries(
    zip.file,
  )) {
    entries.push({ name, mode, isEncrypted, method, packedBytes, bytes });
  }
  const problem = bundleError(entries, { zipBytes: zip.bytes, entryPage });
  if (problem !== null) throw new BundleRefused(problem);
}

async function refuseOverlaps(file: string): Promise<void> {
  const places: Place[] = [];
  for await (const entry of zipEntries(file)) places.push(await entry.place());
  if (!doOverlap(places)) return;
  throw new BundleRefused(bundleMessages.refused(bundleMessages.overlapping));
}

/** Returns the actual size. */
async function unpackEntry(
  entry: ZipEntry,
  pack: PackWriter,
  { zip, before }: { zip: { bytes: number }; before: number },
): Promise<number> {
  const { name, packedBytes, crc32 } = entry;
  let found = 0;
  const soFar = (bytes: number): void => {
    found = bytes;
    const isTooMuch = before + bytes > bundleLimits.bytes;
    if (isTooMuch) throw new BundleRefused(bundleMessages.refused(bundleMessages.tooLarge));
    if (!isBomb(bytes, packedBytes) && !isBomb(before + bytes, zip.bytes)) return;
    throw new BundleRefused(entryRefused(name, bundleMessages.bomb));
  };
  const whole = (_bytes: number, checksum: number): void => {
    if (checksum !== crc32) throw new BundleRefused(entryRefused(name, bundleMessages.damaged));
  };
  const content = await entry.read();
  await pack
    .add(name, content, { soFar, whole })
    .catch((error: unknown) => refuseDamaged(error, name));
  return found;
}

// Iterates over the entries listed in a zip's directory.

interface ZipEntry extends BundleEntry {
  /** Checksum of the content, as declared in the zip. */
  crc32: number;
  /** As its own header says, which may be longer than the directory shows. */
  place(): Promise<Place>;
  /** Streams the unpacked content; fails when it is longer or shorter than `bytes`. */
  read(): Promise<Readable>;
}

/**
 * Throws BundleRefused when the file is not a zip. Holds only one entry in memory at a time, so long names are
 * harmless.
 */
export async function* zipEntries(file: string): AsyncGenerator<ZipEntry> {
  const zip = await yauzl
    .openPromise(file, { autoClose: false, decodeStrings: false, validateEntrySizes: true })
    .catch((error: unknown) => refuse(error, bundleMessages.notZip));
  try {
    if (zip.entryCount > bundleLimits.entries) {
      throw new BundleRefused(bundleMessages.refused(bundleMessages.tooManyEntries));
    }
    const entries = zip.eachEntry();
    for (let number = 1; ; number += 1) {
      const next = await entries
        .next()
        .catch((error: unknown) => refuse(error, bundleMessages.brokenEntry(number)));
      if (next.done === true) return;
      yield describe(zip, next.value);
    }
  } finally {
    zip.close();
  }
}

function describe(zip: yauzl.ZipFile, entry: yauzl.Entry): ZipEntry {
  const name = nameOf(entry);
  return {
    name,
    mode: entry.externalFileAttributes >>> 16,
    isEncrypted: entry.isEncrypted(),
    method: entry.compressionMethod,
    packedBytes: entry.compressedSize,
    bytes: entry.uncompressedSize,
    crc32: entry.crc32,
    place: async () => {
      const { fileDataStart } = await zip
        .readLocalFileHeaderPromise(entry, { minimal: true })
        .catch((error: unknown) => refuseDamaged(error, name));
      return {
        start: entry.relativeOffsetOfLocalHeader,
        end: fileDataStart + entry.compressedSize,
      };
    },
    read: () =>
      zip.openReadStreamPromise(entry).catch((error: unknown) => refuseDamaged(error, name)),
  };
}

/**
 * Decodes an entry's name. Many programs write UTF-8 without declaring it; else it is CP437, of which only letters are
 * names: bytes above them are those of another code page, which is not stated. Unicode-normalizes the name, since
 * computers differ in how they encode a letter. Throws BundleRefused for a name of an unknown code page.
 */
function nameOf({ fileNameRaw, generalPurposeBitFlag, extraFields }: yauzl.Entry): string {
  const decoded = yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
  const saysUtf8 = (generalPurposeBitFlag & 0x800) !== 0;
  const meant = fileNameRaw.toString('utf8');
  if (!saysUtf8 && !meant.includes('\u{fffd}')) return meant.normalize('NFC');
  const isStated = saysUtf8 || extraFields.some(({ id }) => id === unicodePathField);
  if (!isStated && fileNameRaw.some((byte) => byte > lastLetterOfCp437))
    throw new BundleRefused(entryRefused(decoded, bundleMessages.unknownCodePage));
  return decoded.normalize('NFC');
}

/** Info-ZIP's extra field with the name in UTF-8. */
const unicodePathField = 0x7075;
const lastLetterOfCp437 = 0xa5;

/** Throws BundleRefused, but rethrows disk errors, which are not the bundle's fault. */
function refuse(error: unknown, why: string): never {
  if (isOfSystem(error)) throw error;
  throw new BundleRefused(bundleMessages.refused(why), { cause: error });
}

/** Throws because an entry cannot be unpacked, or differs from its declaration in the zip. */
function refuseDamaged(error: unknown, name: string): never {
  if (isOfSystem(error) || error instanceof BundleRefused) throw error;
  const isOtherSize = error instanceof Error && /(too many|not enough) bytes/.test(error.message);
  const why = isOtherSize ? bundleMessages.otherSize : bundleMessages.damaged;
  throw new BundleRefused(entryRefused(name, why), { cause: error });
}

const isOfSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error;
