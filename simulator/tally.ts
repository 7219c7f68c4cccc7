/** What happened on the wire: how many orders went which way, and how long the answers took. */
import { ApiError, errorMessage } from '../web/api/api-error.ts';

export interface Tally {
  /** Orders sent, each time they were. */
  sent: number;
  /** Orders that the server took in. */
  accepted: number;
  /** Answers that said: this one I have already. */
  replayed: number;
  refused: number;
  /** Times an answer never came, or said to come back later. */
  unanswered: number;
  /** Times a unit lost its network. */
  offline: number;
  menus: number;
  menusUnchanged: number;
  restocks: number;
  /** How often each reason was given for a refusal. */
  readonly reasons: Map<string, number>;
  readonly answers: AnswerTimes;
}

/** How long answers took, in bins of 0.1 ms up to a second and of 1 ms above: its size does not grow with the answers. */
export class AnswerTimes {
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

  /** In ms; NaN when nothing was answered. @param share 0.95 for what 95 of 100 answers stayed within */
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
  unanswered: 0,
  offline: 0,
  menus: 0,
  menusUnchanged: 0,
  restocks: 0,
  reasons: new Map(),
  answers: new AnswerTimes(),
});

/** Whether there was no answer, or one that says to come back later. Throws what the server has nothing to do with. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) throw error;
  const { status } = error;
  return status === 0 || status === 408 || status === 429 || status >= 500;
}

export function countReason({ reasons }: Tally, error: unknown): void {
  const message = errorMessage(error);
  reasons.set(message, (reasons.get(message) ?? 0) + 1);
}
