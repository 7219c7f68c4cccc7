/** URL path of a venue's page, derived from the venue name. */
import { renderingMessages } from './rendering-messages.ts';

/** Paths reserved by the rendering host. */
const reserved = new Set(['api', 'healthz', 'readyz', '.well-known']);

const mostCharacters = 100;

/** The venue name trimmed, in lower case, with each run of white space as one underscore: `My Bar One` is `my_bar_one`. */
export const pathNameOf = (venueName: string): string =>
  venueName.normalize('NFC').trim().replaceAll(/\s+/g, '_').toLowerCase();

/** Steps of a path, which browsers and proxies resolve, encoded or not. */
const hasStep = (pathName: string): boolean =>
  pathName.split(/[/\\]/).some((part) => part === '.' || part === '..');

/** Characters that cannot be seen, with which two addresses would look alike. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|^\p{M}/u;
/** An emoji with the invisible characters that belong to it. */
const emoji =
  /\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier}|\u200d\p{Extended_Pictographic})*|[\d#*]\ufe0f\u20e3/gu;

/** Message why a page cannot be published at a path; null when it can. A page that is there already stays there. */
export function pathNameError(pathName: string): string | null {
  if (pathName === '') return renderingMessages.noVenueName;
  if (pathName.length > mostCharacters) return renderingMessages.longPathName;
  if (reserved.has(pathName)) return renderingMessages.reservedPathName;
  const isSeen = !unseen.test(pathName.replaceAll(emoji, '.'));
  return isSeen && !hasStep(pathName) ? null : renderingMessages.badPathName;
}

/**
 * True when a text can be the entry page of a bundle: a relative path without a leading slash, without `.` or `..` and
 * without dotfiles, which are excluded from bundles.
 */
export function isSafeEntryPage(path: string): boolean {
  if (/[\\\p{Cc}]/u.test(path)) return false;
  return path.split('/').every((part) => part !== '' && !part.startsWith('.'));
}

/**
 * URL of a page.
 * @param host host of the renderings, without a trailing slash
 */
export function renderingUrl(host: string, pathName: string, entryPagePath: string): string {
  const page = entryPagePath.split('/').map(encodeURIComponent).join('/');
  return `${host}/${encodeURIComponent(pathName)}/${page}`;
}
