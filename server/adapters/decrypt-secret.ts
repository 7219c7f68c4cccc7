import { decrypt } from '../shared/encryption.ts';
import { ProviderError } from './provider-error.ts';

export function decryptSecret(secretsKey: string, sealed: Buffer): string {
  try {
    return decrypt(secretsKey, sealed);
  } catch {
    throw new ProviderError('the stored key was encrypted with another SECRETS_KEY');
  }
}
