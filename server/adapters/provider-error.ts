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
