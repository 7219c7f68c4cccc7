/** An address within this app, as the browser resolves it; null for any other: other origins, schemes, relative paths. */
export function ownPath(address: string | undefined): string | null {
  if (address === undefined || !/^\/(?![/\\])/.test(address) || address.includes('\\')) return null;
  const { origin, pathname, search, hash } = new URL(address, location.origin);
  // A path of two slashes would name another host once it is resolved again.
  if (origin !== location.origin || pathname.startsWith('//')) return null;
  return pathname + search + hash;
}
