/** Permissions: the only module that defines actors and what they may do. */

/** A session account of type owner, super admin (either spelling) or customer. */
export interface AccountActor {
  kind: 'account';
  userId: string;
  accountType: 'owner' | 'SUPER_ADMIN' | 'superadmin' | 'customer';
  name: string;
  /** Name of the person, or of the account where none is known. */
  person: string;
  email: string;
  sessionId: string;
}

/** A unit authenticated by its key. */
export interface UnitActor {
  kind: 'unit';
  unitId: string;
  unitNumber: number;
  venueId: string;
  /** Of the venue. */
  ownerId: string;
}

export interface AnonymousActor {
  kind: 'anonymous';
}

export type Actor = AccountActor | UnitActor | AnonymousActor;

/**
 * Access level of an endpoint; `scopeOf` defines which rows the actor can use.
 * - anyone: no token needed; a token that is sent must be valid
 * - account: any signed-in account, including customers
 * - dashboard: an owner or a super admin
 * - superAdmin: a super admin only
 * - unit: a unit with its key, an owner or a super admin
 */
export type Access = 'anyone' | 'account' | 'dashboard' | 'superAdmin' | 'unit';

/** Accepts both spellings of the account type. */
export const isSuperAdminType = (accountType: string): boolean =>
  accountType === 'SUPER_ADMIN' || accountType === 'superadmin';

/** True for a super admin, also while they act for an owner. */
export const isSuperAdmin = (actor: Actor): boolean =>
  actor.kind === 'account' && isSuperAdminType(actor.accountType);

const isOwner = (actor: Actor): actor is AccountActor =>
  actor.kind === 'account' && actor.accountType === 'owner';

/** Decides if the actor may use an endpoint of this access level: yes, after signing in, or no. */
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

/** Tenant scope of an actor: all owners, one owner, one unit, or none. Queries are restricted by it. */
export type Scope =
  | { to: 'everything' }
  | { to: 'owner'; ownerId: string }
  | { to: 'unit'; unitId: string; venueId: string; ownerId: string }
  | { to: 'nothing' };

/** Tenant scope of this actor. */
export function scopeOf(actor: Actor): Scope {
  if (isSuperAdmin(actor)) return { to: 'everything' };
  if (isOwner(actor)) return { to: 'owner', ownerId: actor.userId };
  if (actor.kind === 'unit') {
    const { unitId, venueId, ownerId } = actor;
    return { to: 'unit', unitId, venueId, ownerId };
  }
  return { to: 'nothing' };
}

/** Order durations are for super admins only, also while they act for an owner. */
export const maySeeDurations = (actor: Actor): boolean => isSuperAdmin(actor);

/** Tax, drink limit and payment credentials are for super admins only. */
export const maySeeVenueSecrets = (actor: Actor): boolean => isSuperAdmin(actor);
