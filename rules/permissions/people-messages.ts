/** Messages about people of an owner and their invitations. */
import {
  grantOf,
  type Holder,
  ofAllVenues,
  type Permission,
  permissions,
  type Role,
  roles,
} from './roles.ts';
import { linkDays, senderName } from '../recipients/recipients.ts';

export const peopleMessages = {
  noSuchLink: 'This link is not an invitation, or its invitation was replaced by a newer one',
  linkUsed: 'This invitation has been used already. Sign in instead',
  linkExpired: `This invitation has expired: it works for ${linkDays} days. Ask for another one`,
  linkWithdrawn: 'This invitation was withdrawn. Ask for another one',
  otherAddress: 'This invitation is for another address. Use the one it was sent to',
  isMember: 'This person is among your people already',
  isOtherAccount: 'This email belongs to another account. Invite another address',
  isMemberAlready: 'You belong to this owner already. Sign in instead',
  enterName: 'Enter your name',
  passwordOfAccount: 'This address has an account already. Enter its password',
  ownersHaveAll: 'Owners have access to all venues',
  tooMany: 'You can have at most 200 people: remove one first',
  lastOwner: 'The account belongs to this owner, who cannot leave it, be suspended or change roles',
} as const;

/** "$40.00 of $100.00". */
export const refundLimitMessage = (left: string, limit: string): string =>
  `A manager may refund ${limit} in 24 hours. You have ${left} left: ask an owner`;

/** Mail that invites a person; the link follows it. */
export function invitationMail(ownerName: string, role: Role): { subject: string; body: string } {
  const owner = senderName(ownerName) ?? 'A bar';
  return {
    subject: 'Your invitation to Barback',
    body: [
      `${owner} invites you to Barback as ${roleNames[role].toLowerCase()}.`,
      '',
      `Join with this link: with a new password, or with the account that you have. It works once, for ${linkDays} days:`,
    ].join('\n'),
  };
}

/** Shown where a role is chosen. */
export const roleDescriptions: Readonly<Record<Role, string>> = {
  owner: 'Does everything that you do, including people, keys and settings.',
  manager: 'Runs the bar: stock, drinks, reports, and refunds up to a limit.',
  bartender: 'Sees tonight and the stock, refills, and switches drinks on and off.',
  accountant: 'Reads reports, sales, the stock and the activity log, and changes nothing.',
};

/** Texts about roles and permissions, apart from the table, which every screen loads. */
export const roleNames: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  manager: 'Manager',
  bartender: 'Bartender',
  accountant: 'Accountant',
};

/** Texts that complete "may": "refund drinks". */
const permissionTexts: Readonly<Record<Permission, string>> = {
  public: 'use what is open to everybody',
  'account.use': 'use their own account',
  'venues.read': 'see the venues',
  'units.read': 'see the units',
  'tonight.read': 'see tonight',
  'live.read': 'follow the night live',
  'walls.manage': 'add and revoke wall displays',
  'alerts.read': 'see alerts',
  'alerts.handle': 'mark alerts as seen and resolve them',
  'flags.read': 'see which features are on',
  'stock.read': 'see the stock',
  'stock.refill': 'refill ingredients',
  'menu.read': 'see the menu',
  'drinks.activate': 'switch drinks on and off',
  'money.read': 'see prices and amounts',
  'sales.read': 'see single sales',
  'sales.write': 'enter, import and correct sales',
  'cases.settle': 'settle drinks that were not poured',
  'units.maintenance': 'pause units for maintenance',
  'refunds.create': 'refund drinks',
  'drinks.write': 'change the menu',
  'ingredients.write': 'change ingredients and positions',
  'prices.write': 'change prices',
  'costs.read': 'see what ingredients cost',
  'costs.write': 'change what ingredients cost',
  'reports.read': 'read reports',
  'reports.export': 'export reports',
  'accounting.export': 'export journals to accounting software',
  'accounting.write': 'change the accounts of the journal',
  'audit.read': 'read the activity log',
  'units.write': 'change units and their contacts',
  'keys.manage': 'manage the keys of units',
  'events.read': 'read the events of webhooks',
  'settings.write': 'change venues and settings',
  'people.manage': 'manage people',
  'platform.manage': 'manage the platform',
};

export const rolePlurals: Readonly<Record<Role, string>> = {
  owner: 'owners',
  manager: 'managers',
  bartender: 'bartenders',
  accountant: 'accountants',
};

/** Message for a member who may not do this: "Only owners and managers may refund drinks". */
export function notAllowedMessage({ role, venueIds }: Holder, permission: Permission): string {
  const text = permissionTexts[permission];
  const isLimited = venueIds !== null && ofAllVenues.includes(permission);
  if (isLimited && grantOf(permission, role) === 'y')
    return `Only people with access to all venues may ${text}`;
  const may = roles
    .filter((one) => grantOf(permission, one) === 'y')
    .map((one) => rolePlurals[one]);
  if (may.length === 0) return `Only super administrators may ${text}`;
  const last = may.at(-1) ?? '';
  const who = may.length === 1 ? last : `${may.slice(0, -1).join(', ')} and ${last}`;
  const unless = grantOf(permission, role) === '?' ? ', unless the owner allows it' : '';
  return `Only ${who} may ${text}${unless}`;
}

/** What a role may do, may do if the owner allows it, and may not do, in the order of the table. */
export function describeRole(role: Role): Record<'may' | 'ifAllowed' | 'mayNot', string[]> {
  const shown = permissions.filter((one) => !hidden.includes(one));
  const withGrant = (grant: string) =>
    shown.filter((one) => grantOf(one, role) === grant).map((one) => permissionTexts[one]);
  return { may: withGrant('y'), ifAllowed: withGrant('?'), mayNot: withGrant('n') };
}

/** Not worth a line in a description of a role. */
const hidden: readonly Permission[] = [
  'public',
  'account.use',
  'venues.read',
  'flags.read',
  'platform.manage',
];
