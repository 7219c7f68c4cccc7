/**
 * The membership that this tab uses: of one of several owners' staff, the owner chosen here. Its claims are those of the
 * session in this tab, and every request names it. Survives a reload; a new tab starts with what was chosen last in any
 * tab, else with the owner that the session was begun for.
 */
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { ownerHeader } from '../../contract/headers.ts';
import { chosenOwnerText } from '../../rules/permissions/chosen-owner.ts';
import { isRole } from '../../rules/permissions/roles.ts';
import { type Claims } from './claims.ts';
import {
  clearTabContext,
  readKey,
  readTabMembership,
  removeKey,
  writeKey,
  writeTabMembership,
} from './storage.ts';

export type Membership = EndpointResponse<'listMemberships'>[number];

interface Used extends Membership {
  /** Id of the account, which alone uses it. */
  readonly account: string;
  /** True when the account has other owners too. */
  readonly hasOthers: boolean;
}

function parse(text: string | null): Used | null {
  try {
    const value: Used | null = JSON.parse(text ?? 'null');
    return typeof value?.ownerId === 'string' && isRole(value.role) ? value : null;
  } catch {
    return null;
  }
}

let used: Used | null | undefined;
let isLeft = false;

function usedBy(account: string): Used | null {
  if (used === undefined) used = parse(readTabMembership()) ?? parse(readKey('membership'));
  return used?.account === account ? used : null;
}

/** Claims of staff as this tab uses them. */
export function asMember(claims: Claims): Claims {
  const own = claims.accountType === 'staff' ? usedBy(claims.sub) : null;
  if (own === null) return claims;
  const { ownerId, role, allowed, allVenues } = own;
  return { ...claims, ownerId, role, allowed, allVenues };
}

/** Header of every request of staff, once their memberships are known. */
export function ownerHeaders({ sub }: Claims): Record<string, string> {
  const own = usedBy(sub);
  return own === null ? {} : { [ownerHeader]: chosenOwnerText(own) };
}

/** True when the tab has used this membership as it is now, and knows no other version of it. */
export function isUsed(claims: Claims, { ownerId, version, ...now }: Membership): boolean {
  const own = usedBy(claims.sub);
  if (own !== null) return own.ownerId === ownerId && own.version === version;
  const { role, allowed = [], allVenues } = claims;
  return (
    claims.ownerId === ownerId &&
    role === now.role &&
    allVenues === now.allVenues &&
    JSON.stringify(allowed) === JSON.stringify(now.allowed)
  );
}

/** The owner that the tab uses, and whether there are others; null before it is known. */
export const usedOwner = (account: string): Pick<Used, 'ownerName' | 'hasOthers'> | null =>
  usedBy(account);

/** Names this membership in the requests of the tab. Its claims change with the next load of the page. */
export function adoptMembership(account: string, membership: Membership, hasOthers: boolean): void {
  if (isLeft) return;
  used = { ...membership, account, hasOthers };
  writeTabMembership(JSON.stringify(used));
}

/** Chooses another owner for this tab, and for new ones; the page has to be loaded again. */
export function chooseMembership(account: string, membership: Membership): void {
  // What the page uses is read before it is replaced.
  usedBy(account);
  clearTabContext();
  removeKey('venue');
  removeKey('unit');
  const chosen: Used = { ...membership, account, hasOthers: true };
  writeKey('membership', JSON.stringify(chosen));
  // The page that is left goes on for its own owner, and does not store that again.
  isLeft = true;
  writeTabMembership(JSON.stringify(chosen));
}

/** A session begins or ends. */
export function forgetMembership(): void {
  used = undefined;
  isLeft = false;
}

const refusedListeners = new Set<() => void>();

/** The server does not accept requests for the owner, or not with these permissions. */
export function refuseMembership(): void {
  for (const listener of refusedListeners) listener();
}

export function onMembershipRefused(listener: () => void): () => void {
  refusedListeners.add(listener);
  return () => refusedListeners.delete(listener);
}
