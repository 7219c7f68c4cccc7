import { withPriority } from '../../db/pool/lanes.ts';
import { withoutTenant } from '../../db/tenant.ts';

/** Imports at work in this process, after the response to the request that began them. */
export class ImportRuns {
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #onError: (error: unknown) => void;

  /** @param onError receives what ended a run; its record says that it stopped */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** @param work ends after the work in progress once its signal is aborted */
  run(work: (stop: AbortSignal) => Promise<unknown>): void {
    const start = () => work(this.#stopping.signal);
    const running = withPriority('jobs', [], () => withoutTenant(start))
      .then(() => undefined, this.#onError)
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Stops all of them, and waits until their records say so. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running);
  }
}
