import { logout } from '../api/users.ts';
import { endSession } from './session.ts';

/** Ends the session on the server as far as it can be reached, and here in any case. */
export async function signOut(): Promise<void> {
  await logout().catch(() => undefined);
  endSession();
}
