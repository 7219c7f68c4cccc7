import type { Actor } from '../../rules/permissions.ts';
import {
  identityMessages,
  recentAuthenticationCode,
} from '../../rules/users/recent-authentication.ts';
import { HttpError } from './errors.ts';

/** Throws 403 with a code of its own unless the holder of the session has authenticated within the last minutes. */
export function requireRecent(actor: Actor): void {
  if (actor.kind !== 'account' || actor.isRecent) return;
  throw new HttpError(403, identityMessages.required, { code: recentAuthenticationCode });
}

/** The same, of sessions that a browser began: programs that follow the specification know of no confirmation. */
export function requireRecentInBrowser(actor: Actor): void {
  if (actor.kind === 'account' && actor.isBrowser) requireRecent(actor);
}
