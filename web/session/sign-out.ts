import { logout } from '../api/users.ts';
import { isPreview } from './preview.ts';
import { endSession } from './session.ts';

/** Ends the session on the server if it is available, and locally in any case. A preview is not left by it. */
export async function signOut(): Promise<void> {
  if (isPreview()) return;
  await logout().catch(() => undefined);
  endSession(true);
}
