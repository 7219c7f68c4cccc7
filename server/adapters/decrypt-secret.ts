import { decrypt } from '../shared/encryption.ts';
import { ProviderError } from './provider-error.ts';

export function decryptSecret(secretsKey: string, sealed: Buffer): string {
  try {
    return decrypt(secretsKey, sealed);
  } catch {
    throw new ProviderError('the stored key was sealed under another SECRETS_KEY');
  }
}
