/** Why a card provider did not do or tell something, in words that may stand in the log: never what was sent or what came back. */
export class ProviderError extends Error {
  override name = 'ProviderProblem';
  /** The HTTP status it answered with; undefined when it did not answer. */
  readonly status: number | undefined;
  /** Its own number for what went wrong. */
  readonly code: number | undefined;

  constructor(message: string, answer: { status?: number; code?: number | undefined } = {}) {
    super(message);
    this.status = answer.status;
    this.code = answer.code;
  }
}
