/** Permissions: the only module that defines actors and what they may do. */
import { type Holder, memberMay, type Permission } from './permissions/roles.ts';
import type { TokenScope } from './permissions/token-scopes.ts';

/** Membership of the account in the staff of an owner. */
export interface Member extends Holder {
  ownerId: string;
  /** Most that the member may refund within 24 hours; null for no limit. */
  refundLimitCents: number | null;
}

/** A session account of type owner, super admin (either spelling), customer or staff. */
export interface AccountActor {
  kind: 'account';
  userId: string;
  accountType: 'owner' | 'SUPER_ADMIN' | 'superadmin' | 'customer' | 'staff';
  name: string;
  /** Name of the person, or of the account where none is known. */
  person: string;
  email: string;
  sessionId: string;
  /** True when the session was begun by a browser. */
  isBrowser: boolean;
  /** True when the holder has authenticated within the last minutes. */
  isRecent: boolean;
  /** True when the account must have a second factor and has none: it may only add one. */
  lacksSecondFactor: boolean;
  /** Of a staff account whose membership is active. */
  member?: Member | null;
  /** True in a preview of a role: nothing may be changed. */
  isPreview?: boolean;
  /** Of a program with an access token, which is one of the owner's staff with the permissions of its scopes. */
  token?: AccessToken;
}

export interface AccessToken {
  id: string;
  scopes: readonly TokenScope[];
  expiresAt: Date;
}

/** A unit authenticated by its key. */
export interface UnitActor {
  kind: 'unit';
  unitId: string;
  unitNumber: number;
  venueId: string;
  /** Of the venue. */
  ownerId: string;
  /** With this key, a deleted unit sends the sales that it could not send before; it may do nothing else. */
  isDeleted?: true;
}

/** A wall display authenticated by its key: it reads the live night of its venue, and nothing else. */
export interface WallActor {
  kind: 'wall';
  wallId: string;
  venueId: string;
  /** Of the venue. */
  ownerId: string;
  hidesMoney: boolean;
}

export interface AnonymousActor {
  kind: 'anonymous';
}

export type Actor = AccountActor | UnitActor | WallActor | AnonymousActor;

/**
 * Access level of an endpoint; `scopeOf` defines which rows the actor can use.
 * - anyone: no token needed; one that is not valid is ignored, unless the response depends on the account
 * - account: any signed-in account, including customers
 * - dashboard: an owner, a member of an owner's staff or a super admin
 * - superAdmin: a super admin only
 * - unit: a unit with its key, or any of dashboard
 * - wall: a wall display with its key, which no other access level admits
 * - token: a program with an access token
 */
export type Access = 'anyone' | 'account' | 'dashboard' | 'superAdmin' | 'unit' | 'wall' | 'token';

/** Accepts both spellings of the account type. */
export const isSuperAdminType = (accountType: string): boolean =>
  accountType === 'SUPER_ADMIN' || accountType === 'superadmin';

/** True for a super admin, also while they act for an owner. */
export const isSuperAdmin = (actor: Actor): boolean =>
  actor.kind === 'account' && isSuperAdminType(actor.accountType);

const isOwner = (actor: Actor): actor is AccountActor =>
  actor.kind === 'account' && actor.accountType === 'owner';

/** The membership of an actor who is one of an owner's staff; null for all others. */
export const memberOf = (actor: Actor): Member | null =>
  actor.kind === 'account' && actor.accountType === 'staff' ? (actor.member ?? null) : null;

/** The owner whose data an owner or a member uses; null for all other actors. */
export const ownerOf = (actor: Actor): string | null =>
  isOwner(actor) ? actor.userId : (memberOf(actor)?.ownerId ?? null);

/** True for a member whose role permits this, and for all other accounts. */
export function actorMay(actor: Actor, permission: Permission): boolean {
  const member = memberOf(actor);
  return member === null || memberMay(member, permission);
}

/** The access token that a program uses; null for a person. */
export const accessTokenOf = (actor: Actor): AccessToken | null =>
  (actor.kind === 'account' ? actor.token : null) ?? null;

/** Money is hidden from bartenders, unless the owner shows it, and on wall displays that hide it. */
export function maySeeMoney(actor: Actor): boolean {
  if (actor.kind === 'wall') return !actor.hidesMoney;
  return actorMay(actor, 'money.read');
}

/** Decides if the actor may use an endpoint of this access level: yes, after signing in, or no. */
export function mayRequest(access: Access, actor: Actor): 'yes' | 'sign in first' | 'no' {
  // To all else, its key is none.
  if (actor.kind === 'wall') return access === 'wall' ? 'yes' : 'sign in first';
  if (access === 'anyone') return 'yes';
  if (actor.kind === 'anonymous') return 'sign in first';
  const allowed = {
    account: actor.kind === 'account',
    dashboard: ownerOf(actor) !== null || isSuperAdmin(actor),
    superAdmin: isSuperAdmin(actor),
    unit: actor.kind === 'unit' || ownerOf(actor) !== null || isSuperAdmin(actor),
    wall: false,
    token: accessTokenOf(actor) !== null,
  }[access];
  return allowed ? 'yes' : 'no';
}

/** Tenant scope of an actor: all owners, one owner or some of their venues, one unit, or none. Queries are restricted by it. */
export type Scope =
  | { to: 'everything' }
  | { to: 'owner'; ownerId: string; venueIds: readonly string[] | null }
  | { to: 'unit'; unitId: string; venueId: string; ownerId: string }
  | { to: 'nothing' };

/** Tenant scope of this actor. */
export function scopeOf(actor: Actor): Scope {
  if (isSuperAdmin(actor)) return { to: 'everything' };
  const ownerId = ownerOf(actor);
  if (ownerId !== null) {
    return { to: 'owner', ownerId, venueIds: memberOf(actor)?.venueIds ?? null };
  }
  if (actor.kind === 'unit') {
    const { unitId, venueId, ownerId } = actor;
    return { to: 'unit', unitId, venueId, ownerId };
  }
  if (actor.kind === 'wall')
    return { to: 'owner', ownerId: actor.ownerId, venueIds: [actor.venueId] };
  return { to: 'nothing' };
}

/** Order durations are for super admins only, also while they act for an owner. */
export const maySeeDurations = (actor: Actor): boolean => isSuperAdmin(actor);

/** Tax, drink limit and payment credentials are for super admins only. */
export const maySeeVenueSecrets = (actor: Actor): boolean => isSuperAdmin(actor);
