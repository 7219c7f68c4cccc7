import { paths } from '../../paths.ts';

/** Where to go after registering: a path of this app that starts with one slash, else the list of owners. */
export function returnPath(redirect: string | undefined): string {
  if (redirect === undefined || !/^\/(?![/\\])/.test(redirect)) return paths.owners();
  // Resolved as the browser would: whatever leads to another site is not ours.
  const { origin, pathname, search, hash } = new URL(redirect, location.origin);
  return origin === location.origin ? pathname + search + hash : paths.owners();
}
