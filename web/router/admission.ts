/** Route guards and their redirects. */
import type { Permission } from '../../rules/permissions/roles.ts';
import { paths } from '../paths.ts';
import { type Claims, hasScreens, isOwner, isStaff, isSuperAdmin } from '../session/claims.ts';
import { claimsPermit } from '../session/permissions.ts';

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

// Permission that a member of the staff needs for a screen, by its path in the route table.

const needed: Readonly<Record<string, Permission>> = {
  '/dashboard': 'tonight.read',
  '/night': 'live.read',
  '/refill': 'stock.read',
  '/add-drink': 'stock.read',
  '/add-ingredient': 'ingredients.write',
  '/ingredients/$id/$unitId': 'ingredients.write',
  '/drink-menu': 'drinks.write',
  '/reports': 'reports.read',
  '/salesreports': 'reports.read',
  '/venues': 'settings.write',
  '/venues/$id': 'settings.write',
  '/settings': 'settings.write',
  '/units': 'units.maintenance',
  '/units/$number': 'units.maintenance',
  '/audit': 'audit.read',
  '/people': 'people.manage',
};

/** True when these claims permit the screen; a screen that is not named here is for every account. */
export function mayOpen(claims: Claims, path: string): boolean {
  const permission = needed[path];
  return permission === undefined || claimsPermit(claims, permission);
}

/** First screen of a member of the staff. */
export function firstScreen(claims: Claims): '/add-drink' | '/dashboard' | '/reports' {
  if (claims.role === 'owner' || claims.role === 'manager') return '/add-drink';
  return claims.role === 'accountant' ? '/reports' : '/dashboard';
}
