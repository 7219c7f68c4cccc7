/**
 * Owner context of this tab: the owner acted for, and the active venue and unit. Survives a reload; cleared when the
 * session ends. A new tab starts with what was chosen last in any tab.
 */
import { sharedValue, useSharedValue } from '../ui/shared-value.ts';
import { isOwner, isStaff, isSuperAdmin } from '../session/claims.ts';
import { sendActingFor } from '../session/acting.ts';
import { currentSession } from '../session/session.ts';
import { readKey, removeKey, writeKey } from '../session/storage.ts';
import { emptyOwner, ownerIn, parsedJson } from './chosen-owner.ts';
import type { ChosenOwner } from './chosen-owner.ts';
import { rememberOwner } from './recent-owners.ts';
import { readTabContext, writeTabContext } from '../session/tab-storage.ts';

interface OwnerContext {
  /** The owner chosen by a super admin. */
  readonly owner: ChosenOwner | null;
  readonly venueId: string | null;
  readonly unitNumber: number | null;
  /** True when acting for the owner was begun in this tab. */
  readonly isBegunHere: boolean;
}

const nothing: OwnerContext = {
  owner: null,
  venueId: null,
  unitNumber: null,
  isBegunHere: false,
};
const context = sharedValue<OwnerContext>(nothing);

/** What was chosen last in any tab. */
function lastChosen(): OwnerContext {
  const unit = Number(readKey('unit') ?? Number.NaN);
  return {
    owner: ownerIn(parsedJson(readKey('owner'))),
    venueId: readKey('venue'),
    unitNumber: Number.isSafeInteger(unit) ? unit : null,
    isBegunHere: false,
  };
}

const account = (): string | undefined => currentSession()?.claims.sub;

/** The context of this tab before a reload, if it was of the same account. */
function ofThisTab(): OwnerContext | null {
  const stored: { [name in keyof OwnerContext | 'account']?: unknown } =
    parsedJson(readTabContext()) ?? {};
  if (stored.account === undefined || stored.account !== account()) return null;
  const { venueId, unitNumber } = stored;
  return {
    owner: ownerIn(stored.owner),
    venueId: typeof venueId === 'string' ? venueId : null,
    unitNumber: typeof unitNumber === 'number' ? unitNumber : null,
    isBegunHere: stored.isBegunHere === true,
  };
}

function set(next: OwnerContext): void {
  writeTabContext(JSON.stringify({ account: account(), ...next }));
  adopt(next);
}

function adopt(next: OwnerContext): void {
  const session = currentSession();
  sendActingFor(session && isSuperAdmin(session.claims) ? (next.owner?.id ?? null) : null);
  context.set(next);
}

/** Restores the context from the storage of the tab, or else of the browser. */
export function openOwnerContext(): void {
  const opened = ofThisTab() ?? lastChosen();
  if (account() === undefined) adopt(opened);
  else set(opened);
}

/** Sets the active venue; the first unit of another venue becomes active. */
export function selectVenue(venueId: string): void {
  const before = context.get();
  const unitNumber = before.venueId === venueId ? before.unitNumber : null;
  writeKey('venue', venueId);
  if (unitNumber === null) removeKey('unit');
  set({ ...before, venueId, unitNumber });
}

export function selectUnit(unitNumber: number): void {
  writeKey('unit', String(unitNumber));
  set({ ...context.get(), unitNumber });
}

/**
 * Acts for this owner, starting with the owner's first venue.
 * @param begun true when acting for the owner begins here
 */
export function chooseOwner(owner: ChosenOwner, begun = false): void {
  const before = context.get();
  const isBegunHere = begun || (before.isBegunHere && before.owner?.id === owner.id);
  writeKey('owner', JSON.stringify(owner));
  rememberOwner(owner);
  removeKey('venue');
  removeKey('unit');
  set({ ...nothing, owner, isBegunHere });
  const [first] = owner.venues;
  if (first) selectVenue(first.id);
}

/** Clears the owner, venue and unit. */
export function resetOwner(): void {
  writeKey('owner', JSON.stringify(emptyOwner));
  removeKey('venue');
  removeKey('unit');
  set(nothing);
}

/** Resets the context after the session and its storage are gone. */
export function forgetOwnerContext(): void {
  adopt(nothing);
}

/** The chosen owner, else the signed-in owner or that of the staff account; null when there is none. */
export function effectiveOwnerId(): string | null {
  const session = currentSession();
  if (!session) return null;
  if (isSuperAdmin(session.claims)) return context.get().owner?.id ?? null;
  if (isStaff(session.claims)) return session.claims.ownerId ?? null;
  return isOwner(session.claims) ? session.claims.sub : null;
}

export const ownerContext = (): OwnerContext => context.get();

export const useOwnerContext = (): OwnerContext => useSharedValue(context);
