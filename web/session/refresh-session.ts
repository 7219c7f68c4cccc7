import { renewSession } from '../api/users.ts';
import { continueSession, currentSession } from './session.ts';

/** Replaces the token of the session, if there is one, by one with the name and the email as they are now. */
export async function refreshSession(): Promise<void> {
  const session = currentSession();
  const renewed = session && (await renewSession().catch(() => null));
  if (session && renewed) continueSession(session, renewed.token);
}
