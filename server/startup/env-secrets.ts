/** Settings of the keys that sign and encrypt, and of those that they replace. */
import { z } from 'zod';
import { oneOf } from './env-fields.ts';

export interface KeySettings {
  /** Null: generated on first use and stored in the data folder. */
  jwtSecret: string | null;
  previousJwtSecret: string | null;
  /** Null: generated on first use and stored in the data folder. */
  secretsKey: string | null;
  previousSecretsKey: string | null;
  /** The stored credentials of card providers cannot be decrypted any more. */
  isSecretsKeyLost: boolean;
}

const key = z.string().min(32, 'at least 32 characters long').optional();

export const keyVariables = {
  JWT_SECRET: key.describe(
    'Signs login tokens; at least 32 characters (default: generated, stored in DATA_DIR)',
  ),
  JWT_SECRET_PREVIOUS: key.describe(
    'While JWT_SECRET is replaced: the other key; the login tokens that it signed are accepted',
  ),
  SECRETS_KEY: key.describe(
    'Encrypts card provider keys; at least 32 characters (default: generated, stored in DATA_DIR)',
  ),
  SECRETS_KEY_PREVIOUS: key.describe(
    'While SECRETS_KEY is replaced: the other key; what it encrypted is encrypted anew',
  ),
  SECRETS_KEY_LOST: oneOf('yes', 'no').describe(
    'yes: starts with a SECRETS_KEY that cannot decrypt the stored card provider keys (default no)',
  ),
};

export const keySecrets = [
  'JWT_SECRET',
  'JWT_SECRET_PREVIOUS',
  'SECRETS_KEY',
  'SECRETS_KEY_PREVIOUS',
];

const shape = z.object(keyVariables);

export const keysOf = (given: z.output<typeof shape>): KeySettings => ({
  jwtSecret: given.JWT_SECRET ?? null,
  previousJwtSecret: given.JWT_SECRET_PREVIOUS ?? null,
  secretsKey: given.SECRETS_KEY ?? null,
  previousSecretsKey: given.SECRETS_KEY_PREVIOUS ?? null,
  isSecretsKeyLost: given.SECRETS_KEY_LOST === 'yes',
});
