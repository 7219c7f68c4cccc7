/** The global setup: starts the product on a free port with demo data of its own and signs in as the demo accounts. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import webPush from 'web-push';
import { accounts, password, signInDemoAccounts } from './api-client.ts';

const readyLine = /ready: (http:\/\/\S+)/;

/** Resolves to the address that the server prints; a server that exits first is an error with its output. */
async function addressOf(server: ChildProcess): Promise<string> {
  if (!server.stdout || !server.stderr) throw new Error('The server was started without pipes');
  const output: string[] = [];
  server.stderr.on('data', (text: Buffer) => output.push(text.toString()));
  for await (const line of createInterface({ input: server.stdout })) {
    output.push(line);
    const address = readyLine.exec(line)?.[1];
    if (address) return address;
  }
  throw new Error(`The server did not start:\n${output.join('\n')}`);
}

export default async function startServer(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'barback-browser-'));
  const vapid = webPush.generateVAPIDKeys();
  const server = spawn(process.execPath, ['tools/start.mjs'], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      SEED: 'demo',
      NODE_ENV: 'development',
      ADMIN_EMAIL: accounts.registrar,
      ADMIN_PASSWORD: password,
      // The client address then comes from X-Forwarded-For, which the limit on sign-ins is counted by.
      TRUST_PROXY: 'on',
      VAPID_PUBLIC_KEY: vapid.publicKey,
      VAPID_PRIVATE_KEY: vapid.privateKey,
      VAPID_SUBJECT: 'mailto:admin@example.com',
      // Nothing listens there.
      PUSH_HOSTS: 'http://127.0.0.1:9',
      WEBHOOKS: 'on',
      WEBHOOK_ALLOW_ADDRESSES: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = (await addressOf(server)).replace('localhost', '127.0.0.1');
  server.stdout?.resume();
  process.env['E2E_URL'] = url;
  process.env['E2E_DATA_DIR'] = dataDir;
  process.env['E2E_TOKENS'] = JSON.stringify(await signInDemoAccounts());
  return async () => {
    const exited = once(server, 'exit');
    server.kill('SIGTERM');
    await exited;
    await rm(dataDir, { recursive: true, force: true });
  };
}
