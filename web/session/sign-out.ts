import { logout } from '../api/users.ts';
import { endSession } from './session.ts';

/** Ends the session on the server if it is available, and locally in any case. */
export async function signOut(): Promise<void> {
  await logout().catch(() => undefined);
  endSession(true);
}
