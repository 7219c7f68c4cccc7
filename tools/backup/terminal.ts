/** What a command line needs of the world around it, and what backup and restore have in common there. */
import { codeOf } from '../../db/start-error.ts';
import { readEnvironment, type Environment } from '../../server/startup/env.ts';
import { explainStartupError } from '../../server/startup/startup-errors.ts';
import { fileURLToPath } from 'node:url';
import { BackupError } from './backup-error.ts';

export interface Terminal {
  out: (line: string) => void;
  err: (line: string) => void;
  environment: Record<string, string | undefined>;
  /** Where relative paths start. */
  folder: string;
  /** Ends it early, with nothing kept. */
  stop: AbortSignal;
}

const home = fileURLToPath(new URL('../..', import.meta.url));

/** The exit code: 0 when `work` was done, 1 with a sentence when it was not. */
export async function runCommand(
  { err, environment: variables, stop }: Terminal,
  work: (environment: Environment) => Promise<void>,
): Promise<number> {
  let environment: Environment | null = null;
  try {
    environment = readEnvironment(variables, home);
    await work(environment);
    return 0;
  } catch (error) {
    err(stop.aborted ? 'Stopped. Nothing was kept of it.' : explain(error, environment));
    return 1;
  }
}

function explain(error: unknown, environment: Environment | null): string {
  if (error instanceof BackupError) return error.message;
  const nobodyKnows = /^Barback could not start: /;
  return explainStartupError(error, environment).replace(nobodyKnows, 'Nothing came of it: ');
}

export const terminalOfProcess = (): Terminal => ({
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  environment: process.env,
  // npm works in the project's folder, wherever it was called from.
  folder: process.env['INIT_CWD'] ?? process.cwd(),
  stop: stopOnSignals(),
});

/** Ends on Ctrl-C and kill, in order; asked again, at once. */
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

/** Where there is no room, of all places the data folder is the least likely to be meant. */
export async function namingFullDisk<T>(folder: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) !== 'ENOSPC') throw error;
    throw new BackupError(
      `There is not enough room in ${folder}: nothing was kept. Make room, or name another place.`,
      { cause: error },
    );
  }
}

export const count = (number: number, what: string): string =>
  `${number.toLocaleString('en-US')} ${what}${number === 1 ? '' : 's'}`;

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);
