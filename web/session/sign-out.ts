import { logout } from '../api/users.ts';
import { isPreview } from './preview.ts';
import { endSession } from './session.ts';

/** For work that is done before; the server completes a request that it has received by then. */
const longestWaitMs = 3_000;

const unfinished = new Set<() => Promise<unknown>>();

/** Registers work that needs the session and is done before it ends; the returned function withdraws it. */
export function beforeSignOut(work: () => Promise<unknown>): () => void {
  unfinished.add(work);
  return () => unfinished.delete(work);
}

let mayLeave = (): Promise<boolean> => Promise.resolve(true);

/** @param check false where the user stays signed in, such as for what is not sent yet */
export function checkSignOut(check: () => Promise<boolean>): void {
  mayLeave = check;
}

/** Ends the session on the server if it is available, and locally in any case. A preview is not left by it. */
export async function signOut(): Promise<void> {
  if (isPreview()) return;
  const finished = Promise.allSettled([...unfinished].map((work) => work()));
  await Promise.race([finished, new Promise((resolve) => setTimeout(resolve, longestWaitMs))]);
  // Afterwards, because that work can leave something that is not sent.
  if (!(await mayLeave())) return;
  await logout().catch(() => undefined);
  endSession(true);
}
