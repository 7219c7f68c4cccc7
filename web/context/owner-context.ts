/**
 * Owner context: the owner acted for, and the active venue and unit. Survives a reload; cleared when the session ends.
 */
import { sharedValue, useSharedValue } from '../ui/shared-value.ts';
import { isOwner, isSuperAdmin } from '../session/claims.ts';
import { currentSession } from '../session/session.ts';
import { readKey, removeKey, writeKey } from '../session/storage.ts';

export interface ChosenOwner {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly venues: readonly { readonly id: string; readonly name: string }[];
}

interface OwnerContext {
  /** The owner chosen by a super admin. */
  readonly owner: ChosenOwner | null;
  readonly venueId: string | null;
  readonly unitNumber: number | null;
}

const emptyOwner: ChosenOwner = { id: '', name: '', email: '', venues: [] };
const nothing: OwnerContext = { owner: null, venueId: null, unitNumber: null };
const context = sharedValue<OwnerContext>(nothing);

function readOwner(): ChosenOwner | null {
  try {
    const owner: unknown = JSON.parse(readKey('owner') ?? 'null');
    if (typeof owner !== 'object' || owner === null || !('id' in owner)) return null;
    const { id } = owner;
    return typeof id === 'string' && id !== '' ? { ...emptyOwner, ...owner, id } : null;
  } catch {
    return null;
  }
}

/** Restores the context from browser storage. */
export function openOwnerContext(): void {
  const unit = Number(readKey('unit') ?? Number.NaN);
  context.set({
    owner: readOwner(),
    venueId: readKey('venue'),
    unitNumber: Number.isSafeInteger(unit) ? unit : null,
  });
}

/** Sets the active venue; its first unit becomes active. */
export function selectVenue(venueId: string): void {
  writeKey('venue', venueId);
  removeKey('unit');
  context.set({ ...context.get(), venueId, unitNumber: null });
}

export function selectUnit(unitNumber: number): void {
  writeKey('unit', String(unitNumber));
  context.set({ ...context.get(), unitNumber });
}

/** Acts for this owner, starting with the owner's first venue. */
export function chooseOwner(owner: ChosenOwner): void {
  writeKey('owner', JSON.stringify(owner));
  removeKey('venue');
  removeKey('unit');
  context.set({ ...nothing, owner });
  const [first] = owner.venues;
  if (first) selectVenue(first.id);
}

/** Clears the owner, venue and unit. */
export function resetOwner(): void {
  writeKey('owner', JSON.stringify(emptyOwner));
  removeKey('venue');
  removeKey('unit');
  context.set(nothing);
}

/** Resets the context after the session and its storage are gone. */
export function forgetOwnerContext(): void {
  context.set(nothing);
}

/** The chosen owner, else the signed-in owner; null when there is none. */
export function effectiveOwnerId(): string | null {
  const session = currentSession();
  if (!session) return null;
  if (isSuperAdmin(session.claims)) return context.get().owner?.id ?? null;
  return isOwner(session.claims) ? session.claims.sub : null;
}

export const useOwnerContext = (): OwnerContext => useSharedValue(context);
