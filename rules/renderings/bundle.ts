/** Validates a venue's bundle: a zip of web pages, treated as untrusted input. */
import { bundleMessages } from './rendering-messages.ts';

/** Bundle limits. Bytes are those of the zip (100 MB) and of its unpacked content (300 MB). */
export const bundleLimits = {
  entries: 5000,
  zipBytes: 100 * 1024 ** 2,
  bytes: 300 * 1024 ** 2,
  /** Maximum compression ratio of an entry, */
  ratio: 200,
  /** applied from this size on, because a small and very regular picture is not a zip bomb. */
  ratioFromBytes: 1024 ** 2,
  nameCharacters: 500,
} as const;

/** A zip directory entry as declared; verified while unpacking. */
export interface BundleEntry {
  /** Uses `/` between folders; folder names end in one. */
  readonly name: string;
  /** Unix mode; 0 when the zip was not made on Unix. */
  readonly mode: number;
  readonly isEncrypted: boolean;
  /** 0 is stored, 8 deflated; other methods are not supported. */
  readonly method: number;
  readonly packedBytes: number;
  readonly bytes: number;
}

/** Folder entries have no content. */
export const isFolder = (name: string): boolean => name.endsWith('/');

/** Excludes system files and hidden files from a bundle: `.DS_Store`, `__MACOSX/…`. */
export const isLeftOut = (name: string): boolean =>
  name.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');

/** True when the compression ratio indicates a zip bomb. */
export const isBomb = (bytes: number, packedBytes: number): boolean =>
  bytes > bundleLimits.ratioFromBytes && bytes > packedBytes * bundleLimits.ratio;

/**
 * Message why a bundle is rejected before unpacking; null when it is acceptable.
 * @param zipBytes the size of the whole zip
 */
export function bundleError(
  entries: readonly BundleEntry[],
  { zipBytes, entryPage }: { zipBytes: number; entryPage: string },
): string | null {
  const { refused } = bundleMessages;
  if (entries.length === 0) return refused(bundleMessages.empty);
  if (entries.length > bundleLimits.entries) return refused(bundleMessages.tooManyEntries);
  for (const entry of entries) {
    const why = nameError(entry.name) ?? kindError(entry);
    if (why !== null) return entryRefused(entry.name, why);
  }
  return clash(entries) ?? sizeError(entries, zipBytes) ?? missingPage(entries, entryPage);
}

/** First byte of an entry in the zip, with its header, and the first one after it. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** True when entries share a part of the zip, with which a small one unpacks to much. */
export function doOverlap(places: readonly Place[]): boolean {
  const inOrder = places.toSorted((one, other) => one.start - other.start);
  return inOrder.some(({ start }, at) => start < (inOrder[at - 1]?.end ?? 0));
}

/** `Bundle refused: “css/main.css” is in it twice`, with the name escaped to be readable. */
export function entryRefused(name: string, why: string): string {
  const readable = name.replaceAll(/\p{C}/gu, '\u{fffd}');
  const short = readable.length > 80 ? `${readable.slice(0, 79)}…` : readable;
  return bundleMessages.refused(`“${short}” ${why}`);
}

/** Checks names as written; nothing is ever unpacked under them. */
function nameError(name: string): string | null {
  if (name === '' || name.length > bundleLimits.nameCharacters) return bundleMessages.badLength;
  if (/[\p{Cc}\p{Cs}\u{fffd}]/u.test(name)) return bundleMessages.badCharacters;
  if (name.includes('\\')) return bundleMessages.backslash;
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) return bundleMessages.absolute;
  const parts = (isFolder(name) ? name.slice(0, -1) : name).split('/');
  if (parts.includes('..') || parts.includes('.')) return bundleMessages.leadsOut;
  return parts.includes('') ? bundleMessages.badLength : null;
}

function kindError({ name, mode, isEncrypted, method, bytes }: BundleEntry): string | null {
  const kind = mode & 0o170000;
  if (kind === 0o120000) return bundleMessages.link;
  // Some programs give folders the mode of a file.
  const isExpected = kind === 0 || kind === 0o100000 || (kind === 0o040000 && isFolder(name));
  if (!isExpected) return bundleMessages.device;
  if (isEncrypted) return bundleMessages.encrypted;
  if (method !== 0 && method !== 8) return bundleMessages.otherMethod;
  return isFolder(name) && bytes > 0 ? bundleMessages.device : null;
}

/** Detects identical names, names that collide on a case-insensitive disk, and a file with the name of a folder. */
function clash(entries: readonly BundleEntry[]): string | null {
  const files = new Map<string, string>();
  const folders = new Set<string>();
  for (const { name } of entries) {
    const folded = name.toLowerCase();
    for (let at = folded.indexOf('/'); at !== -1; at = folded.indexOf('/', at + 1)) {
      folders.add(folded.slice(0, at));
    }
    if (isFolder(name)) continue;
    const other = files.get(folded);
    if (other === name) return entryRefused(name, bundleMessages.twice);
    if (other !== undefined) return entryRefused(name, bundleMessages.sameButCase(other));
    files.set(folded, name);
  }
  for (const [folded, name] of files) {
    if (folders.has(folded)) return entryRefused(name, bundleMessages.alsoFolder);
  }
  return null;
}

function sizeError(entries: readonly BundleEntry[], zipBytes: number): string | null {
  const { refused } = bundleMessages;
  let bytes = 0;
  let packedBytes = 0;
  for (const entry of entries) {
    if (isBomb(entry.bytes, entry.packedBytes)) {
      return entryRefused(entry.name, bundleMessages.bomb);
    }
    bytes += entry.bytes;
    packedBytes += entry.packedBytes;
  }
  if (bytes > bundleLimits.bytes) return refused(bundleMessages.tooLarge);
  if (packedBytes > zipBytes) return refused(bundleMessages.overlapping);
  return isBomb(bytes, zipBytes) ? refused(bundleMessages.wholeBomb) : null;
}

/** The zip of a folder has everything one level down; the message names the page that was probably meant. */
function missingPage(entries: readonly BundleEntry[], entryPage: string): string | null {
  const pages = entries.filter(({ name }) => !isFolder(name) && !isLeftOut(name));
  if (pages.some(({ name }) => name === entryPage)) return null;
  const meant = pages.find(({ name }) => name.endsWith(`/${entryPage}`));
  const why = bundleMessages.noEntryPage(meant?.name ?? null);
  return entryRefused(entryPage, why);
}
