/**
 * Owner context of this tab: the owner acted for, and the active venue and unit. Survives a reload; cleared when the
 * session ends. A new tab starts with what was chosen last in any tab.
 */
import { startActing, stopActing } from '../api/owners.ts';
import { sendActingFor } from '../session/acting.ts';
import { isOwner, isStaff, isSuperAdmin } from '../session/claims.ts';
import { currentSession } from '../session/session.ts';
import {
  readKey,
  readTabContext,
  removeKey,
  writeKey,
  writeTabContext,
} from '../session/storage.ts';
import { sharedValue, useSharedValue } from '../ui/hooks.ts';

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

/** The owner that a super admin acts for, as browser storage holds it. */
export interface ChosenOwner {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly venues: readonly { readonly id: string; readonly name: string }[];
  /** Why, empty where no reason was given, and until when; missing where an earlier release stored the owner. */
  readonly acting?: { readonly reason: string; readonly untilMs: number };
}

export const emptyOwner: ChosenOwner = { id: '', name: '', email: '', venues: [] };

/** The object in a stored text; null when it is none. */
export function parsedJson(text: string | null): object | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

export function ownerIn(value: unknown): ChosenOwner | null {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  const { id } = value;
  return typeof id === 'string' && id !== '' ? { ...emptyOwner, ...value, id } : null;
}

// Owners that a super admin has acted for last in this session, newest first.

const most = 5;

export function recentOwners(): readonly ChosenOwner[] {
  const stored = parsedJson(readKey('recentOwners'));
  return Array.isArray(stored) ? stored.flatMap((one) => ownerIn(one) ?? []).slice(0, most) : [];
}

export function rememberOwner({ id, name, email, venues }: ChosenOwner): void {
  const owner: ChosenOwner = { id, name, email, venues };
  const others = recentOwners().filter((other) => other.id !== id);
  writeKey('recentOwners', JSON.stringify([owner, ...others].slice(0, most)));
}

// The acting of a super admin for an owner in this tab, and what is left of it when its time is over.

/** An owner that was acted for until the time was over. */
export interface EndedActing {
  readonly owner: ChosenOwner;
  readonly venueId: string | null;
  /** Address of the screen that was left. */
  readonly address: string;
}

const ended = sharedValue<EndedActing | null>(null);
const mostReasons = 4;

export const useEndedActing = (): EndedActing | null => useSharedValue(ended);

/** Reasons given last in this session, newest first. */
export function recentReasons(): readonly string[] {
  const stored = parsedJson(readKey('actingReasons'));
  return Array.isArray(stored)
    ? stored.filter((one): one is string => typeof one === 'string').slice(0, mostReasons)
    : [];
}

function rememberReason(reason: string): void {
  if (reason === '') return;
  const others = recentReasons().filter((one) => one !== reason);
  writeKey('actingReasons', JSON.stringify([reason, ...others].slice(0, mostReasons)));
}

/** Acts for the owner, or for longer. Throws ApiError when the server refuses. */
export async function beginActing(
  { id, name, email, venues }: ChosenOwner,
  reason: string,
  venueId: string | null | undefined,
  start: (body: {
    ownerId: string;
    reason: string;
  }) => ReturnType<typeof startActing> = startActing,
): Promise<void> {
  const begun = await start({ ownerId: id, reason });
  const acting = { reason: begun.reason, untilMs: Date.now() + begun.secondsLeft * 1000 };
  rememberReason(begun.reason);
  chooseOwner({ id, name, email, venues, acting }, true);
  if (venueId) selectVenue(venueId);
  ended.set(null);
}

/** Leaves the owner; the acting itself ends where it was begun in this tab, since others may go on with it. */
export function leaveOwner(): void {
  const { owner, isBegunHere } = ownerContext();
  resetOwner();
  // An end that does not arrive comes by itself, at the latest after the hour.
  if (owner && isBegunHere) void stopActing(owner.id).catch(() => undefined);
}

/** The time is over: leaves the owner, and keeps what is needed to go on. */
export function leaveEndedActing(address: string): void {
  const { owner, venueId } = ownerContext();
  if (!owner) return;
  ended.set({ owner, venueId, address });
  resetOwner();
}
