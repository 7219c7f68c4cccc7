/** Failures of outside services, and the limit of their time. */
import { decrypt, type SecretPlace, type SecretsKey } from '../shared/encryption.ts';

/** Failure of a card provider. The message is safe to log: it never contains request or response data. */
export class ProviderError extends Error {
  override name = 'ProviderError';
  /** HTTP status of the response; undefined when there was none. */
  readonly status: number | undefined;
  /** The provider's own error number. */
  readonly code: number | undefined;

  constructor(message: string, response: { status?: number; code?: number | undefined } = {}) {
    super(message);
    this.status = response.status;
    this.code = response.code;
  }
}

/** Reason of a failure that is safe to log: messages of other errors may contain request or response data. */
export function safeReason(error: unknown): string {
  if (error instanceof ProviderError) return error.message;
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  const coded = [error, cause].find(
    (each): each is { code: string } =>
      each instanceof Error && 'code' in each && typeof each.code === 'string',
  );
  return coded === undefined ? error.name : `${error.name} ${coded.code}`;
}

export function decryptSecret(secretsKey: SecretsKey, sealed: Buffer, place: SecretPlace): string {
  try {
    return decrypt(secretsKey, sealed, place);
  } catch {
    throw new ProviderError(
      'the stored key was encrypted with another SECRETS_KEY or for another place',
    );
  }
}

/** The response, or the reason of the signal when that is aborted first. */
export const inTime = <T>(signal: AbortSignal, response: Promise<T>): Promise<T> =>
  Promise.race([
    response,
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    }),
  ]);

/** Returns a numeric property of a library's error, such as a status. */
export function numberIn(error: unknown, name: string): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'number' ? value : undefined;
}

/**
 * Failure to send a message. The text is safe to store: it never contains a password.
 * - refused: will never be sent as it is
 * - notSent: certainly not sent; may be retried
 * - unknown: may have been sent
 */
export class SendError extends Error {
  override name = 'SendError';
  readonly kind: 'refused' | 'notSent' | 'unknown';
  /** True where the recipient was refused for good, and not this message. */
  readonly isOfRecipient: boolean;

  constructor(
    kind: SendError['kind'],
    message: string,
    { isOfRecipient = false, ...options }: ErrorOptions & { isOfRecipient?: boolean } = {},
  ) {
    super(message, options);
    this.kind = kind;
    this.isOfRecipient = isOfRecipient;
  }
}
