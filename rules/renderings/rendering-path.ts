/** URL path of a venue's page, derived from the venue name. */
import { renderingMessages } from './rendering-messages.ts';

/** Paths reserved by the rendering host. */
const reserved = new Set(['api', 'healthz', 'readyz']);

const mostCharacters = 100;

/** The venue name trimmed, in lower case, with each run of white space as one underscore: `My Bar One` is `my_bar_one`. */
export const pathNameOf = (venueName: string): string =>
  venueName.normalize('NFC').trim().replaceAll(/\s+/g, '_').toLowerCase();

/** Letters of any script with the marks that belong to them, digits, `_` and `-`; nothing invisible. */
const usual = /^(?:\p{L}[\p{Mn}\p{Mc}]*|[\p{Nd}_-])+$/u;
const invisible = /\p{Default_Ignorable_Code_Point}/u;

/** Message why a page cannot be published at a path; null when it can. A page that is there already stays there. */
export function pathNameError(pathName: string): string | null {
  if (pathName === '') return renderingMessages.noVenueName;
  if (pathName.length > mostCharacters) return renderingMessages.longPathName;
  if (reserved.has(pathName)) return renderingMessages.reservedPathName;
  const isUsual = usual.test(pathName) && !invisible.test(pathName);
  return isUsual ? null : renderingMessages.badPathName;
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
