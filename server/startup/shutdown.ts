import { setTimeout as wait } from 'node:timers/promises';

/** What has been opened, so that it can be closed in reverse order however the server ends. */
export interface Shutdown {
  /** Whether the end has begun. */
  readonly begun: boolean;
  /** Remembers how to close what has just been opened. */
  add(close: () => Promise<unknown>): void;
  /** Closes everything and ends the process. */
  end(exitCode: number): Promise<never>;
}

/** Longer than any request may take; what still hangs then is cut off. */
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
    // Ctrl-C under npm arrives twice at once: from the terminal, and handed on by npm.
    if (Date.now() - firstAt > 500) process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
}
