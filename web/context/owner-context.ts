/** On whose behalf the user acts, and which venue and unit are active: kept over a reload, gone with the session. */
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
  /** The owner a super admin has chosen. */
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

/** Takes up what the browser has kept. */
export function openOwnerContext(): void {
  const unit = Number(readKey('unit') ?? Number.NaN);
  context.set({
    owner: readOwner(),
    venueId: readKey('venue'),
    unitNumber: Number.isSafeInteger(unit) ? unit : null,
  });
}

/** Makes this venue the active one; its first unit becomes active with it. */
export function selectVenue(venueId: string): void {
  writeKey('venue', venueId);
  removeKey('unit');
  context.set({ ...context.get(), venueId, unitNumber: null });
}

export function selectUnit(unitNumber: number): void {
  writeKey('unit', String(unitNumber));
  context.set({ ...context.get(), unitNumber });
}

/** Acts for this owner from now on, at the owner's first venue. */
export function chooseOwner(owner: ChosenOwner): void {
  writeKey('owner', JSON.stringify(owner));
  removeKey('venue');
  removeKey('unit');
  context.set({ ...nothing, owner });
  const [first] = owner.venues;
  if (first) selectVenue(first.id);
}

/** Stores the empty owner and leaves venue and unit. */
export function resetOwner(): void {
  writeKey('owner', JSON.stringify(emptyOwner));
  removeKey('venue');
  removeKey('unit');
  context.set(nothing);
}

/** After the session has ended and its storage with it. */
export function forgetOwnerContext(): void {
  context.set(nothing);
}

/** The owner whose venues are worked on: the chosen one, else the signed-in owner; null when there is none. */
export function effectiveOwnerId(): string | null {
  const session = currentSession();
  if (!session) return null;
  if (isSuperAdmin(session.claims)) return context.get().owner?.id ?? null;
  return isOwner(session.claims) ? session.claims.sub : null;
}

export const useOwnerContext = (): OwnerContext => useSharedValue(context);
