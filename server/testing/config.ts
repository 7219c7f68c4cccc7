// For tests: the files of docs/scaling-out, with the places of a test in them.
import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** The file with each first text replaced by the second. Throws when one of them does not stand in it. */
export function filledIn(file: string, places: readonly (readonly [string, string])[]): string {
  const url = new URL(`../../docs/scaling-out/${file}`, import.meta.url);
  return places.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${file} does not say ${from}`);
      return text.replaceAll(from, () => to);
    },
    readFileSync(url, 'utf8'),
  );
}

const programs = { haproxy: '-v', pgbouncer: '--version', openssl: 'version' };

/** Those of Debian's packages that this machine lacks, which is said aloud. */
export function missingPrograms(requested: readonly (keyof typeof programs)[]): string[] {
  const missing = requested.filter((name) => spawnSync(name, [programs[name]]).status !== 0);
  if (missing.length > 0) {
    process.stderr.write(`Not tried here: ${missing.join(', ')} not installed (Debian has it).\n`);
  }
  return missing;
}

export async function freePort(): Promise<number> {
  for (;;) {
    const port = await listenOn(0);
    // The pages of venues are shown at the one after it.
    if (port !== null && (await listenOn(port + 1)) !== null) return port;
  }
}

/** The port, when it could be had. */
async function listenOn(requested: number): Promise<number | null> {
  const server = createServer();
  const listening = once(server, 'listening').then(
    () => (server.address() as AddressInfo).port,
    () => null,
  );
  server.listen(requested, '127.0.0.1');
  const port = await listening;
  server.close();
  return port;
}

/** Waits until the program listens there. */
export async function listening(port: number, program: ChildProcess): Promise<void> {
  while (program.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const isThere = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isThere) return;
    await wait(20);
  }
  throw new Error(`${program.spawnfile} ended with ${program.exitCode}`);
}
