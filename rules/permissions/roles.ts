/** Roles of the people of an owner, and the table of what each may do. */

export const roles = ['owner', 'manager', 'bartender', 'accountant'] as const;
export type Role = (typeof roles)[number];

export const isRole = (text: unknown): text is Role => roles.some((role) => role === text);

/** Grants in the order of `roles`: y for yes, n for no, ? if the owner allows it. */
type Grants = 'yyyy' | 'yyyn' | 'yyny' | 'yynn' | 'ynny' | 'ynnn' | 'nnnn' | 'yy?y' | 'y?nn';

/** Permission of every kind of operation, by role. Super administrators may do all of it, units what their key is for. */
export const permissionTable = {
  public: 'yyyy',
  'account.use': 'yyyy',
  'venues.read': 'yyyy',
  'units.read': 'yyyy',
  'tonight.read': 'yyyy',
  'live.read': 'yyyn',
  'walls.manage': 'yynn',
  'alerts.read': 'yyyn',
  'alerts.handle': 'yyyn',
  'flags.read': 'yyyy',
  'stock.read': 'yyyy',
  'stock.refill': 'yyyn',
  'menu.read': 'yyyn',
  'drinks.activate': 'yyyn',
  'money.read': 'yy?y',
  'sales.read': 'yyyy',
  'sales.write': 'yynn',
  'cases.settle': 'yyyn',
  'units.maintenance': 'yyyn',
  'refunds.create': 'yynn',
  'drinks.write': 'yynn',
  'ingredients.write': 'yynn',
  'prices.write': 'y?nn',
  'costs.read': 'yyny',
  'costs.write': 'yynn',
  'reports.read': 'yyny',
  'reports.export': 'yyny',
  'accounting.export': 'ynny',
  'accounting.write': 'ynny',
  'audit.read': 'yyny',
  'units.write': 'ynnn',
  'keys.manage': 'ynnn',
  'events.read': 'ynnn',
  'settings.write': 'ynnn',
  'people.manage': 'ynnn',
  'platform.manage': 'nnnn',
} as const satisfies Readonly<Record<string, Grants>>;

export type Permission = keyof typeof permissionTable;

const isPermission = (text: string): text is Permission => text in permissionTable;
export const permissions: readonly Permission[] = Object.keys(permissionTable).filter(isPermission);

/** Grant of a permission to a role. */
export const grantOf = (permission: Permission, role: Role): string =>
  permissionTable[permission].charAt(roles.indexOf(role));

/** Permissions whose data belongs to no venue: not for members who are limited to some venues. */
export const ofAllVenues: readonly Permission[] = [
  'accounting.write',
  'audit.read',
  'people.manage',
  'settings.write',
];

/** What an owner has allowed to the roles. */
export interface RoleSettings {
  bartendersSeeMoney: boolean;
  managersChangePrices: boolean;
  /** Most that one manager may refund within 24 hours. */
  managerRefundCents: number;
  /** All people of the owner, and the owner, need a second factor. */
  secondFactorRequired: boolean;
}

export const usualRoleSettings: RoleSettings = {
  bartendersSeeMoney: false,
  managersChangePrices: false,
  managerRefundCents: 10_000,
  secondFactorRequired: false,
};

/** Permissions that the settings of an owner add to a role. */
export function allowedTo(role: Role, settings: RoleSettings): Permission[] {
  if (role === 'bartender' && settings.bartendersSeeMoney) return ['money.read'];
  if (role === 'manager' && settings.managersChangePrices) return ['prices.write'];
  return [];
}

/** Part of a membership that decides what its holder may do. */
export interface Holder {
  role: Role;
  /** Null for all venues of the owner. */
  venueIds: readonly string[] | null;
  /** Permissions in addition to those of the role. */
  allowed: readonly string[];
  /** Permissions in place of those of the role, of a program with an access token. */
  only?: readonly Permission[];
}

/** True when the member may do this. */
export function memberMay(holder: Holder, permission: Permission): boolean {
  const { role, venueIds, allowed, only } = holder;
  if (only) return permission === 'public' || only.includes(permission);
  if (venueIds !== null && ofAllVenues.includes(permission)) return false;
  const grant = grantOf(permission, role);
  return grant === 'y' || (grant === '?' && allowed.includes(permission));
}
