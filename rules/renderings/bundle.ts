/** What may be in a venue's bundle: a zip of web pages, from somebody who may have been deceived. */
import { bundleMessages } from '../messages.ts';

/** The most a bundle may hold. Bytes are those of the zip (100 MB) and of everything in it unpacked (300 MB). */
export const bundleLimits = {
  entries: 5000,
  zipBytes: 100 * 1024 ** 2,
  bytes: 300 * 1024 ** 2,
  /** How many times its packed size something may unpack to, */
  ratio: 200,
  /** from this size on: a small and very regular picture is no bomb. */
  ratioFromBytes: 1024 ** 2,
  nameCharacters: 500,
} as const;

/** What the directory of a zip says about one entry; whether it is true shows in unpacking. */
export interface BundleEntry {
  /** With `/` between folders; that of a folder ends in one. */
  readonly name: string;
  /** The Unix mode; 0 where the zip was not made on Unix. */
  readonly mode: number;
  readonly isEncrypted: boolean;
  /** 0 is stored, 8 deflated; nothing else is unpacked. */
  readonly method: number;
  readonly packedBytes: number;
  readonly bytes: number;
}

/** Entries of folders have no content of their own. */
export const isFolder = (name: string): boolean => name.endsWith('/');

/** What computers add by themselves, and what is meant to be hidden, is left out of a bundle: `.DS_Store`, `__MACOSX/…`. */
export const isLeftOut = (name: string): boolean =>
  name.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');

/** Whether something unpacks to so much more than it is packed that it can only be a bomb. */
export const isBomb = (bytes: number, packedBytes: number): boolean =>
  bytes > bundleLimits.ratioFromBytes && bytes > packedBytes * bundleLimits.ratio;

/**
 * Why a bundle is refused before anything of it is unpacked, in a sentence; null when nothing speaks against it.
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

/** `Bundle refused: “css/main.css” is in it twice`, with a name that can be read whatever it is made of. */
export function entryRefused(name: string, why: string): string {
  const readable = name.replaceAll(/\p{C}/gu, '\u{fffd}');
  const short = readable.length > 80 ? `${readable.slice(0, 79)}…` : readable;
  return bundleMessages.refused(`“${short}” ${why}`);
}

/** Names are judged as they are written; nothing is ever unpacked under them. */
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
  const expected = isFolder(name) ? 0o040000 : 0o100000;
  if (kind !== 0 && kind !== expected) return bundleMessages.device;
  if (isEncrypted) return bundleMessages.encrypted;
  if (method !== 0 && method !== 8) return bundleMessages.otherMethod;
  return isFolder(name) && bytes > 0 ? bundleMessages.device : null;
}

/** Two names that are the same, or would be on a disk that knows no case, or a file where a folder is. */
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

/** A zip of a folder has everything one level down: the page that was probably meant is named. */
function missingPage(entries: readonly BundleEntry[], entryPage: string): string | null {
  const pages = entries.filter(({ name }) => !isFolder(name) && !isLeftOut(name));
  if (pages.some(({ name }) => name === entryPage)) return null;
  const meant = pages.find(({ name }) => name.endsWith(`/${entryPage}`));
  const why = bundleMessages.noEntryPage(meant?.name ?? null);
  return entryRefused(entryPage, why);
}
