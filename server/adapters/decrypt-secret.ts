import { decrypt, type SecretPlace, type SecretsKey } from '../shared/encryption.ts';
import { ProviderError } from './provider-error.ts';

export function decryptSecret(secretsKey: SecretsKey, sealed: Buffer, place: SecretPlace): string {
  try {
    return decrypt(secretsKey, sealed, place);
  } catch {
    throw new ProviderError(
      'the stored key was encrypted with another SECRETS_KEY or for another place',
    );
  }
}
