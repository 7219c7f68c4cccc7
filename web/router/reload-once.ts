/** Reloads the page when a file of its build is gone: a newer version has replaced it on the server. */
import { isLoadingAhead } from '../ui/lazy-dialog.tsx';
import { notify } from '../ui/toasts.tsx';

/** Builds that were left by a reload, in the storage of the tab; shared with web/head/reload.js. */
const storageKey = 'reloadedFrom';

const newVersion =
  'Part of this page could not be loaded. Reload the page when your changes are saved';

let reloading = false;
/** Path of the screen on which text was typed last. */
let typedAt: string | null = null;
const typed = () => {
  typedAt = location.pathname;
};

/** True when text was typed on the screen that is shown. */
export const isTypedHere = (): boolean => typedAt === location.pathname;

/** True from the decision to reload until the page is gone. */
export const isReloading = (): boolean => reloading;

/**
 * Follows files that could not be loaded, for as long as the page is open. Text that was typed on the current screen
 * would be lost by a reload, so a notice asks for one instead.
 * @param reload replaces the page by a new load of its address
 */
export function reloadOnMissingFiles(reload: () => void): () => void {
  const missing = () => {
    // Without a network the file may be there, and a reload would lose the page.
    if (reloading || isLoadingAhead() || !navigator.onLine) return;
    if (isTypedHere() || !mayReload()) return notify(newVersion, 'error');
    reloading = true;
    reload();
  };
  document.addEventListener('input', typed, true);
  window.addEventListener('vite:preloadError', missing);
  return () => {
    document.removeEventListener('input', typed, true);
    window.removeEventListener('vite:preloadError', missing);
    reloading = false;
    typedAt = null;
  };
}

/** True once per build, so that a file that stays missing never causes a loop. */
function mayReload(): boolean {
  const build = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '';
  try {
    const before = sessionStorage.getItem(storageKey) ?? '';
    if (before.split(' ').includes(build)) return false;
    sessionStorage.setItem(storageKey, `${before} ${build}`.trim());
    return true;
  } catch {
    // Without storage, a reload could be repeated forever.
    return false;
  }
}
