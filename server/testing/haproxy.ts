// Test helper: haproxy with TLS in front of server processes, configured by docs/scaling-out/haproxy.cfg.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { filledIn, freePort, listening } from './config.ts';

export interface Haproxy {
  url: string;
  plainUrl: string;
  /** Certificate for verifying its TLS. */
  certificate: string;
  /** Log output so far. */
  reported(): string;
  /** Waits until haproxy has seen that process come up or go down; ignores earlier changes. */
  sees(name: string, state: 'UP' | 'DOWN'): Promise<void>;
  stop(): Promise<void>;
}

const portsInFile = [4000, 4010];

/**
 * @param ports ports of the dashboards; the rendering hosts use the port after each
 * @param more additional replacements in the configuration file
 */
export async function startHaproxy(
  ports: readonly number[],
  more: readonly (readonly [string, string])[] = [],
): Promise<Haproxy> {
  const folder = await makeTestFolder();
  const [secure, plain] = [await freePort(), await freePort()];
  const certificates = join(folder, 'certs/');
  const certificate = makeCertificate(folder, certificates);
  const file = join(folder, 'haproxy.cfg');
  const text = filledIn('haproxy.cfg', [
    ['/etc/haproxy/certs/', certificates],
    ['bind :443', `bind 127.0.0.1:${secure}`],
    // Not every machine allows that many open files per process.
    ['maxconn 4000', 'maxconn 400'],
    ['bind :80', `bind 127.0.0.1:${plain}`],
    ...places(ports),
    ...more,
    // Only root can switch users.
    ...(process.getuid?.() === 0 ? [] : ([['  user haproxy\n  group haproxy\n', '']] as const)),
  ]);
  writeFileSync(file, text);
  const check = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' });
  const verdict = `${check.stdout}${check.stderr}`.trim();
  if (verdict !== 'Configuration file is valid') throw new Error(verdict);

  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  let reported = '';
  const past = new Map<string, number>();
  for (const output of [child.stdout, child.stderr])
    output.on('data', (chunk: Buffer) => {
      reported += chunk.toString();
    });
  await listening(secure, child).catch((error: unknown) => {
    throw new Error(reported, { cause: error });
  });
  return {
    url: `https://localhost:${secure}`,
    plainUrl: `http://localhost:${plain}`,
    certificate,
    reported: () => reported,
    sees: async (name, state) => {
      const message = `Server barback/${name} is ${state}`;
      for (;;) {
        const at = reported.indexOf(message, past.get(name) ?? 0);
        if (at !== -1) return void past.set(name, at + 1);
        if (child.exitCode !== null) throw new Error(reported);
        await wait(20);
      }
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

/** Replaces the server lines of the file, one for each process. */
function places(ports: readonly number[]): [string, string][] {
  const names = ['one', 'two', 'three', 'four'];
  const lines = (all: readonly number[], offset: number): string =>
    all.map((port, at) => `  server ${names[at]} 127.0.0.1:${port + offset}\n`).join('');
  return [0, 1].map((offset) => [lines(portsInFile, offset), lines(ports, offset)]);
}

function makeCertificate(folder: string, certificates: string): string {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const names = 'subjectAltName=DNS:localhost,DNS:pages.example.com';
  const words =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost';
  const files = ['-keyout', key, '-out', certificate];
  const made = spawnSync('openssl', [...words.split(' '), '-addext', names, ...files]);
  if (made.status !== 0) throw new Error(String(made.stderr));
  mkdirSync(certificates);
  const text = readFileSync(certificate, 'utf8');
  writeFileSync(join(certificates, 'localhost.pem'), text + readFileSync(key, 'utf8'));
  return text;
}
