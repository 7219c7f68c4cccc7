/** Proxy between the product and its database that simulates network failures. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../../db/testing/free-ports.ts';

/**
 * - open: everything passes
 * - refuse: connections are closed
 * - reset: connections are accepted and dropped, as by a firewall that lost their state
 * - blackhole: connections stay open, and data is lost
 * - swallow: the database receives everything, but its responses are lost
 */
export type Way = 'open' | 'refuse' | 'reset' | 'blackhole' | 'swallow';

export const cuts = ['refuse', 'reset', 'blackhole', 'swallow'] as const satisfies Way[];

export type Target = { path: string } | { host: string; port: number };

export interface CutProxy {
  port: number;
  become(way: Way): Promise<void>;
  /** Redirects new connections; existing ones stay. */
  pointTo(target: Target): void;
  /** Number of open connections of the product. */
  standing(): number;
  close(): Promise<void>;
}

export async function startCutProxy(first: Target): Promise<CutProxy> {
  let target = first;
  let way: Way = 'open';
  const pairs = new Set<[Socket, Socket]>();
  const server = createServer((near) => {
    near.on('error', () => undefined);
    if (way === 'reset') {
      near.resetAndDestroy();
      return;
    }
    const far = connect(target);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    near.on('data', (bytes) => {
      if (way === 'open' || way === 'swallow') far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (way === 'open') near.write(bytes);
    });
    far.on('error', () => undefined);
    // Lost data stays lost: such a connection remains silent after the proxy opens again.
    near.on('close', () => {
      pairs.delete(pair);
      far.destroy();
    });
    far.on('close', () => {
      if (way === 'open') near.destroy();
    });
  });
  // Listened on again after `refuse`, when nobody else may have it.
  const port = await freePort();
  await listen(server, port);

  return {
    port,
    become: async (next) => {
      if (way === 'refuse' && next !== 'refuse') await listen(server, port);
      way = next;
      if (next === 'refuse' && server.listening) server.close();
      if (next === 'refuse') for (const [near] of pairs) near.destroy();
      if (next === 'reset') for (const [near] of pairs) near.resetAndDestroy();
    },
    pointTo: (next) => {
      target = next;
    },
    standing: () => pairs.size,
    close: async () => {
      for (const [near] of pairs) near.destroy();
      if (server.listening) {
        server.close();
        await once(server, 'close');
      }
    },
  };
}

async function listen(server: Server, port: number): Promise<void> {
  if (server.listening) return;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

/** Address of a database, and its URL through a local port. */
export function throughProxy(databaseUrl: string): {
  target: Target;
  urlOn: (port: number) => string;
} {
  const url = new URL(databaseUrl.replace(/^(\w+):\/\/\//, '$1://nowhere/'));
  const host = url.searchParams.get('host') ?? url.hostname;
  const port = Number(url.searchParams.get('port') ?? (url.port || 5432));
  const user = url.searchParams.get('user') ?? url.username;
  const password = url.password === '' ? '' : `:${url.password}`;
  return {
    target: host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port },
    urlOn: (here) => `postgres://${user}${password}@127.0.0.1:${here}${url.pathname}`,
  };
}
