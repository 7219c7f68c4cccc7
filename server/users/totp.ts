/** Secrets and codes of authenticator apps. */
import { Secret, TOTP } from 'otpauth';
import { acceptedDrift, stepSeconds } from '../../rules/users/totp.ts';
import { decrypt, placeInAccount, type SecretsKey } from '../shared/encryption.ts';
import type { CredentialRow } from './credentials.queries.ts';

const issuer = 'Barback';

/** Makes a secret of 160 bits, in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

const totpOf = (secret: string, label: string): TOTP =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: stepSeconds });

/** Address that an app reads from a QR code. */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString();

/** Step of the code, if it is the current one or one beside it; null for a wrong code. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const drift = totpOf(secret, '').validate({ token: code, timestamp, window: acceptedDrift });
  return drift === null ? null : Math.floor(timestamp / 1000 / stepSeconds) + drift;
}

/** The secret, or null when it was encrypted with a key that is lost, or for another account. */
export function openTotpSecret(
  secretsKey: SecretsKey,
  { user_id: userId, secret }: CredentialRow,
): string | null {
  try {
    return decrypt(secretsKey, secret, placeInAccount(userId));
  } catch {
    return null;
  }
}
