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
