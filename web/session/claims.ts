import { isSuperAdminType } from '../../rules/permissions.ts';
import { isRole, type Role } from '../../rules/permissions/roles.ts';

/** Claims of the login token. Read for display only: the server authorizes every request. */
export interface Claims {
  /** The id of the account. */
  readonly sub: string;
  readonly accountType: string;
  /** When the token was issued and when it expires, in seconds since 1970. */
  readonly iat: number;
  readonly exp: number;
  /** The API token. */
  readonly rotoken: string;
  readonly name: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email: string;
  /** True for the one account without the owner items of the sidebar. */
  readonly ownerItemsHidden?: boolean;
  /** Of a staff account: the owner and the role in their staff. */
  readonly ownerId?: string;
  readonly role?: Role;
  /** Permissions that the owner has added to those of the role. */
  readonly allowed?: readonly string[];
  /** False with access to some venues only. */
  readonly allVenues?: boolean;
}

function isClaims(value: unknown): value is Claims {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'sub' in value &&
    typeof value.sub === 'string' &&
    'accountType' in value &&
    typeof value.accountType === 'string' &&
    'iat' in value &&
    typeof value.iat === 'number' &&
    'exp' in value &&
    typeof value.exp === 'number' &&
    'rotoken' in value &&
    typeof value.rotoken === 'string'
  );
}

/** Decodes the claims of a token; null when malformed. */
export function decodeClaims(token: string): Claims | null {
  const payload = token.split('.')[1];
  if (!payload) return null;
  try {
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.codePointAt(0) ?? 0);
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isClaims(value) ? value : null;
  } catch {
    return null;
  }
}

/** Accepts either spelling. */
export const isSuperAdmin = ({ accountType }: Claims): boolean => isSuperAdminType(accountType);

export const isOwner = (claims: Claims): boolean => claims.accountType === 'owner';

/** One of an owner's staff. */
export const isStaff = ({ accountType, role }: Claims): boolean =>
  accountType === 'staff' && isRole(role);

/** True for accounts with screens: customers have none. */
export const hasScreens = (claims: Claims): boolean =>
  isOwner(claims) || isStaff(claims) || isSuperAdmin(claims);

/** First and last name when both are known, else the account name. */
export const displayName = ({ firstName, lastName, name, email }: Claims): string =>
  firstName && lastName ? `${firstName} ${lastName}` : name || email;
