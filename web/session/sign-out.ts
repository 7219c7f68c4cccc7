import { logout } from '../api/users.ts';
import { isPreview } from './preview.ts';
import { currentSession, endSession } from './session.ts';
import { hasWaiting } from './storage.ts';

/** For work that is done before; the server completes a request that it has received by then. */
const longestWaitMs = 3_000;

const unfinished = new Set<() => Promise<unknown>>();

/** Registers work that needs the session and is done before it ends; the returned function withdraws it. */
export function beforeSignOut(work: () => Promise<unknown>): () => void {
  unfinished.add(work);
  return () => unfinished.delete(work);
}

/** Sends what waits, which the end of the session erases. False where something is left and the user stays for it. */
async function mayLeaveWaiting(): Promise<boolean> {
  if (!hasWaiting()) return true;
  const waiting = await import('../api/send-waiting.ts');
  return waiting.sendBeforeLeaving(currentSession()?.claims.sub ?? '', longestWaitMs);
}

/** Ends the session on the server if it is available, and locally in any case. A preview is not left by it. */
export async function signOut(): Promise<void> {
  if (isPreview() || !(await mayLeaveWaiting())) return;
  const finished = Promise.allSettled([...unfinished].map((work) => work()));
  await Promise.race([finished, new Promise((resolve) => setTimeout(resolve, longestWaitMs))]);
  await logout().catch(() => undefined);
  endSession(true);
}
