import { unseal } from '../shared/encryption.ts';
import { ProviderProblem } from './provider-error.ts';

export function openSecret(secretsKey: string, sealed: Buffer): string {
  try {
    return unseal(secretsKey, sealed);
  } catch {
    throw new ProviderProblem('the stored key was sealed under another SECRETS_KEY');
  }
}
