/** Storage of this tab: survives a reload, and is not shared with other tabs. Cleared when the session ends. */
import { isPreview } from './preview.ts';

// A frame shares the storage of its tab.
const key = isPreview() ? 'previewContext' : 'context';
const membershipKey = 'membership';
const leftKey = 'leftOwner';

export const readTabContext = (): string | null => sessionStorage.getItem(key);
export const writeTabContext = (value: string): void => sessionStorage.setItem(key, value);

/** The membership that the tab uses. A frame uses that of its tab. */
export const readTabMembership = (): string | null => sessionStorage.getItem(membershipKey);
export const writeTabMembership = (value: string): void =>
  sessionStorage.setItem(membershipKey, value);

export function clearTabContext(): void {
  sessionStorage.removeItem(key);
  if (!isPreview()) sessionStorage.removeItem(membershipKey);
}

/** Name of an owner that this tab has left because the access ended; shown after the page is loaded again. */
export const writeLeftOwner = (name: string): void => sessionStorage.setItem(leftKey, name);
export function takeLeftOwner(): string | null {
  const name = sessionStorage.getItem(leftKey);
  sessionStorage.removeItem(leftKey);
  return name;
}
