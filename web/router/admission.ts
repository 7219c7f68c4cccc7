/** Route guards and their redirects. */
import { paths } from '../paths.ts';
import { hasScreens, isOwner, isStaff, isSuperAdmin } from '../session/claims.ts';
import type { Claims } from '../session/claims.ts';
import { firstScreen, mayOpen } from './screen-permissions.ts';

/**
 * - public: no session needed
 * - signedIn: any account
 * - superAdmin: super admins, with or without an owner
 * - ownerContext: owners, and super admins who act for one
 */
export type Who = 'public' | 'signedIn' | 'superAdmin' | 'ownerContext';

export interface Visitor {
  /** null when signed out. */
  readonly claims: Claims | null;
  /** True when a super admin has chosen an owner. */
  readonly actsForOwner: boolean;
}

type RedirectTarget = '/' | '/login' | '/owners' | '/add-drink' | '/dashboard' | '/reports';

/** Staff see the screens that their role permits; any other leads to their first one. */
function staffSentTo(path: string, who: Who, claims: Claims): RedirectTarget | null {
  const isOther = path === paths.root || path === paths.register() || who === 'superAdmin';
  return isOther || !mayOpen(claims, path) ? firstScreen(claims) : null;
}

/**
 * Redirect target for a visitor of a route, or null to admit them.
 * @param path of the route, as the route table writes it
 * @param who audience of the route
 */
export function sentTo(
  path: string,
  who: Who,
  { claims, actsForOwner }: Visitor,
): RedirectTarget | null {
  if (!claims) return who === 'public' || path === paths.root ? null : paths.login;
  if (path === paths.login) return paths.root;
  // Customers have no screens; a message is shown in place, without a redirect.
  if (!hasScreens(claims)) return null;
  if (isStaff(claims)) return staffSentTo(path, who, claims);
  if (path === paths.register() && isOwner(claims)) return paths.root;
  if (who === 'superAdmin' && !isSuperAdmin(claims)) return paths.root;
  if (who === 'ownerContext' && isSuperAdmin(claims) && !actsForOwner) return '/owners';
  if (path === paths.root && isOwner(claims)) return paths.createDrink;
  return null;
}
