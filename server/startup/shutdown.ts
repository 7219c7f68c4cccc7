import { setTimeout as wait } from 'node:timers/promises';

/** Closes opened resources in reverse order on every kind of exit (graceful shutdown). */
export interface Shutdown {
  /** True once shutdown has begun. */
  readonly begun: boolean;
  /** Registers a close function. */
  add(close: () => Promise<unknown>): void;
  /** Closes everything and exits the process. */
  end(exitCode: number): Promise<never>;
}

/** Longer than any request may take; work that still hangs then is cut off. */
const patienceMs = 40_000;

export function prepareShutdown(): Shutdown {
  const closers: (() => Promise<unknown>)[] = [];
  let ending: Promise<never> | null = null;
  const closeAll = async (exitCode: number): Promise<never> => {
    for (const close of closers.toReversed()) {
      await Promise.race([close().catch(() => undefined), wait(patienceMs)]);
    }
    process.exit(exitCode);
  };
  const end = (exitCode: number): Promise<never> => (ending ??= closeAll(exitCode));
  endOnSignals(end);
  return {
    get begun() {
      return ending !== null;
    },
    add: (close) => void closers.push(close),
    end,
  };
}

function endOnSignals(end: (exitCode: number) => Promise<never>): void {
  let firstAt = 0;
  const onSignal = (): void => {
    if (firstAt === 0) {
      firstAt = Date.now();
      void end(0);
      return;
    }
    // Ctrl-C under npm arrives twice at once: from the terminal, and forwarded by npm.
    if (Date.now() - firstAt > 500) process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
}
