/** Test helper: runs a command in this process, and collects what it prints. */
import type { Terminal } from '../terminal.ts';

export interface Ran {
  code: number;
  out: string;
  err: string;
}

interface Place {
  environment: Terminal['environment'];
  folder?: string;
  stop?: AbortSignal | undefined;
}

export async function runHere(
  command: (terminal: Terminal) => Promise<number>,
  { environment, folder = '/', stop = new AbortController().signal }: Place,
): Promise<Ran> {
  const ran = { code: 0, out: '', err: '' };
  ran.code = await command({
    out: (line) => (ran.out += `${line}\n`),
    err: (line) => (ran.err += `${line}\n`),
    environment,
    folder,
    stop,
  });
  return ran;
}
