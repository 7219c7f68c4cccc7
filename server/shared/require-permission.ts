import type { Actor } from '../../rules/permissions.ts';
import { refusedTo } from '../../rules/permissions/refusal.ts';
import type { Permission } from '../../rules/permissions/roles.ts';
import { HttpError } from './errors.ts';

/** Throws 403 with the roles that may do this, for what an endpoint allows to some of its actors only. */
export function requirePermission(actor: Actor, permission: Permission): void {
  const refusal = refusedTo(actor, permission);
  if (refusal !== null) throw new HttpError(403, refusal);
}
