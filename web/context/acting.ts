/** The acting of a super admin for an owner in this tab, and what is left of it when its time is over. */
import { startActing, stopActing } from '../api/owners.ts';
import { readKey, writeKey } from '../session/storage.ts';
import { sharedValue, useSharedValue } from '../ui/shared-value.ts';
import type { ChosenOwner } from './chosen-owner.ts';
import { parsedJson } from './chosen-owner.ts';
import { chooseOwner, ownerContext, resetOwner, selectVenue } from './owner-context.ts';

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
  const others = recentReasons().filter((one) => one !== reason);
  writeKey('actingReasons', JSON.stringify([reason, ...others].slice(0, mostReasons)));
}

/** Acts for the owner, or for longer. Throws ApiError when the server refuses. */
export async function beginActing(
  { id, name, email, venues }: ChosenOwner,
  reason: string,
  venueId: string | null | undefined,
): Promise<void> {
  const begun = await startActing({ ownerId: id, reason });
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
