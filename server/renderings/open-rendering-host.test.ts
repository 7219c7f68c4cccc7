import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { readEnvironment } from '../startup/env.ts';
import { type HostDeps, openRenderingHost, type OpenRenderingHost } from './rendering-host.ts';

const deps: HostDeps = {
  live: { find: () => Promise.resolve(null), forget: () => {} },
  bundles: {
    receive: () => Promise.resolve('received'),
    unpack: () => Promise.resolve({ files: 0, bytes: 0 }),
    forgetUpload: () => Promise.resolve(),
    remove: () => Promise.resolve(),
    listUploads: () => Promise.resolve([]),
    checkWritable: () => Promise.resolve(),
    open: () => Promise.resolve(null),
  },
  warn: () => {},
};
const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

const open = async (environment: Record<string, string>): Promise<OpenRenderingHost> => {
  const host = await openRenderingHost(deps, readEnvironment(environment, '/'));
  opened.push(host);
  return host;
};
const statusAt = async (address: string) => (await fetch(`${address}/nobody`)).status;

/** Occupies a port. */
async function takePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push(server);
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

test('listens on a free port when the dashboard does so', async () => {
  const { address } = await open({ PORT: '0' });
  expect(address).toMatch(/^http:\/\/localhost:\d+$/);
  expect(await statusAt(address)).toBe(404);
});

test('uses the configured public URL', async () => {
  const { address } = await open({ PORT: '0', RENDERING_HOST: 'https://pages.example.com/' });
  expect(address).toBe('https://pages.example.com');
});

test('uses another port when the default one is taken', async () => {
  const taken = await takePort();
  const { address } = await open({ PORT: String(taken - 1) });
  expect(address).not.toContain(String(taken));
  expect(await statusAt(address)).toBe(404);
});

test('fails when the configured port is taken', async () => {
  const taken = String(await takePort());
  await expect(open({ RENDERING_PORT: taken })).rejects.toThrow(
    `Port ${taken}, where the pages of venues are shown, cannot be used (another program has it)`,
  );
});
