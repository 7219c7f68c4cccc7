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

interface GuardedScreen {
  readonly permission: Permission;
  /** As the sidebar or the title says it. */
  readonly name: string;
}

/** Permission that a member of the staff needs for a screen, by its path in the route table. */
const guarded: Readonly<Record<string, GuardedScreen>> = {
  '/dashboard': { permission: 'tonight.read', name: 'Overview' },
  '/night': { permission: 'live.read', name: 'Live' },
  '/refill': { permission: 'stock.refill', name: 'Refill' },
  '/stock': { permission: 'stock.read', name: 'Stock' },
  '/add-drink': { permission: 'menu.read', name: 'Your menu' },
  '/add-ingredient': { permission: 'ingredients.write', name: 'Add Ingredient' },
  '/ingredients/$id/$unitId': { permission: 'ingredients.write', name: 'Edit Ingredient' },
  '/drink-menu': { permission: 'drinks.write', name: 'Menu and prices' },
  '/prices': { permission: 'prices.write', name: 'Prices' },
  '/costs': { permission: 'costs.read', name: 'Costs' },
  '/reports/loss': { permission: 'costs.read', name: 'Loss' },
  '/reports/margins': { permission: 'costs.read', name: 'Margins' },
  '/reports/loss-pack': { permission: 'costs.read', name: 'Comps and spillage' },
  '/reports': { permission: 'reports.read', name: 'Reports' },
  '/owner': { permission: 'reports.read', name: 'All venues' },
  '/owner/sales': { permission: 'reports.read', name: 'Sales of all venues' },
  '/reports/certificates': { permission: 'reports.read', name: 'Reports' },
  '/accounting': { permission: 'reports.read', name: 'Accounting' },
  '/reports/imports': { permission: 'sales.write', name: 'Import past sales' },
  '/salesreports': { permission: 'reports.read', name: 'Reports' },
  '/venues': { permission: 'settings.write', name: 'Venue' },
  '/venues/$id': { permission: 'settings.write', name: 'Venue' },
  '/settings': { permission: 'settings.write', name: 'Terms and conditions' },
  '/units': { permission: 'units.maintenance', name: 'Units' },
  '/units/$number': { permission: 'units.maintenance', name: 'Units' },
  '/audit': { permission: 'audit.read', name: 'Activity log' },
  '/people': { permission: 'people.manage', name: 'People' },
  '/developers': { permission: 'keys.manage', name: 'Developers' },
};

/** True when these claims permit the screen; a screen that is not named here is for every account. */
export function mayOpen(claims: Claims, path: string): boolean {
  const screen = guarded[path];
  return screen === undefined || claimsPermit(claims, screen.permission);
}

/** Name of the screen of a route that the role of this member of the staff does not include; null for any other. */
export function withheldScreen(path: string, claims: Claims | null): string | null {
  if (claims === null || !isStaff(claims) || mayOpen(claims, path)) return null;
  return guarded[path]?.name ?? null;
}

/** First screen of a member of the staff. */
export function firstScreen(claims: Claims): '/add-drink' | '/dashboard' | '/reports' {
  if (claims.role === 'owner' || claims.role === 'manager') return '/add-drink';
  return claims.role === 'accountant' ? '/reports' : '/dashboard';
}
