import { isPreview } from './preview.ts';

/**
 * Browser storage keys:
 * - token     the login token, as the server gave it
 * - apiToken  its claim rotoken, which authenticates requests
 * - owner     the owner a super admin has chosen last in any tab, as JSON; the empty owner when none is
 * - venue     the id of the venue chosen last in any tab
 * - unit      the number of the unit chosen last in any tab
 * - lastChange  where the last change is in the log of the database, and when it was made
 * - membership  what one of several owners' staff is to the owner chosen last in any tab, as JSON
 * - recentOwners  the owners a super admin has acted for last, as JSON
 * - actingReasons  the reasons that a super admin has given last, as JSON
 * - refills  refills that are not sent yet, as JSON
 * - countLines  lines of counts that are not sent yet, as JSON
 * - settlements  settled drinks that are not sent yet, as JSON
 * - colorScheme  light, dark or auto; stays when the session ends
 * - letterKeys  off where no single key acts on a screen (ui/screen-keys.ts); stays when the session ends
 * - undoSeconds  time to undo (components/use-grace-period.ts); stays when the session ends
 * - menuView  rows or cards, the form of the lists in Your Menu (screens/your-menu/cards/use-display.tsx); stays when
 *   the session ends
 */
const contextKeys = [
  'owner',
  'venue',
  'unit',
  'membership',
  'recentOwners',
  'actingReasons',
  'lastChange',
] as const;
const waitingKeys = ['refills', 'countLines', 'settlements'] as const;
const sessionKeys = ['token', 'apiToken', ...contextKeys, ...waitingKeys] as const;
type Key = (typeof sessionKeys)[number];

export const readKey = (key: Key): string | null => localStorage.getItem(key);

/** A preview leaves the choices of its tab as they are. */
const isKept = (key: Key): boolean => isPreview() && contextKeys.some((one) => one === key);

export function writeKey(key: Key, value: string): void {
  if (!isKept(key)) localStorage.setItem(key, value);
}

export function removeKey(key: Key): void {
  if (!isKept(key)) localStorage.removeItem(key);
}

/** Kinds of entries that wait to be sent (api/waiting-queue.ts). */
export type WaitingKey = (typeof waitingKeys)[number];

export const hasWaiting = (): boolean =>
  waitingKeys.some((key) => localStorage.getItem(key) !== null);

/** Erases what waits to be sent: it is of another account. */
export function clearWaiting(): void {
  for (const key of waitingKeys) localStorage.removeItem(key);
}

/** Clears what the user has chosen, and leaves the tokens. */
export function clearContextKeys(): void {
  for (const key of contextKeys) removeKey(key);
}

/** Clears all data of the signed-in user, so that nothing leaks to the next one. */
export function clearSessionKeys(): void {
  for (const key of sessionKeys) removeKey(key);
  clearTabContext();
}

// Storage of this tab: survives a reload, and is not shared with other tabs. Cleared when the session ends.

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
