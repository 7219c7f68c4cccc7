import { memberMay, type Permission } from '../../rules/permissions/roles.ts';
import { type Claims, isOwner, isSuperAdmin } from './claims.ts';
import { currentSession } from './session.ts';

/** True when these claims permit something; the server decides. */
export function claimsPermit(claims: Claims, permission: Permission): boolean {
  if (isOwner(claims) || isSuperAdmin(claims)) return true;
  const { role, allowed = [], allVenues = true } = claims;
  // A member of some venues has ids that are not among the claims.
  return (
    role !== undefined && memberMay({ role, allowed, venueIds: allVenues ? null : [] }, permission)
  );
}

/**
 * True when the account of the session may do this, and without a session, which has no such screens. The role of an
 * account does not change while its session lasts.
 */
export function may(permission: Permission): boolean {
  const session = currentSession();
  return session === null || claimsPermit(session.claims, permission);
}
