// Loads the files of docs/scaling-out, with values of the test filled in.
import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Returns the file with each first text replaced by the second. Throws when one of them is missing from the file. */
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

/** Lists those of these Debian packages that are not installed, with a warning. */
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
    // The rendering host uses the next port.
    if (port !== null && (await listenOn(port + 1)) !== null) return port;
  }
}

/** Returns the port if it is free. */
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

/** Waits until the program listens on the port. */
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
