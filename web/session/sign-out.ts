import { logout } from '../api/users.ts';
import { isPreview } from './preview.ts';
import { endSession } from './session.ts';

const unfinished = new Set<() => Promise<unknown>>();

/** Registers work that needs the session and is done before it ends; the returned function withdraws it. */
export function beforeSignOut(work: () => Promise<unknown>): () => void {
  unfinished.add(work);
  return () => unfinished.delete(work);
}

/** Ends the session on the server if it is available, and locally in any case. A preview is not left by it. */
export async function signOut(): Promise<void> {
  if (isPreview()) return;
  await Promise.allSettled([...unfinished].map((work) => work()));
  await logout().catch(() => undefined);
  endSession(true);
}
