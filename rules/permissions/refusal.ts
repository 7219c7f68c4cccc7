import { type Actor, actorMay, memberOf, accessTokenOf } from '../permissions.ts';
import { notAllowedMessage } from './people-messages.ts';
import { memberMay, type Permission } from './roles.ts';
import { tokenMessages } from './token-scopes.ts';

/** Null when the actor may do this; otherwise the message that says which roles may. */
export function refusedTo(actor: Actor, permission: Permission): string | null {
  const member = memberOf(actor);
  if (accessTokenOf(actor) !== null && !actorMay(actor, permission))
    return tokenMessages.notForTokens;
  return member === null || memberMay(member, permission)
    ? null
    : notAllowedMessage(member, permission);
}
