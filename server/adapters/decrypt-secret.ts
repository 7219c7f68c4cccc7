import { decrypt, type SecretsKey } from '../shared/encryption.ts';
import { ProviderError } from './provider-error.ts';

export function decryptSecret(secretsKey: SecretsKey, sealed: Buffer): string {
  try {
    return decrypt(secretsKey, sealed);
  } catch {
    throw new ProviderError('the stored key was encrypted with another SECRETS_KEY');
  }
}
