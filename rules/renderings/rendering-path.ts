/** URL path of a venue's page, derived from the venue name. */

/** Paths reserved by the rendering host. */
const reserved = new Set(['api', 'healthz', 'readyz', 'favicon.ico', 'robots.txt']);

const mostCharacters = 100;

/** The venue name trimmed, in lower case, with each run of white space as one underscore: `My Bar One` is `my_bar_one`. */
export const pathNameOf = (venueName: string): string =>
  venueName.normalize('NFC').trim().replaceAll(/\s+/g, '_').toLowerCase();

/** True when a path name is safe as a single URL segment; 1 to 100 characters. */
export function isSafePathName(pathName: string): boolean {
  if (pathName === '' || pathName.length > mostCharacters) return false;
  if (pathName.startsWith('.') || reserved.has(pathName)) return false;
  return !/[/\\\p{C}\p{Z}]/u.test(pathName);
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
