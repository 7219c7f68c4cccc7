/** Scopes of access tokens, which programs of an owner use in place of the password of a person. */
import type { Permission } from './roles.ts';

export const tokenScopes = [
  'sales:read',
  'stock:read',
  'stock:write',
  'menu:read',
  'menu:write',
  'cases:write',
  'reports:read',
] as const;
export type TokenScope = (typeof tokenScopes)[number];

export const isTokenScope = (text: string): text is TokenScope =>
  tokenScopes.some((scope) => scope === text);

/** Shown where scopes are chosen. */
export const scopeLabels: Readonly<Record<TokenScope, string>> = {
  'sales:read': 'Read orders, failed drinks and refused sales',
  'stock:read': 'Read levels, movements and the refill list',
  'stock:write': 'Record refills, counts and discards',
  'menu:read': 'Read drinks and prices',
  'menu:write': 'Change drinks and prices',
  'cases:write': 'Settle failed drinks, without refunds',
  'reports:read': 'Read reports, nights and certificates',
};

const permissionsOfScope: Readonly<Record<TokenScope, readonly Permission[]>> = {
  'sales:read': ['sales.read', 'money.read'],
  'stock:read': ['stock.read'],
  'stock:write': ['stock.refill'],
  'menu:read': ['menu.read', 'money.read'],
  'menu:write': ['drinks.write', 'drinks.activate', 'prices.write', 'money.read'],
  'cases:write': ['cases.settle', 'money.read'],
  'reports:read': ['reports.read', 'reports.export', 'money.read'],
};

/** Of every token; of the events, it reads those that its scopes are for. */
const always: readonly Permission[] = ['account.use', 'venues.read', 'units.read', 'events.read'];

/** All that a token with these scopes may do. */
export const permissionsOfScopes = (scopes: readonly TokenScope[]): readonly Permission[] => [
  ...new Set([...always, ...scopes.flatMap((scope) => permissionsOfScope[scope])]),
];

/** Most working tokens of an owner. */
export const mostTokens = 20;
export const mostTokenDays = 365;
/** Requests of a token in a minute. */
export const tokenRequestsPerMinute = 600;

export const tokenMessages = {
  needsName: 'Enter a name, such as the program that uses it',
  needsScope: 'Choose what the token may do',
  days: `Choose 1 to ${mostTokenDays} days`,
  address: 'Enter addresses such as 203.0.113.7 or 203.0.113.0/24',
  tooMany: `An owner can have at most ${mostTokens} tokens: revoke one first`,
  tooManyRequests: `This token has made ${tokenRequestsPerMinute} requests in a minute: wait for Retry-After`,
  unknown: 'This token is unknown, was revoked or has expired. Make another one in Barback',
  otherAddress: 'This token may not be used from this address',
  notForTokens: 'Access tokens may not do this. Sign in instead',
  needsScopeOf: (scope: TokenScope) => `This token may not do this: it lacks the scope ${scope}`,
} as const;
