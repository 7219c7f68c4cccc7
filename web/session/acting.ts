/** Names the owner that this tab acts for in its requests, and reports when the server has ended it. */
import { actingHeader } from '../../contract/headers.ts';

let actsFor: string | null = null;
const endListeners = new Set<() => void>();

/** Header of every request while a super admin acts for an owner. */
export const actingHeaders = (): Record<string, string> =>
  actsFor === null ? {} : { [actingHeader]: actsFor };

/** @param ownerId null while this tab acts for no owner */
export function sendActingFor(ownerId: string | null): void {
  actsFor = ownerId;
}

/** The server does not accept requests for this owner any more; another one may have been chosen meanwhile. */
export function endActing(ownerId: string | null): void {
  if (ownerId === null || ownerId !== actsFor) return;
  for (const listener of endListeners) listener();
}

export function onActingEnd(listener: () => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}
