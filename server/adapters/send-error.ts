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
