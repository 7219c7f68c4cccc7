/** Who is asking, and what they may do: the one place that says so. */

/** An account of type owner, super admin (either spelling) or customer, in a session. */
export interface AccountActor {
  kind: 'account';
  userId: string;
  accountType: 'owner' | 'SUPER_ADMIN' | 'superadmin' | 'customer';
  name: string;
  email: string;
  sessionId: string;
  /** The venues an owner has; none for other accounts. */
  venueIds: readonly string[];
}

/** A unit that showed its key. */
export interface UnitActor {
  kind: 'unit';
  unitId: string;
  unitNumber: number;
  venueId: string;
  /** Whether it has a discount, which counts while its flag is on. */
  hasDiscount: boolean;
}

export interface AnonymousActor {
  kind: 'anonymous';
}

export type Actor = AccountActor | UnitActor | AnonymousActor;

/**
 * Who may make a call at all; which rows they then reach is what `scopeOf` says.
 * - anyone: no token needed; a token that is sent must still be good
 * - account: any signed-in account, a customer too
 * - dashboard: an owner or a super admin
 * - superAdmin: a super admin only
 * - unit: a unit with its key, an owner or a super admin
 */
export type Access = 'anyone' | 'account' | 'dashboard' | 'superAdmin' | 'unit';

/** Both spellings of the account type count. */
export const isSuperAdminType = (accountType: string): boolean =>
  accountType === 'SUPER_ADMIN' || accountType === 'superadmin';

/** Whether a super admin is asking, also while they act for an owner. */
export const isSuperAdmin = (actor: Actor): boolean =>
  actor.kind === 'account' && isSuperAdminType(actor.accountType);

const isOwner = (actor: Actor): actor is AccountActor =>
  actor.kind === 'account' && actor.accountType === 'owner';

/** Whether the actor may make a call of this access: yes, not before signing in, or no. */
export function mayRequest(access: Access, actor: Actor): 'yes' | 'sign in first' | 'no' {
  if (access === 'anyone') return 'yes';
  if (actor.kind === 'anonymous') return 'sign in first';
  const allowed = {
    account: actor.kind === 'account',
    dashboard: isOwner(actor) || isSuperAdmin(actor),
    superAdmin: isSuperAdmin(actor),
    unit: actor.kind === 'unit' || isOwner(actor) || isSuperAdmin(actor),
  }[access];
  return allowed ? 'yes' : 'no';
}

/** Whose venues the actor reaches: every owner's, one owner's, one unit, or none. Queries scope themselves by it. */
export type Scope =
  | { to: 'everything' }
  | { to: 'owner'; ownerId: string; venueIds: readonly string[] }
  | { to: 'unit'; unitId: string; venueId: string }
  | { to: 'nothing' };

/** Whose venues this actor reaches. */
export function scopeOf(actor: Actor): Scope {
  if (isSuperAdmin(actor)) return { to: 'everything' };
  if (isOwner(actor)) return { to: 'owner', ownerId: actor.userId, venueIds: actor.venueIds };
  if (actor.kind === 'unit') return { to: 'unit', unitId: actor.unitId, venueId: actor.venueId };
  return { to: 'nothing' };
}

/** How long orders take is for super admins only, also while they act on an owner. */
export const maySeeDurations = (actor: Actor): boolean => isSuperAdmin(actor);

/** Tax, drink limit and payment credentials are for super admins only. */
export const maySeeVenueSecrets = (actor: Actor): boolean => isSuperAdmin(actor);
