import {
  type BundleEntry,
  bundleLimits,
  bundleError,
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
import { refuseDamaged, type ZipEntry, zipEntries } from './zip-entries.ts';

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
