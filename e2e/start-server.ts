/** Starts the product as a user does, on a free port with a demo of its own, and signs in once as each of its people. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { accounts, password } from './accounts.ts';

const readyLine = /ready: (http:\/\/\S+)/;

/** The address it prints; a server that ends before is an error with everything it said. */
async function addressOf(server: ChildProcess): Promise<string> {
  if (!server.stdout || !server.stderr) throw new Error('The server was started without pipes');
  const said: string[] = [];
  server.stderr.on('data', (text: Buffer) => said.push(text.toString()));
  for await (const line of createInterface({ input: server.stdout })) {
    said.push(line);
    const address = readyLine.exec(line)?.[1];
    if (address) return address;
  }
  throw new Error(`The server did not start:\n${said.join('\n')}`);
}

async function signInAll(url: string): Promise<Record<string, string>> {
  const tokens: Record<string, string> = {};
  for (const [who, email] of Object.entries(accounts)) {
    const answer = await fetch(`${url}/api/users/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    if (!answer.ok) throw new Error(`${email} cannot sign in: ${await answer.text()}`);
    const { token }: { token: string } = JSON.parse(await answer.text());
    tokens[who] = token;
  }
  return tokens;
}

export default async function startServer(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'barback-browser-'));
  const server = spawn(process.execPath, ['tools/start.mjs'], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, SEED: 'demo', NODE_ENV: 'development' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = (await addressOf(server)).replace('localhost', '127.0.0.1');
  server.stdout?.resume();
  process.env['E2E_URL'] = url;
  process.env['E2E_TOKENS'] = JSON.stringify(await signInAll(url));
  return async () => {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
}
