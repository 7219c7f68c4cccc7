/** Who may use an endpoint, for both forms of the API document. */
import type { Endpoint } from '../../contract/endpoint.ts';
import { scopeOfEndpoint } from '../../contract/token-scopes.ts';
import { register } from '../../contract/users.ts';
import { rolePlurals } from '../../rules/permissions/people-messages.ts';
import { grantOf, ofAllVenues, type Permission, roles } from '../../rules/permissions/roles.ts';
import { dependsOnAccount } from '../shared/require.ts';

/** Such as "Owners, managers and super admins; permission drinks.write". */
export function requestersOf(endpoint: Endpoint): string {
  const { access, permission } = endpoint;
  const who = {
    anyone: () => 'Anyone',
    account: () => 'Any account',
    dashboard: () => listed([...members(permission), 'super admins']),
    superAdmin: () => 'Super admins',
    unit: () => listed(['units', ...members(permission), 'super admins']),
    wall: () => 'Wall displays',
    token: () => 'Programs with an access token',
  }[access]();
  const isOfMembers = access === 'dashboard' || access === 'unit';
  const places =
    isOfMembers && ofAllVenues.includes(permission)
      ? '; of an owner’s staff only those with access to all venues'
      : '';
  const scope = scopeOfEndpoint.get(endpoint);
  const tokens =
    scope === undefined
      ? ''
      : `; access tokens ${scope === 'any' ? 'of any scope' : `with ${scope}`}`;
  return `${who}; permission ${permission}${places}${tokens}`;
}

/** Roles that may do this, such as "owners". */
const members = (permission: Permission): string[] =>
  roles.flatMap((role) => {
    const grant = grantOf(permission, role);
    if (grant === 'n') return [];
    return [grant === 'y' ? rolePlurals[role] : `${rolePlurals[role]} if the owner allows it`];
  });

/** Begins with a capital letter. */
function listed(names: readonly string[]): string {
  const text = [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** True for a public endpoint that a token changes: what it returns, or whether it is open to the sender. */
const takesAccount = (endpoint: Endpoint): boolean =>
  dependsOnAccount(endpoint) || endpoint === register;

type Requirement = Readonly<Record<string, readonly string[]>>;

const token: Requirement = { token: [] };
const nothing: Requirement = {};

/** Security requirements of OpenAPI, of which a request meets one. */
export function securityOf(endpoint: Endpoint): readonly Requirement[] {
  if (endpoint.access !== 'anyone') return [token];
  return takesAccount(endpoint) ? [nothing, token] : [];
}
