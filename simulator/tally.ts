/** Request statistics: orders by outcome, and response times. */
import { ApiError, errorMessage } from '../web/api/api-error.ts';

export interface Tally {
  /** Orders sent, including retries. */
  sent: number;
  /** Orders accepted by the server. */
  accepted: number;
  /** Responses for an order that was already recorded. */
  replayed: number;
  refused: number;
  /** Requests without a response, or with one that asks to retry later. */
  pending: number;
  /** Network losses of units. */
  offline: number;
  menus: number;
  menusUnchanged: number;
  restocks: number;
  /** Number of rejections by reason. */
  readonly reasons: Map<string, number>;
  readonly responses: ResponseTimes;
}

/**
 * Histogram of response times, in bins of 0.1 ms up to a second and of 1 ms above: memory does not grow with the
 * number of responses.
 */
export class ResponseTimes {
  readonly #counts = new Map<number, number>();
  #total = 0;

  add(ms: number): void {
    const bin = ms < 1000 ? Math.ceil(ms * 10) / 10 : Math.ceil(ms);
    this.#counts.set(bin, (this.#counts.get(bin) ?? 0) + 1);
    this.#total += 1;
  }

  get count(): number {
    return this.#total;
  }

  /**
   * Percentile in ms; NaN without responses.
   * @param share 0.95 for the 95th percentile
   */
  within(share: number): number {
    let left = share * this.#total;
    for (const bin of [...this.#counts.keys()].sort((a, b) => a - b)) {
      left -= this.#counts.get(bin) ?? 0;
      if (left <= 1e-9) return bin;
    }
    return Number.NaN;
  }
}

export const openTally = (): Tally => ({
  sent: 0,
  accepted: 0,
  replayed: 0,
  refused: 0,
  pending: 0,
  offline: 0,
  menus: 0,
  menusUnchanged: 0,
  restocks: 0,
  reasons: new Map(),
  responses: new ResponseTimes(),
});

/** True when there was no response, or one that permits a retry. Rethrows errors that do not come from the server. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) throw error;
  const { status } = error;
  return status === 0 || status === 408 || status === 429 || status >= 500;
}

export function countReason({ reasons }: Tally, error: unknown): void {
  const message = errorMessage(error);
  reasons.set(message, (reasons.get(message) ?? 0) + 1);
}
