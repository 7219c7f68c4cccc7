import { paths } from '../../paths.ts';

/** Path to open after registering: a path of this app that starts with one slash, else the list of owners. */
export function returnPath(redirect: string | undefined): string {
  if (redirect === undefined || !/^\/(?![/\\])/.test(redirect)) return paths.owners();
  // Resolved like the browser does, to reject links to other origins.
  const { origin, pathname, search, hash } = new URL(redirect, location.origin);
  return origin === location.origin ? pathname + search + hash : paths.owners();
}
