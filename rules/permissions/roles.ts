/** Roles of the people of an owner, and the table of what each may do. */

export const roles = ['owner', 'manager', 'bartender', 'accountant'] as const;
export type Role = (typeof roles)[number];

export const isRole = (text: unknown): text is Role => roles.some((role) => role === text);

/** Shown where a role is chosen. */
export const roleDescriptions: Readonly<Record<Role, string>> = {
  owner: 'Does everything that you do, including people, keys and settings.',
  manager: 'Runs the bar: stock, drinks, reports, and refunds up to a limit.',
  bartender: 'Sees tonight and the stock, refills, and switches drinks on and off.',
  accountant: 'Reads reports, sales and the activity log, and changes nothing.',
};

export const roleNames: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  manager: 'Manager',
  bartender: 'Bartender',
  accountant: 'Accountant',
};

/** `if allowed`: the owner has allowed it to the role, in `RoleSettings`. */
type Grant = 'yes' | 'no' | 'if allowed';

interface Row extends Readonly<Record<Role, Grant>> {
  /** Completes "may": "refund drinks". */
  readonly text: string;
}

const grantedTo =
  (owner: Grant, manager: Grant, bartender: Grant, accountant: Grant) =>
  (text: string): Row => ({ owner, manager, bartender, accountant, text });

const all = grantedTo('yes', 'yes', 'yes', 'yes');
const bar = grantedTo('yes', 'yes', 'yes', 'no');
const managers = grantedTo('yes', 'yes', 'no', 'no');
const office = grantedTo('yes', 'yes', 'no', 'yes');
const owners = grantedTo('yes', 'no', 'no', 'no');
const none = grantedTo('no', 'no', 'no', 'no');

/** Permission of every kind of operation, by role. Super administrators may do all of it, units what their key is for. */
export const permissionTable = {
  public: all('use what is open to everybody'),
  'account.use': all('use their own account'),
  'venues.read': all('see the venues'),
  'units.read': all('see the units'),
  'tonight.read': all('see tonight'),
  'flags.read': all('see which features are on'),
  'stock.read': bar('see the stock'),
  'stock.refill': bar('refill ingredients'),
  'menu.read': bar('see the menu'),
  'drinks.activate': bar('switch drinks on and off'),
  'money.read': grantedTo('yes', 'yes', 'if allowed', 'yes')('see prices and amounts'),
  'sales.read': all('see single sales'),
  'sales.write': managers('enter and correct sales'),
  'refunds.create': managers('refund drinks'),
  'drinks.write': managers('change the menu'),
  'ingredients.write': managers('change ingredients and positions'),
  'prices.write': grantedTo('yes', 'if allowed', 'no', 'no')('change prices'),
  'reports.read': office('read reports'),
  'reports.export': office('export reports'),
  'audit.read': office('read the activity log'),
  'units.write': owners('change units and their contacts'),
  'keys.manage': owners('manage the keys of units'),
  'settings.write': owners('change venues and settings'),
  'people.manage': owners('manage people'),
  'platform.manage': none('manage the platform'),
} as const satisfies Readonly<Record<string, Row>>;

export type Permission = keyof typeof permissionTable;

const isPermission = (text: string): text is Permission => text in permissionTable;
export const permissions: readonly Permission[] = Object.keys(permissionTable).filter(isPermission);

/** Permissions whose data belongs to no venue: not for members who are limited to some venues. */
const ofAllVenues: readonly Permission[] = ['audit.read', 'people.manage', 'settings.write'];

/** What an owner has allowed to the roles. */
export interface RoleSettings {
  bartendersSeeMoney: boolean;
  managersChangePrices: boolean;
  /** Most that one manager may refund within 24 hours. */
  managerRefundCents: number;
}

export const usualRoleSettings: RoleSettings = {
  bartendersSeeMoney: false,
  managersChangePrices: false,
  managerRefundCents: 10_000,
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
}

/** True when the member may do this. */
export function memberMay({ role, venueIds, allowed }: Holder, permission: Permission): boolean {
  if (venueIds !== null && ofAllVenues.includes(permission)) return false;
  const grant: Grant = permissionTable[permission][role];
  return grant === 'yes' || (grant === 'if allowed' && allowed.includes(permission));
}

const plural: Readonly<Record<Role, string>> = {
  owner: 'owners',
  manager: 'managers',
  bartender: 'bartenders',
  accountant: 'accountants',
};

/** Message for a member who may not do this: "Only owners and managers may refund drinks". */
export function notAllowedMessage({ role, venueIds }: Holder, permission: Permission): string {
  const { text, ...grants } = permissionTable[permission];
  const isLimited = venueIds !== null && ofAllVenues.includes(permission);
  if (isLimited && grants[role] === 'yes')
    return `Only people with access to all venues may ${text}`;
  const may = roles.filter((one) => grants[one] === 'yes').map((one) => plural[one]);
  if (may.length === 0) return `Only super administrators may ${text}`;
  const last = may.at(-1) ?? '';
  const who = may.length === 1 ? last : `${may.slice(0, -1).join(', ')} and ${last}`;
  const unless = grants[role] === 'if allowed' ? ', unless the owner allows it' : '';
  return `Only ${who} may ${text}${unless}`;
}

/** What a role may do, may do if the owner allows it, and may not do, in the order of the table. */
export function describeRole(role: Role): Record<'may' | 'ifAllowed' | 'mayNot', string[]> {
  const shown = permissions.filter((one) => !hidden.includes(one));
  const withGrant = (grant: Grant) =>
    shown
      .filter((one) => permissionTable[one][role] === grant)
      .map((one) => permissionTable[one].text);
  return { may: withGrant('yes'), ifAllowed: withGrant('if allowed'), mayNot: withGrant('no') };
}

/** Not worth a line in a description of a role. */
const hidden: readonly Permission[] = [
  'public',
  'account.use',
  'venues.read',
  'flags.read',
  'platform.manage',
];
