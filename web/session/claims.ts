import { isSuperAdminType } from '../../rules/permissions.ts';

/** What the login token says about who is signed in. It is read here, never trusted: the server decides on every call. */
export interface Claims {
  /** The id of the account. */
  readonly sub: string;
  readonly accountType: string;
  /** In seconds. */
  readonly exp: number;
  /** The API token. */
  readonly rotoken: string;
  readonly name: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email: string;
  /** The one account that is denied the owner items of the sidebar. */
  readonly ownerItemsHidden?: boolean;
}

function isClaims(value: unknown): value is Claims {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'sub' in value &&
    typeof value.sub === 'string' &&
    'accountType' in value &&
    typeof value.accountType === 'string' &&
    'exp' in value &&
    typeof value.exp === 'number' &&
    'rotoken' in value &&
    typeof value.rotoken === 'string'
  );
}

/** The claims of a token, or null when it cannot be read. */
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

/** By either spelling. */
export const isSuperAdmin = ({ accountType }: Claims): boolean => isSuperAdminType(accountType);

export const isOwner = (claims: Claims): boolean => claims.accountType === 'owner';

/** First and last name when both are known, else the name of the account. */
export const displayName = ({ firstName, lastName, name, email }: Claims): string =>
  firstName && lastName ? `${firstName} ${lastName}` : name || email;
