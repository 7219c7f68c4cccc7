/** The path a venue's page stands at, made from the venue's name. */

/** What the rendering host keeps for itself. */
const reserved = new Set(['api', 'healthz', 'readyz', 'favicon.ico', 'robots.txt']);

const mostCharacters = 100;

/** The venue name trimmed, in lower case, with each run of white space as one underscore: `My Bar One` is `my_bar_one`. */
export const pathNameOf = (venueName: string): string =>
  venueName.normalize('NFC').trim().replaceAll(/\s+/g, '_').toLowerCase();

/** Whether a path name can stand between two slashes of an address and mean nothing else there; 1 to 100 characters. */
export function isSafePathName(pathName: string): boolean {
  if (pathName === '' || pathName.length > mostCharacters) return false;
  if (pathName.startsWith('.') || reserved.has(pathName)) return false;
  return !/[/\\\p{C}\p{Z}]/u.test(pathName);
}

/**
 * Whether a text can be the entry page of a bundle: a path inside it, without a slash in front, without `.` or `..` and
 * without names that begin with a dot, which are left out of bundles.
 */
export function isSafeEntryPage(path: string): boolean {
  if (/[\\\p{Cc}]/u.test(path)) return false;
  return path.split('/').every((part) => part !== '' && !part.startsWith('.'));
}

/**
 * The address of a page.
 * @param host where renderings are shown, without a slash at the end
 */
export function renderingUrl(host: string, pathName: string, entryPagePath: string): string {
  const page = entryPagePath.split('/').map(encodeURIComponent).join('/');
  return `${host}/${encodeURIComponent(pathName)}/${page}`;
}
