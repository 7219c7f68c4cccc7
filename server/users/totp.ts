/** Secrets and codes of authenticator apps. */
import { Secret, TOTP } from 'otpauth';
import { acceptedDrift, stepSeconds } from '../../rules/users/totp.ts';
import { decrypt, type SecretsKey } from '../shared/encryption.ts';

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

/** The secret, or null when it was encrypted with a key that is lost. */
export function openTotpSecret(secretsKey: SecretsKey, sealed: Buffer): string | null {
  try {
    return decrypt(secretsKey, sealed);
  } catch {
    return null;
  }
}
