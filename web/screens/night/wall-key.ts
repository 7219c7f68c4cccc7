/** Key of a wall display: the fragment of its link, kept in the tab for reloads. */
const name = 'wallKey';

/** Keeps the key, and takes it out of the address, which others may see on the screen. */
export function keepWallKey(key: string): void {
  try {
    sessionStorage.setItem(name, key);
    history.replaceState(history.state, '', location.pathname);
  } catch {
    // Without storage, it stays in the address.
  }
}

/** Null without one. */
export function keptWallKey(): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}
