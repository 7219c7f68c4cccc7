import { isSuperAdminType } from '../../rules/permissions.ts';

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

/** First and last name when both are known, else the account name. */
export const displayName = ({ firstName, lastName, name, email }: Claims): string =>
  firstName && lastName ? `${firstName} ${lastName}` : name || email;
