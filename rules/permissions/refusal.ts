import { type Actor, memberOf } from '../permissions.ts';
import { notAllowedMessage } from './people-messages.ts';
import { memberMay, type Permission } from './roles.ts';

/** Null when the actor may do this; otherwise the message that says which roles may. */
export function refusedTo(actor: Actor, permission: Permission): string | null {
  const member = memberOf(actor);
  return member === null || memberMay(member, permission)
    ? null
    : notAllowedMessage(member, permission);
}
