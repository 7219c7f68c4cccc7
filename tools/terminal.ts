/** Environment of a command line, and shared helpers of backup and restore. */
import { productFolder } from '../db/product-folder.ts';
import { codeOf } from '../db/start-error.ts';
import { type Environment, readEnvironment } from '../server/startup/env.ts';
import { explainStartupError } from '../server/startup/startup-errors.ts';

export interface Terminal {
  out: (line: string) => void;
  err: (line: string) => void;
  environment: Record<string, string | undefined>;
  /** Base folder for relative paths. */
  folder: string;
  /** Aborts the command without leaving files. */
  stop: AbortSignal;
}

/** Exit code: 0 when `work` succeeded, 1 with a message when it failed. */
export async function runCommand(
  { err, environment: variables, stop }: Terminal,
  work: (environment: Environment) => Promise<void>,
): Promise<number> {
  let environment: Environment | null = null;
  try {
    environment = readEnvironment(variables, productFolder);
    await work(environment);
    return 0;
  } catch (error) {
    const hasOwnMessage = error instanceof BackupError;
    err(
      stop.aborted && !hasOwnMessage ? 'Stopped. Nothing was saved.' : explain(error, environment),
    );
    return 1;
  }
}

function explain(error: unknown, environment: Environment | null): string {
  if (error instanceof BackupError) return error.message;
  const nobodyKnows = /^Barback could not start: /;
  return explainStartupError(error, environment).replace(nobodyKnows, 'Failed: ');
}

export const terminalOfProcess = (): Terminal => ({
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  environment: process.env,
  // npm runs in the project folder, wherever it was invoked.
  folder: process.env['INIT_CWD'] ?? process.cwd(),
  stop: stopOnSignals(),
});

/** Graceful stop on Ctrl-C and SIGTERM; a second signal exits at once. */
function stopOnSignals(): AbortSignal {
  const stopping = new AbortController();
  let stoppedAt = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // Ctrl-C under npm arrives twice at once.
      if (stoppedAt > 0 && Date.now() - stoppedAt > 500) process.exit(1);
      stoppedAt ||= Date.now();
      stopping.abort();
    });
  }
  return stopping.signal;
}

/** Adds the folder to a disk-full error, because users would not expect it to be the data folder. */
export async function namingFullDisk<T>(folder: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) !== 'ENOSPC') throw error;
    throw new BackupError(
      `There is not enough space in ${folder}: nothing was saved. Free some space, or choose another folder.`,
      { cause: error },
    );
  }
}

export const count = (number: number, what: string): string =>
  `${number.toLocaleString('en-US')} ${what}${number === 1 ? '' : 's'}`;

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);

/** '2 jobs (1 send message, 1 settle refund)'; null for none. */
export function listJobs(jobs: Readonly<Record<string, number>>): string | null {
  const kinds = Object.entries(jobs);
  if (kinds.length === 0) return null;
  const listed = kinds.map(([kind, number]) => `${number} ${kind}`).join(', ');
  return `${count(sum(Object.values(jobs)), 'job')} (${listed})`;
}

/** Error of a backup or restore that the user can fix; only its message is shown. */
export class BackupError extends Error {
  override name = 'BackupError';
}
