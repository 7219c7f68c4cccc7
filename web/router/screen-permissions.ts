/** Permission that a member of the staff needs for a screen, by its path in the route table. */
import type { Permission } from '../../rules/permissions/roles.ts';
import type { Claims } from '../session/claims.ts';
import { claimsPermit } from '../session/permissions.ts';

const needed: Readonly<Record<string, Permission>> = {
  '/dashboard': 'tonight.read',
  '/night': 'live.read',
  '/alerts': 'alerts.read',
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
  '/units': 'units.service',
  '/units/$number': 'units.service',
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
