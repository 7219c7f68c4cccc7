import { renewSession } from '../api/users.ts';
import { continueSession, currentSession, type Session } from './session.ts';

/** Part of the lifetime of a token after which use renews it: an hour of twelve. */
const dueAfter = 1 / 12;

/** Pause after an attempt, so that one that failed is not repeated with every key. */
const pauseMs = 60_000;

const uses = ['pointerdown', 'keydown'] as const;

function isDue({ claims: { iat, exp } }: Session): boolean {
  return Date.now() / 1000 >= iat + (exp - iat) * dueAfter;
}

/**
 * Renews the session at a press or a key, so that it ends twelve hours after its last use. Other windows take the new
 * token from the storage.
 */
export function renewWhileUsed(): () => void {
  let lastTriedMs = 0;
  const renew = async (): Promise<void> => {
    const session = currentSession();
    if (!session || !isDue(session) || Date.now() - lastTriedMs < pauseMs) return;
    lastTriedMs = Date.now();
    // A session that has ended is told by the response of the next request.
    const renewed = await renewSession().catch(() => null);
    if (renewed) continueSession(session, renewed.token);
  };
  const use = (): void => void renew();
  for (const event of uses) addEventListener(event, use, { passive: true });
  return () => {
    for (const event of uses) removeEventListener(event, use);
  };
}
