/** A number that a library has attached to what it throws, such as a status. */
export function numberIn(error: unknown, name: string): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'number' ? value : undefined;
}

/**
 * Why a message did not go out, in words that may be kept: never a password.
 * - refused: it never will, as it is
 * - notSent: it was certainly not sent, and may be tried again
 * - unknown: it may have been sent, or not
 */
export class SendError extends Error {
  override name = 'SendProblem';
  readonly kind: 'refused' | 'notSent' | 'unknown';

  constructor(kind: SendError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
