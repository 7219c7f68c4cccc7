/** Route guards and their redirects. */
import { paths } from '../paths.ts';
import { isOwner, isSuperAdmin } from '../session/claims.ts';
import type { Claims } from '../session/claims.ts';

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

/** Literal types, because the router checks its paths. */
type RedirectTarget = '/' | '/login' | '/owners' | '/add-drink';

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
  if (!isOwner(claims) && !isSuperAdmin(claims)) return null;
  if (path === paths.register() && isOwner(claims)) return paths.root;
  if (who === 'superAdmin' && !isSuperAdmin(claims)) return paths.root;
  if (who === 'ownerContext' && isSuperAdmin(claims) && !actsForOwner) return '/owners';
  if (path === paths.root && isOwner(claims)) return paths.createDrink;
  return null;
}
